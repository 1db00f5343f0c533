"""The players by name: the one list that engines, games and matches choose from."""

from collections.abc import Callable
from typing import Final, NamedTuple

from azulejos.errors import OptionError
from azulejos.players.greedy_player import GreedyPlayer
from azulejos.players.protocol import Player
from azulejos.players.random import RandomPlayer

DEFAULT: Final = "greedy"


class Entry(NamedTuple):
    """A player on the list: its name, its character in one line, and how to make one."""

    name: str
    character: str
    build: Callable[[int | None], Player]


_ENTRIES: Final = (
    Entry("random", "takes any move, without looking", RandomPlayer),
    Entry("greedy", "takes what scores most right now, and never looks ahead", GreedyPlayer),
)


def names() -> tuple[str, ...]:
    """Return the names of all players, weakest first."""
    return tuple(entry.name for entry in _ENTRIES)


def find(name: str) -> Entry:
    """Return the entry of a player, by its name in small or capital letters."""
    for entry in _ENTRIES:
        if entry.name == name.lower():
            return entry
    raise OptionError(f"there is no player {name!r}; choose from {', '.join(names())}", "player")


def character(name: str) -> str:
    """Return one line that says how a player plays."""
    return find(name).character


def create(name: str, seed: int | None = None) -> Player:
    """Return a new player; with a seed its random choices can be repeated."""
    return find(name).build(seed)
