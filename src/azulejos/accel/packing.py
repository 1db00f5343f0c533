"""Positions as rows of bytes: one gather or one write for a whole position."""

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from azulejos.accel.game import Game
from azulejos.accel.state import Array, State, new_state


@cache
def _fields(game: Game) -> tuple[tuple[tuple[int, ...], np.dtype[np.generic]], ...]:
    """Return shape and type of each field of a position."""
    state = jax.eval_shape(lambda: new_state(game))
    return tuple((field.shape, np.dtype(field.dtype)) for field in state)


@cache
def packed_size(game: Game) -> int:
    """Return how many bytes a position takes."""
    return sum(int(np.prod(shape)) * kind.itemsize for shape, kind in _fields(game))


def pack(state: State) -> Array:
    """Write a position as bytes, u8[packed_size]."""
    return jnp.concatenate([lax.bitcast_convert_type(x, jnp.uint8).reshape(-1) for x in state])


def unpack(game: Game, row: Array) -> State:
    """Read a position from its bytes."""
    fields, start = [], 0
    for shape, kind in _fields(game):
        size = int(np.prod(shape)) * kind.itemsize
        bytes_shape = shape if kind.itemsize == 1 else (*shape, kind.itemsize)
        part = row[start : start + size].reshape(bytes_shape)
        fields.append(lax.bitcast_convert_type(part, kind))
        start += size
    return State(*fields)
