"""The configuration of a training run: one TOML file, one table a subject."""

import dataclasses
import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from azulejos.accel.environment import Environment
from azulejos.accel.game import WallName
from azulejos.accel.network import Shape
from azulejos.accel.search import SearchSettings
from azulejos.errors import OptionError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

MAY_BE_NOTHING: Final = {"depth", "seed", "warmup"}
"""Whole numbers that may be 0."""
MOST: Final = 2**31 - 1
"""No whole number may be larger."""
AT_MOST: Final = {
    "network.width": 2**14,
    "network.blocks": 2**8,
    "search.simulations": 2**16,
    "selfplay.quick": 2**16,
    "selfplay.games": 2**20,
    "learning.batch": 2**20,
}
"""What no machine has the memory for, or the time to compile."""
SHARES: Final = {"results", "promote", "margin_weight", "hold", "rounding_from", "teacher_until"}
"""Numbers that may not be larger than 1."""
COARSEST: Final = 0.5
"""With fewer steps nearly all weights would be rounded to nothing."""
FINEST: Final = 1000
"""No weights are rounded to more steps: a file would not hold them so."""
KINDS: Final = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
"""What a value should be, in words."""


class SettingsError(OptionError):
    """A configuration that cannot be used; the message names the setting at fault."""


@dataclass(frozen=True)
class GameSettings:
    """``[game]``: what is learnt."""

    players: int = 2
    wall: WallName = "coloured"
    max_rounds: int = 20


@dataclass(frozen=True)
class SelfPlaySettings:
    """``[selfplay]``: how games are made."""

    games: int = 4096
    """How many are played at once."""
    plies: int = 16
    """How many plies of each are played between two rounds of learning."""
    stagger: int = 64
    """Games begin up to so many random plies apart, so that they do not end together."""
    thorough: int = 1
    """One ply of so many is searched with all simulations, and only such plies teach a policy."""
    quick: int = 16
    """The simulations of the other plies, which bring results of more games."""


@dataclass(frozen=True)
class ReplaySettings:
    """``[replay]``: what is remembered."""

    plies: int = 1024
    """The last so many plies of each game; a multiple of those played at a time."""
    warmup: int = 128
    """Nothing is learnt before so many plies are there."""
    save: bool = False
    """Write it into checkpoints. Large; without it a resumed run first fills it anew."""


@dataclass(frozen=True)
class LearningSettings:
    """``[learning]``: how the network follows."""

    batch: int = 4096
    reuse: float = 2.0
    """How often each ply is learnt from."""
    rate: float = 1e-3
    final_rate: float = 1e-4
    """Reached along a cosine at the last iteration; the same as ``rate``: no schedule."""
    hold: float = 0.0
    """The part of the run before the rate begins to fall."""
    rate_warmup: int = 200
    """Steps in which the rate rises from nothing."""
    decay: float = 1e-4
    clip: float = 1.0
    win_loss: float = 1.0
    """How much shares of the victory count beside the policy; what is logged is without it."""
    margin_loss: float = 0.5
    """How much leads count beside it."""
    results: float = 1.0
    """How much results count for positions before the last round; the rest is what was expected
    after the next deal, which leaves out the luck of later ones."""
    regret: float = 0.0
    """How much is made of what the policy loses by the search's judgement, on top of what the
    search recommends: so grave errors count more than many small ones."""
    muon: bool = False
    """Steps of equal size in all directions for the matrices inside the blocks (Muon)."""
    before_deals: float = 0.25
    """Positions before a deal added to each batch, as a share of it."""
    rounding: float = 0.0
    """Steps in the root mean square of a column that the weights of blocks are rounded to, so
    that a few bits can hold each; 0: they are not rounded."""
    rounding_from: float = 0.0
    """The part of the run that is learnt without rounding first."""


@dataclass(frozen=True)
class EvaluationSettings:
    """``[evaluation]``: how strength is measured."""

    every: int = 50
    """Iterations between two measurements."""
    games: int = 1024
    promote: float = 0.6
    """The share of victories (two seats) at which the network replaces its frozen opponent."""


