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
from azulejos.notation.positions import NUM_COMMON_FIELDS
from azulejos.players import Limits
from azulejos.rules import State

MAX_PERFT_DEPTH: Final = 99

MAX_DIGITS: Final = 15

_NUMBER: Final = re.compile(r"[0-9]+")
_LEAST: Final = {"movetime": 0, "time": 0, "inc": 0, "nodes": 1, "depth": 1}


class Given(NamedTuple):
    """What the words of a position say: where to begin, what follows ``moves``, and the rest."""

    begin: Start | State
    events: tuple[str, ...]
    others: tuple[str, ...]
    """Words before ``moves`` that are no part of the position."""

    def state(self, events: Sequence[str]) -> State:
        """Return the state that events lead to."""
        if isinstance(self.begin, Start):
            return set_out(self.begin, events)
        return replay(self.begin, events)


class Setting(NamedTuple):
    """An option and the value it is to have, both as written."""

    name: str
    value: str


def read_position(words: Sequence[str]) -> State:
    """Return the state that the words after ``position`` describe."""
    if not words:
        raise NotationError("'start' or a position must follow")
    given = read_given(words)
    return given.state(given.events)


def read_given(words: Sequence[str]) -> Given:
    """Tell the position among some words from the events after it and from anything else."""
    cut = words.index("moves") if "moves" in words else len(words)
    head, events = words[:cut], tuple(words[cut + 1 :])
    if head and head[0] == "start":
        start, others = _read_start(head[1:])
        return Given(start, events, others)
    fields, rest = head[:NUM_COMMON_FIELDS], head[NUM_COMMON_FIELDS:]
    boards = [word for word in rest if _may_be_a_board(word)]
    others = tuple(word for word in rest if not _may_be_a_board(word))
    return Given(parse_position(" ".join([*fields, *boards])), events, others)


def _may_be_a_board(word: str) -> bool:
    """Whether a word has a board's colons, and is no word of letters such as ``note:this``."""
    return ":" in word and not word[0].isalpha()


def _read_start(words: Sequence[str]) -> tuple[Start, tuple[str, ...]]:
    """Return how the words after ``start`` want the game to begin, and those not understood."""
    start = Start()
    others = []
    rest = iter(words)
    for word in rest:
        if word == "players":
            start = start._replace(players=parse_players(_value(word, rest)))
        elif word == "wall":
            start = start._replace(wall=parse_wall(_value(word, rest)))
        elif word == "seed":
            start = start._replace(seed=parse_seed(_value(word, rest)))
        else:
            others.append(word)
    return start, tuple(others)


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
    if _NUMBER.fullmatch(text) and len(text) > MAX_DIGITS:
        raise OptionError(f"a number of {len(text)} digits is too large", name)
    if not _NUMBER.fullmatch(text) or int(text) < least:
        raise OptionError(f"{text[:40]!r} is not a whole number from {least} on", name)
    return int(text)
