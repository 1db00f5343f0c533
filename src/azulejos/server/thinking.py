"""What runs in the processes of the crew: a player, a state, a move."""

from functools import lru_cache
from typing import Final

from azulejos.players import Player, create
from azulejos.rules import Move, State

_MOST_PLAYERS: Final = 4
"""So many remember what they have seen, as many as sit at a table; each takes up to 40 MB."""


def choose(name: str, seat: str, state: State) -> Move:
    """Return a player's move; it remembers what it saw when it was last asked for that seat."""
    return player_of(name, seat).choose(state)


@lru_cache(maxsize=_MOST_PLAYERS)
def player_of(name: str, seat: str) -> Player:
    """Return one for each seat, told by any word: a player must not see two games as one."""
    del seat
    return create(name)
