"""Who plays in a match: a player of the registry, or an engine in a process of its own.

Contestants are written as text:

    greedy                              a player of the registry
    greedy:movetime=1000,name=Quick     with limits and a name of its own
    master:network=mine.network         with a network from a file
    cmd:./engine --fast                 any program that speaks AEP
    cmd[nodes=5000,Threads=1]:./engine  with limits and engine options

``movetime``, ``time``, ``inc`` (milliseconds), ``nodes`` and ``depth`` limit the thinking,
``name`` is what tables call the contestant, every other key is an option: of an engine
whatever it has, of a player with a network the weights file it plays with.
"""

import re
import shlex
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from azulejos.errors import OptionError
from azulejos.players import Limits
from azulejos.players.protocol import NO_LIMITS
from azulejos.players.registry import find

ENGINE: Final = "cmd"
NETWORK: Final = "network"
"""The option of players with a network: a weights file to play with."""
CHECKSUM: Final = "checksum"
"""What tells the network in that file from others; it is looked up where it is not given."""

_SPEC: Final = r"cmd(?:\[(?P<options>[^\]]*)\])?:(?P<command>.*)"
_LIMITS: Final = {
    "movetime": ("movetime_ms", 1),
    "time": ("time_ms", 1),
    "inc": ("inc_ms", 0),
    "nodes": ("nodes", 1),
    "depth": ("depth", 1),
}
_MAX_NAME: Final = 60
_LONGEST_LINE: Final = 200


@dataclass(frozen=True, slots=True)
class Contestant:
    """One side of a match, as a value that can travel to another process."""

    name: str
    """What tables and records call it."""
    player: str = ""
    """Its name in the registry; empty for an engine."""
    command: str = ""
    """The command line that starts the engine; empty for a player of the registry."""
    limits: Limits = NO_LIMITS
    options: tuple[tuple[str, str], ...] = ()
    """Options of the engine or the player, in the order given."""

    @property
    def is_engine(self) -> bool:
        """Whether it is a process of its own."""
        return bool(self.command)

    @property
    def network(self) -> Path | None:
        """The weights file it plays with; None for the shipped ones, and for engines."""
        given = None if self.is_engine else dict(self.options).get(NETWORK)
        return None if given is None else Path(given)

    def with_limits(self, limits: Limits) -> "Contestant":
        """Return this contestant with limits it takes unless it has some of its own."""
        return self if self.limits != NO_LIMITS else replace(self, limits=limits)


def parse_contestant(text: str) -> Contestant:
    """Read a contestant, and check that there is such a player or program."""
    if not text.isprintable():
        raise OptionError("only printable letters, please", "contestant")
    engine = re.fullmatch(_SPEC, text)
    if engine is not None:
        settings = _settings(engine["options"] or "", text)
        command = engine["command"].strip()
        _check_program(command)
        name = settings.pop("name", command)
        return _build(name, settings, command=command)
    name, _, options = text.partition(":")
    settings = _settings(options, text)
    entry = find(name)
    player = entry.name
    shown = settings.pop("name", _usual_name(player, settings))
    contestant = _build(shown, settings, player=player)
    allowed = (NETWORK, CHECKSUM) if entry.takes_network else ()
    for option, _ in contestant.options:
        if option not in allowed:
            raise OptionError(f"{player} has no option {option!r}", text)
    return _with_checksum(contestant)


def checksum_of(network: Path) -> str | None:
    """Return what tells a weights file from others; None if there is none to be read."""
    try:
        with network.open("rb") as file:
            file.readline(_LONGEST_LINE)
            line = file.readline(_LONGEST_LINE).decode("ascii", "replace")
    except OSError:
        return None
    found = re.match(r"[0-9a-f]{12}", line)
    return found and found[0]


def check_names(contestants: Sequence[Contestant]) -> None:
    """Refuse contestants of whom tables could not tell which is which."""
    for name, times in Counter(contestant.name for contestant in contestants).items():
        if times > 1:
            raise OptionError(f"{name!r} comes twice; tell them apart with name=...", "contestants")


def format_contestant(contestant: Contestant) -> str:
    """Write a contestant so that reading it gives the same again."""
    limits = contestant.limits
    settings = {key: getattr(limits, field) for key, (field, _) in _LIMITS.items()}
    pairs = [f"{key}={value}" for key, value in settings.items() if value is not None]
    pairs += [f"{key}={value}" for key, value in contestant.options]
    options = ",".join([*pairs, f"name={contestant.name}"])
    if contestant.is_engine:
        return f"{ENGINE}[{options}]:{contestant.command}"
    return f"{contestant.player}:{options}"


def _usual_name(player: str, settings: Mapping[str, str]) -> str:
    """Return what a player is called that has no name of its own: by all it was given."""
    shown = {key: value for key, value in settings.items() if key != CHECKSUM}
    if NETWORK in shown:
        shown[NETWORK] = Path(shown[NETWORK]).name  # paths are long, and alike
    options = ",".join(f"{key}={value}" for key, value in shown.items())
    return f"{player}:{options}" if options else player


def _with_checksum(contestant: Contestant) -> Contestant:
    """Note which network a file holds, so that a match does not go on with another one."""
    if contestant.network is None or CHECKSUM in dict(contestant.options):
        return contestant
    checksum = checksum_of(contestant.network)
    noted = () if checksum is None else ((CHECKSUM, checksum),)
    return replace(contestant, options=contestant.options + noted)


def _build(
    name: str, settings: Mapping[str, str], *, player: str = "", command: str = ""
) -> Contestant:
    # A name stands between commas and brackets when it is written down.
    name = " ".join(re.sub(r"[,\[\]]", " ", name).split()) or player or ENGINE
    if len(name) > _MAX_NAME:
        name = name[: _MAX_NAME - 3] + "..."
    numbers: dict[str, Any] = {
        field: _number(key, settings[key], least)
        for key, (field, least) in _LIMITS.items()
        if key in settings
    }
    if "inc" in settings and "time" not in settings:
        raise OptionError("an increment needs a clock: give time as well", "inc")
    options = tuple((key, value) for key, value in settings.items() if key not in _LIMITS)
    return Contestant(name, player, command, Limits(**numbers), options)


def _settings(text: str, spec: str) -> dict[str, str]:
    settings: dict[str, str] = {}
    for pair in filter(None, text.split(",")):
        key, equals, value = (part.strip() for part in pair.partition("="))
        if not (key and equals and value):
            raise OptionError(f"{pair!r} is not of the form key=value", spec)
        if key in settings:
            raise OptionError("given twice", f"{spec}, {key}")
        settings[key] = value
    return settings


def _number(key: str, text: str, least: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 12 and int(text) >= least):
        raise OptionError(f"{text[:40]!r} is not a whole number from {least} on", key)
    return int(text)


def _check_program(command: str) -> None:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"{command!r}: {error}", ENGINE) from None
    if not words:
        raise OptionError("a command line must follow", ENGINE)
    if shutil.which(words[0]) is None:
        raise OptionError(f"there is no program {words[0]!r} to run", ENGINE)
