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


def _policy(seed: int | None) -> Player:
    from azulejos.players.policy_player import PolicyPlayer  # noqa: PLC0415  # brings NumPy

    return PolicyPlayer(seed)


def _neural(seed: int | None) -> Player:
    from azulejos.players.neural_player import NeuralPlayer  # noqa: PLC0415  # brings NumPy

    return NeuralPlayer(seed)


_LEVELS: Final = tuple(Entry(level.name, level.character, _builder(level)) for level in LEVELS)
_ENTRIES: Final = (
    *_LEVELS,
    Entry("random", "takes any move, without looking", RandomPlayer),
    Entry("greedy", "takes what scores most right now, and never looks ahead", GreedyPlayer),
    Entry("uct", "plays whole games out at random and counts what wins", UctPlayer),
    Entry("search", "searches the round and knows what boards are worth", SearchPlayer),
)
_WITH_NETWORK: Final = (
    Entry("policy", "looks once, with a trained eye, and moves", _policy),
    Entry("neural", "searches the round with the judgement of a network", _neural),
)


def names() -> tuple[str, ...]:
    """Return the names of who plays every mode: the levels from the weakest, then the rest."""
    return tuple(entry.name for entry in _ENTRIES)


def levels() -> tuple[str, ...]:
    """Return the names of the eight levels, weakest first."""
    return tuple(entry.name for entry in _LEVELS)


def names_with_network() -> tuple[str, ...]:
    """Return the names of the players that play only the modes whose networks are shipped."""
    return tuple(entry.name for entry in _WITH_NETWORK)


def find(name: str) -> Entry:
    """Return the entry of a player, by its name in small or capital letters."""
    for entry in (*_ENTRIES, *_WITH_NETWORK):
        if entry.name == name.lower():
            return entry
    raise OptionError(f"there is no player {name!r}; choose from {', '.join(names())}", "player")


def character(name: str) -> str:
    """Return one line that says how a player plays."""
    return find(name).character


def create(name: str, seed: int | None = None) -> Player:
    """Return a new player; with a seed its random choices can be repeated."""
    return find(name).build(seed)
