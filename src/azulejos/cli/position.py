"""Positions as arguments of a command: in quotes, word by word, from stdin, or ``start``."""

import sys
from collections.abc import Sequence
from typing import NamedTuple

from azulejos.engine.commands import read_start
from azulejos.engine.replay import Start, replay, set_out
from azulejos.errors import NotationError
from azulejos.notation import parse_position
from azulejos.rules import State

_FIELDS_BEFORE_BOARDS = 8
_START_WORDS = ("players", "wall", "seed")


class Given(NamedTuple):
    """What the words of a command line say: where to begin, and what follows."""

    begin: Start | State
    rest: tuple[str, ...]

    def state(self, events: Sequence[str] = ()) -> State:
        """Return the state that the position and the events lead to."""
        if isinstance(self.begin, Start):
            return set_out(self.begin, events)
        return replay(self.begin, events)


def read_given(arguments: Sequence[str]) -> Given:
    """Split the words of a command line into the position and what comes after it."""
    words = _words(arguments)
    if not words:
        raise NotationError("give a position, 'start', or '-' to read it from standard input")
    if words[0] == "start":
        end = 1
        while end < len(words) and words[end] in _START_WORDS:
            end += 2
        return Given(read_start(words[1:end]), _after_moves(words[end:]))
    end = _FIELDS_BEFORE_BOARDS
    while end < len(words) and ":" in words[end]:
        end += 1
    return Given(parse_position(" ".join(words[:end])), _after_moves(words[end:]))


def read_state(arguments: Sequence[str]) -> State:
    """Return the state that a command line describes, with events after ``moves`` if any."""
    given = read_given(arguments)
    return given.state(given.rest)


def _words(arguments: Sequence[str]) -> list[str]:
    words: list[str] = []
    for place, argument in enumerate(arguments):
        # Later on a lone dash is an empty centre.
        if place == 0 and argument == "-":
            words += sys.stdin.read(1 << 20).removeprefix("\ufeff").split()
        else:
            words += argument.split()
    if words[:1] == ["position"]:
        del words[0]
    return words


def _after_moves(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(words[1:] if words[:1] == ["moves"] else words)
