"""Who plays in a match: a player of the registry, or an engine in a process of its own.

Contestants are written as text:

    greedy                              a player of the registry
    greedy:movetime=1000,name=Quick     with limits and a name of its own
    cmd:./engine --fast                 any program that speaks AEP
    cmd[nodes=5000,Threads=1]:./engine  with limits and engine options

``movetime``, ``time``, ``inc`` (milliseconds), ``nodes`` and ``depth`` limit the thinking,
``name`` is what tables call the contestant, every other key is an option of the engine.
"""

import re
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from azulejos.errors import OptionError
from azulejos.players import Limits
from azulejos.players.protocol import NO_LIMITS
from azulejos.players.registry import find

ENGINE: Final = "cmd"

_SPEC: Final = r"cmd(?:\[(?P<options>[^\]]*)\])?:(?P<command>.*)"
_LIMITS: Final = {
    "movetime": ("movetime_ms", 1),
    "time": ("time_ms", 1),
    "inc": ("inc_ms", 0),
    "nodes": ("nodes", 1),
    "depth": ("depth", 1),
}
_MAX_NAME: Final = 60


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
    """Options of the engine, in the order given."""

    @property
    def is_engine(self) -> bool:
        """Whether it is a process of its own."""
        return bool(self.command)

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
    player = find(name).name
    shown = settings.pop("name", player if not settings else f"{player}:{options}")
    contestant = _build(shown, settings, player=player)
    if contestant.options:
        raise OptionError(f"{player} has no option {contestant.options[0][0]!r}", text)
    return contestant


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
