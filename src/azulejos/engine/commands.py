"""What the lines of the protocol mean: words in, values out.

Words that a command does not know are skipped, as the protocol asks; a word that it
knows with a value it cannot have is an error that names it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from azulejos.engine.replay import Start, parse_players, parse_wall, replay, set_out
from azulejos.errors import NotationError, OptionError
from azulejos.fair import parse_seed
from azulejos.notation import parse_position
from azulejos.players import Limits
from azulejos.rules import State

MAX_PERFT_DEPTH: Final = 99

_FIELDS_BEFORE_BOARDS: Final = 8
_NUMBER: Final = re.compile(r"[0-9]{1,15}")
_LEAST: Final = {"movetime": 0, "time": 0, "inc": 0, "nodes": 1, "depth": 1}


class Setting(NamedTuple):
    """An option and the value it is to have, both as written."""

    name: str
    value: str


def read_position(words: Sequence[str]) -> State:
    """Return the state that the words after ``position`` describe."""
    if not words:
        raise NotationError("'start' or a position must follow")
    cut = words.index("moves") if "moves" in words else len(words)
    head, events = words[:cut], words[cut + 1 :]
    if head and head[0] == "start":
        return set_out(read_start(head[1:]), events)
    fields = head[:_FIELDS_BEFORE_BOARDS]
    boards = [word for word in head[_FIELDS_BEFORE_BOARDS:] if ":" in word]
    return replay(parse_position(" ".join([*fields, *boards])), events)


def read_start(words: Sequence[str]) -> Start:
    """Return how the words after ``position start`` want the game to begin."""
    start = Start()
    rest = iter(words)
    for word in rest:
        if word == "players":
            start = start._replace(players=parse_players(_value(word, rest)))
        elif word == "wall":
            start = start._replace(wall=parse_wall(_value(word, rest)))
        elif word == "seed":
            start = start._replace(seed=parse_seed(_value(word, rest)))
    return start


def read_go(words: Sequence[str]) -> Limits:
    """Return the limits that the words after ``go`` set."""
    numbers: dict[str, int] = {}
    infinite = False
    rest = iter(words)
    for word in rest:
        if word in _LEAST:
            numbers[word] = _number(word, _value(word, rest), _LEAST[word])
        elif word == "infinite":
            infinite = True
    return Limits(
        movetime_ms=numbers.get("movetime"),
        time_ms=numbers.get("time"),
        inc_ms=numbers.get("inc"),
        nodes=numbers.get("nodes"),
        depth=numbers.get("depth"),
        infinite=infinite,
    )


def read_depth(words: Sequence[str]) -> int:
    """Return the depth that follows ``perft``."""
    depth = _number("depth", words[0] if words else "", 0)
    if depth > MAX_PERFT_DEPTH:
        raise OptionError(f"{depth} is more than {MAX_PERFT_DEPTH}", "depth")
    return depth


def read_setoption(words: Sequence[str]) -> Setting:
    """Return the option and the value in the words after ``setoption``; both may have spaces."""
    if "name" not in words:
        raise OptionError("say 'setoption name N value V'", "name")
    words = words[words.index("name") + 1 :]
    if "value" not in words:
        raise OptionError("say 'setoption name N value V'", "value")
    cut = words.index("value")
    return Setting(" ".join(words[:cut]), " ".join(words[cut + 1 :]))


def _value(word: str, rest: Iterator[str]) -> str:
    value = next(rest, None)
    if value is None:
        raise OptionError("a value must follow", word)
    return value


def _number(name: str, text: str, least: int) -> int:
    if not _NUMBER.fullmatch(text) or int(text) < least:
        raise OptionError(f"{text[:40]!r} is not a whole number from {least} on", name)
    return int(text)