@dataclass(frozen=True)
class RunSettings:
    """``[run]``: the run as a whole."""

    iterations: int = 1000
    seconds: float = 0.0
    """The length of the run by the clock, instead of iterations; then the rate of learning falls
    with time, and a run that was stopped and went on is not the same to the last bit."""
    seed: int = 0
    checkpoint_every: int = 100
    log_every: int = 5
    precision: Literal["float32", "bfloat16"] = "bfloat16"
    origin: str = ""
    """A checkpoint or a weights file, of any mode, whose weights the run begins with."""
    teacher: str = ""
    """A checkpoint or a weights file of the same mode whose network plays the games, instead of
    the one that learns: what a quick network finds by searching a thorough one learns to see."""
    teacher_until: float = 1.0
    """The part of the run after which the network that learns plays its games itself. At
    measurements it meets the teacher all the same."""


@dataclass(frozen=True)
class Settings:
    """A whole configuration."""

    game: GameSettings = field(default_factory=GameSettings)
    network: Shape = field(default_factory=Shape)
    search: SearchSettings = field(default_factory=SearchSettings)
    selfplay: SelfPlaySettings = field(default_factory=SelfPlaySettings)
    replay: ReplaySettings = field(default_factory=ReplaySettings)
    learning: LearningSettings = field(default_factory=LearningSettings)
    evaluation: EvaluationSettings = field(default_factory=EvaluationSettings)
    run: RunSettings = field(default_factory=RunSettings)

    @property
    def environment(self) -> Environment:
        """The game that is learnt."""
        return Environment(self.game.players, self.game.wall, self.game.max_rounds)

    @property
    def steps_per_iteration(self) -> int:
        """How many batches are learnt from after each stretch of self-play."""
        new = self.selfplay.games * self.selfplay.plies
        return max(1, round(self.learning.reuse * new / self.learning.batch))

    def rounding_at(self, done: float) -> float:
        """How weights are rounded that begin to learn when a part of the run, 0 to 1, is over."""
        return self.learning.rounding if done >= self.learning.rounding_from else 0.0


Table = TypeVar("Table")


