"""Who won, and by how much."""

import jax.numpy as jnp
import numpy as np

from azulejos.accel.game import Game
from azulejos.accel.state import OVER, Array, State
from azulejos.accel.walls import complete_rows


def win_share(game: Game, state: State) -> Array:
    """Return each seat's share of the victory if the scores stand, f32[P], summing to 1.

    Most points win, then complete rows; players still tied share.
    """
    rank = state.score.astype(jnp.int32) * 8 + complete_rows(game, state.wall)
    best = rank == jnp.max(rank)
    return best.astype(jnp.float32) / jnp.sum(best)


def margins(game: Game, state: State) -> Array:
    """Return each seat's lead over its best opponent in points, f32[P]."""
    score = state.score.astype(jnp.int32)
    others = jnp.where(np.eye(game.players, dtype=bool), -1, score[None, :])  # [P, P]
    return (score - jnp.max(others, axis=-1)).astype(jnp.float32)


def was_truncated(game: Game, state: State) -> Array:
    """Tell whether a game was broken off by the limit of rounds, not ended by the rules."""
    ended = jnp.any(complete_rows(game, state.wall) > 0)
    ended |= jnp.sum(state.bag + state.lid, dtype=jnp.int32) == 0
    return (state.phase == OVER) & ~ended
