"""What every player shares: its random choices, and the refusal to move where nobody can."""

import secrets
from typing import Final

from azulejos.errors import IllegalMoveError, OptionError
from azulejos.rules import Move, Phase, State

MAX_SEED: Final = 2**64 - 1


def usable_seed(seed: int | None) -> int:
    """Return the seed, or a fresh unpredictable one if there is none."""
    if seed is None:
        return secrets.randbits(64)
    if not 0 <= seed <= MAX_SEED:
        raise OptionError(f"a seed is a whole number from 0 to {MAX_SEED}, not {seed}", "seed")
    return seed


def moves_of(state: State) -> list[Move]:
    """Return the legal moves of a state, of which there must be at least one."""
    moves = state.legal_moves()
    if not moves:
        reason = "the game is over" if state.phase is Phase.OVER else "the next deal is due"
        raise IllegalMoveError(f"there is nothing to choose: {reason}")
    return moves