def read_settings(path: Path, changes: Sequence[str] = ()) -> Settings:
    """Read a configuration file; what it leaves out has its default.

    Changes, as ``search.simulations=64``, go before what the file says.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from error
    return make_settings(_changed(content, changes))


def change_settings(settings: Settings, changes: Sequence[str]) -> Settings:
    """Return settings with changes, as ``search.simulations=64``."""
    return make_settings(_changed(dataclasses.asdict(settings), changes))


def _changed(content: dict[str, Any], changes: Sequence[str]) -> dict[str, Any]:
    """Return tables with changes; what is no value of TOML is taken for a text."""
    content = dict(content)
    for change in changes:
        place, given, text = change.partition("=")
        table, dot, name = (part.strip() for part in place.partition("."))
        if not given or not dot or not name:
            raise SettingsError(f"{change}: say it as TABLE.NAME=VALUE")
        try:
            value = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            value = text.strip()
        before = content.get(table, {})
        content[table] = {**before, name: value} if isinstance(before, dict) else before
    return content


def make_settings(content: dict[str, Any]) -> Settings:
    """Make settings of the tables of a configuration, refusing names and values that are off."""
    parts = {}
    for part in dataclasses.fields(Settings):
        table = content.get(part.name, {})
        if not isinstance(table, dict):
            raise SettingsError(f"{part.name}: a table is expected")
        assert callable(part.default_factory)
        parts[part.name] = _fill(part.name, part.default_factory(), table)
    if unknown := sorted(content.keys() - parts.keys()):
        raise SettingsError(f"{unknown[0]}: no such table")
    settings = Settings(**parts)
    _check(settings)
    return settings


def _fill(name: str, default: Table, table: dict[str, Any]) -> Table:
    """Take the values of one table over into its defaults."""
    assert dataclasses.is_dataclass(default) and not isinstance(default, type)
    known = {part.name: getattr(default, part.name) for part in dataclasses.fields(default)}
    for key, value in table.items():
        if key not in known:
            raise SettingsError(f"{name}.{key}: no such setting")
        kind = type(known[key])
        fits = type(value) is kind or (kind is float and type(value) is int)
        if not fits:
            raise SettingsError(f"{name}.{key}: {KINDS[kind]} is expected, not {value!r}")
    table = {key: type(known[key])(value) for key, value in table.items()}  # 0 for 0.0 is fine
    filled: Any = dataclasses.replace(default, **table)
    return filled  # type: ignore[no-any-return]  # the same dataclass


def check_same_run(before: Settings, now: Settings) -> None:
    """Refuse to go on with a run whose arrays would not fit the configuration any more."""
    old, new = dataclasses.asdict(before), dataclasses.asdict(now)
    fixed = [(table, name) for table in ("game", "network") for name in old[table]]
    for table, name in [*fixed, ("selfplay", "games")]:
        if old[table][name] != new[table][name]:
            begun = f"the run was begun with {old[table][name]}"
            raise SettingsError(f"{table}.{name}: {begun}, which cannot be changed")
    origin = before.run.origin
    if now.run.origin and not _is_same_place(origin, now.run.origin):
        begun = f"the run was begun with {origin}" if origin else "the run was begun without one"
        raise SettingsError(f"run.origin: {begun}, which cannot be changed")


def keep_origin(before: Settings, now: Settings) -> Settings:
    """Return settings that say where the weights of a run came from, as it was begun."""
    run = dataclasses.replace(now.run, origin=before.run.origin)
    return dataclasses.replace(now, run=run)


def _is_same_place(one: str, other: str) -> bool:
    """Tell whether two paths, either of them perhaps none, lead to the same place."""
    return one == other or (one != "" and Path(one).resolve() == Path(other).resolve())


def _check(settings: Settings) -> None:
    """Refuse values that mean nothing, or that do not go together."""
    try:
        environment = settings.environment
    except ValueError as error:
        raise SettingsError(f"game.{error}") from error
    if environment.max_rounds == 0:
        raise SettingsError("game.max_rounds: learning needs a limit of rounds")
    if settings.run.precision not in {"float32", "bfloat16"}:
        raise SettingsError("run.precision: float32 or bfloat16")
    for table in dataclasses.fields(settings):
        if table.name != "game":
            _check_numbers(table.name, getattr(settings, table.name))
    if (rounding := settings.learning.rounding) and not COARSEST <= rounding <= FINEST:
        raise SettingsError(
            f"learning.rounding: {rounding} is neither 0 nor from {COARSEST} to {FINEST}"
        )
    if settings.selfplay.plies % settings.selfplay.thorough:
        raise SettingsError("selfplay.plies: not a multiple of selfplay.thorough")
    if settings.replay.plies % settings.selfplay.plies:
        raise SettingsError("replay.plies: not a multiple of selfplay.plies")
    if settings.replay.warmup > settings.replay.plies:
        raise SettingsError("replay.warmup: more than replay.plies")


def _check_numbers(table: str, values: "DataclassInstance") -> None:
    """Refuse numbers of a table that are too small, too large or no numbers at all."""
    for part in dataclasses.fields(values):
        name, value = part.name, getattr(values, part.name)
        if type(value) is int and value < (name not in MAY_BE_NOTHING):
            raise SettingsError(f"{table}.{name}: {value} is too small")
        most = AT_MOST.get(f"{table}.{name}", MOST)
        if type(value) is int and value > most:
            raise SettingsError(f"{table}.{name}: {value} is more than {most}")
        if isinstance(value, float) and not 0 <= value < math.inf:
            raise SettingsError(f"{table}.{name}: {value} is no number from 0 up")
        if name in SHARES and value > 1:
            raise SettingsError(f"{table}.{name}: {value} is no share from 0 to 1")
