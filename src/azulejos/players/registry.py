"""The players by name: the one list that engines, games and matches choose from."""

from collections.abc import Callable
from typing import Final, NamedTuple

from azulejos.errors import OptionError
from azulejos.players.greedy_player import GreedyPlayer
from azulejos.players.level import LEVELS, Level, LevelPlayer
from azulejos.players.protocol import Player
from azulejos.players.random import RandomPlayer
from azulejos.players.search_player import SearchPlayer
from azulejos.players.uct_player import UctPlayer

DEFAULT: Final = "search"
"""Who plays where nobody said who."""


class Entry(NamedTuple):
    """A player on the list: its name, its character in one line, and how to make one."""

    name: str
    character: str
    build: Callable[[int | None], Player]


def _builder(level: Level) -> Callable[[int | None], Player]:
    return lambda seed: LevelPlayer(level, seed)


_LEVELS: Final = tuple(Entry(level.name, level.character, _builder(level)) for level in LEVELS)
_ENTRIES: Final = (
    *_LEVELS,
    Entry("random", "takes any move, without looking", RandomPlayer),
    Entry("greedy", "takes what scores most right now, and never looks ahead", GreedyPlayer),
    Entry("uct", "plays whole games out at random and counts what wins", UctPlayer),
    Entry("search", "searches the round and knows what boards are worth", SearchPlayer),
)


def names() -> tuple[str, ...]:
    """Return the names of all players: the levels from weakest to strongest, then the rest."""
    return tuple(entry.name for entry in _ENTRIES)


def levels() -> tuple[str, ...]:
    """Return the names of the eight levels, weakest first."""
    return tuple(entry.name for entry in _LEVELS)


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
