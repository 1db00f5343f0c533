"""Positions as arguments of a command: in quotes, word by word, from stdin, or ``start``."""

import sys
from collections.abc import Sequence

from azulejos.engine.commands import read_given
from azulejos.errors import NotationError
from azulejos.rules import State


def read_state(arguments: Sequence[str]) -> State:
    """Return the state that a command line describes; ``moves`` before events may be left out."""
    words = _words(arguments)
    if not words:
        raise NotationError("give a position, 'start', or '-' to read it from standard input")
    given = read_given(words)
    return given.state((*given.others, *given.events))


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
