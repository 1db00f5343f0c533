"""The players by name: the one list that engines, games and matches choose from."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from azulejos.errors import OptionError
from azulejos.players.greedy_player import GreedyPlayer
from azulejos.players.level import LEVELS, Level, LevelPlayer
from azulejos.players.protocol import Limits, Player
from azulejos.players.random import RandomPlayer
from azulejos.players.search_player import SearchPlayer
from azulejos.players.uct_player import UctPlayer

DEFAULT: Final = "master"
"""Who plays, and who is asked for advice, where nobody said who: the strongest."""
MASTERS_USUAL: Final = Limits(movetime_ms=500)
"""What the master takes for a move where nobody says how long it may think."""


class Entry(NamedTuple):
    """A player on the list: its name, its character in one line, and how to make one."""

    name: str
    character: str
    build: Callable[..., Player]
    """Takes a seed, and the path of a network if it takes one."""
    takes_network: bool = False
    """Whether it may play with a network from a file."""


def _builder(level: Level) -> Callable[[int | None], Player]:
    return lambda seed: LevelPlayer(level, seed)


def _policy(seed: int | None, network: Path | None = None) -> Player:
    from azulejos.players.policy_player import PolicyPlayer  # noqa: PLC0415  # brings NumPy

    return PolicyPlayer(seed, network)


def _master(seed: int | None, network: Path | None = None) -> Player:
    from azulejos.players.neural_player import NeuralPlayer  # noqa: PLC0415  # brings NumPy

    return NeuralPlayer(seed, name="master", usual=MASTERS_USUAL, network=network)


_LEVELS: Final = (
    *(Entry(level.name, level.character, _builder(level)) for level in LEVELS),
    Entry(
        "master",
        "sees the whole round and builds for the end of the game",
        _master,
        takes_network=True,
    ),
)
_ENTRIES: Final = (
    *_LEVELS,
    Entry("random", "takes any move, without looking", RandomPlayer),
    Entry("greedy", "takes what scores most right now, and never looks ahead", GreedyPlayer),
    Entry("uct", "plays whole games out at random and counts what wins", UctPlayer),
    Entry("search", "searches the round and knows what boards are worth", SearchPlayer),
    Entry("policy", "looks once, with a trained eye, and moves", _policy, takes_network=True),
)

_WEAKEST_FIRST: Final = (
    *("random", "uct", "beginner", "learner", "greedy", "casual", "keen", "skilled", "strong"),
    *("search", "policy", "expert", "master"),
)


def names() -> tuple[str, ...]:
    """Return the names of all players: the levels from the weakest, then the others."""
    return tuple(entry.name for entry in _ENTRIES)


def weakest_first() -> tuple[str, ...]:
    """Return the names of all players by their strength as measured, two players, coloured wall."""
    return _WEAKEST_FIRST


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


def create(name: str, seed: int | None = None, network: Path | None = None) -> Player:
    """Return a new player; with a seed its random choices can be repeated.

    ``network`` is a weights file for a player that plays with one, instead of the shipped ones.
    """
    entry = find(name)
    if network is None:
        return entry.build(seed)
    if not entry.takes_network:
        raise OptionError(f"{entry.name} takes no network from a file", "network")
    return entry.build(seed, network)
