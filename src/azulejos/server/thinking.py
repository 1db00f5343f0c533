"""What runs in the processes of the crew: a player, a state, a move."""

from functools import lru_cache

from azulejos.players import Player, create
from azulejos.rules import Move, State


def choose(name: str, state: State) -> Move:
    """Return a player's move."""
    return _player(name).choose(state)


@lru_cache(maxsize=32)
def _player(name: str) -> Player:
    return create(name)
