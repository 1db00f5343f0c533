"""Checkpoints: folders of ``.npz`` files and one ``run.json``, replaced as a whole.

No file holds more than one copy of the weights, so that files stay small enough to carry.
"""

import json
import shutil
import zlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar
from zipfile import BadZipFile

import jax
import jax.numpy as jnp
import numpy as np

from azulejos.accel.network import Params, init_params
from azulejos.accel.state import Array, State
from azulejos.accel.train.optimiser import Moments
from azulejos.accel.train.replay import Replay
from azulejos.accel.train.settings import RunSettings, Settings, SettingsError, make_settings

FORMAT: Final = 3
"""Moves with the arrays of a run, and with the observation: a network that saw other numbers is no
use."""
NAME: Final = "latest"

UNREADABLE: Final = (
    *(AttributeError, EOFError, KeyError, NotImplementedError, OSError),
    *(TypeError, ValueError, BadZipFile, zlib.error),
)
"""What NumPy raises where a file is cut short or is another one."""

Part = TypeVar("Part")


@dataclass
class Counters:
    """How far a run is."""

    iteration: int = 0
    plies: int = 0
    games: int = 0
    seconds: float = 0.0
    rating: float = 0.0
    """Elo points of the frozen opponent above the first network."""
    rounding: float = 0.0
    """How the weights were rounded when they last learnt, which is how they are played with."""

    def part_of(self, run: RunSettings) -> float:
        """Return the part of a run that lies behind, 0 to 1."""
        done = self.seconds / run.seconds if run.seconds else self.iteration / run.iterations
        return min(1.0, done)


@dataclass
class Progress:
    """Everything a run goes on from."""

    counters: Counters
    params: Params
    opponent: Params
    moments: Moments
    games: State
    replay: Replay | None
    """None in a checkpoint without it."""


def save(folder: Path, settings: Settings, progress: Progress) -> Path:
    """Write a checkpoint into a run's folder, in place of the one before."""
    new, kept, old = folder / f"{NAME}.new", folder / NAME, folder / f"{NAME}.old"
    for leftover in (new, old):
        shutil.rmtree(leftover, ignore_errors=True)
    new.mkdir(parents=True)
    _write(new / "params.npz", progress.params)
    _write(new / "opponent.npz", progress.opponent)
    _write(new / "mean.npz", progress.moments.mean)
    _write(new / "square.npz", progress.moments.square)
    _write(new / "games.npz", {"steps": progress.moments.steps, **progress.games._asdict()})
    if settings.replay.save and progress.replay is not None:
        _write(new / "replay.npz", progress.replay._asdict())
    facts = {"format": FORMAT, "settings": asdict(settings), "counters": asdict(progress.counters)}
    (new / "run.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    if kept.exists():
        kept.rename(old)
    new.rename(kept)
    shutil.rmtree(old, ignore_errors=True)
    return kept


def find(folder: Path) -> Path | None:
    """Return the last whole checkpoint of a run's folder, if there is one."""
    for name in (NAME, f"{NAME}.old"):
        if (folder / name / "run.json").exists():
            return folder / name
    return None


def load(path: Path) -> tuple[Settings, Progress]:
    """Read a checkpoint, and the settings it was made with."""
    settings, counters = _read_facts(path)
    steps, games = _read_as(path / "games.npz", _steps_and_games)
    mean, square = (_read_network(path / f"{name}.npz", settings) for name in ("mean", "square"))
    moments = Moments(mean, square, steps)
    replay = path / "replay.npz"
    progress = Progress(
        counters,
        _read_network(path / "params.npz", settings),
        _read_network(path / "opponent.npz", settings),
        moments,
        games,
        _read_as(replay, Replay) if replay.exists() else None,
    )
    return settings, progress


def load_settings(path: Path) -> Settings:
    """Read the settings a checkpoint was made with."""
    return _read_facts(path)[0]


def load_params(path: Path) -> Params:
    """Read the weights of a checkpoint alone."""
    return _read_network(path / "params.npz", load_settings(path))


def load_rounding(path: Path) -> float:
    """Read how the weights of a checkpoint are rounded, as they have learnt to be."""
    return _read_facts(path)[1].rounding


def _read_facts(path: Path) -> tuple[Settings, Counters]:
    """Read what a checkpoint says of itself."""
    try:
        return _parse_facts((path / "run.json").read_text(encoding="utf-8"))
    except SettingsError as error:
        raise SettingsError(f"{path / 'run.json'}: {error}") from error
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SettingsError(f"{path} is no checkpoint of this program ({error})") from error


def _parse_facts(text: str) -> tuple[Settings, Counters]:
    """Return the settings and counters that ``run.json`` holds."""
    facts = json.loads(text)
    if facts["format"] != FORMAT:
        raise ValueError(f"format {facts['format']}, this program reads {FORMAT}")
    settings = make_settings(facts["settings"])
    counters = {"rounding": settings.learning.rounding, **facts["counters"]}
    if not all(type(value) in {int, float} for value in counters.values()):
        raise ValueError("its counters are no numbers")
    return settings, Counters(**counters)


def _write(path: Path, arrays: Mapping[str, Array]) -> None:
    """Write named arrays."""
    host: dict[str, Any] = {name: np.asarray(jax.device_get(a)) for name, a in arrays.items()}
    np.savez(path, **host)


def _read_network(path: Path, settings: Settings) -> Params:
    """Read arrays that are as large as a network's of these settings."""
    params: Params = _read_as(path, dict)
    init = partial(init_params, settings.environment, settings.network)
    wanted = {name: array.shape for name, array in jax.eval_shape(init, jax.random.key(0)).items()}
    if {name: array.shape for name, array in params.items()} != wanted:
        raise SettingsError(f"{path} does not hold the network that run.json tells of")
    return params


def _read_as(path: Path, make: Callable[..., Part]) -> Part:
    """Read named arrays and make something of them; a file that is damaged is named."""
    with path.open("rb") as content:
        try:
            with np.load(content, allow_pickle=False) as file:
                made = make(**{name: file[name] for name in file.files})
        except UNREADABLE as error:
            raise SettingsError(f"{path} is damaged and cannot be read ({error})") from error
    there: Part = jax.tree.map(jnp.asarray, made)
    return there


def _steps_and_games(steps: Array, **games: Array) -> tuple[Array, State]:
    """Take apart what one file holds: the steps of the optimiser, and the games being played."""
    return steps, State(**games)
