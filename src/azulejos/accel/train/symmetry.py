"""The same position in other clothes: what may be exchanged without changing the game.

Displays have no order. On the gray wall colours are only names, and a wall may be seen in a
mirror, so that a position learnt is one of 240. On the coloured wall each colour has its places.
"""

from typing import Final

import jax
import jax.numpy as jnp

from azulejos.accel.game import NUM_COLOURS, Game
from azulejos.accel.state import Array, State

FIRST_COLUMN: Final = sum(1 << (5 * row) for row in range(5))
"""The spaces of a wall's first column."""


def disguise(game: Game, states: State, policy: Array, key: Array) -> tuple[State, Array]:
    """Exchange at random what may be exchanged, in a batch of positions and policies [N, A]."""
    displays, colours, mirror = jax.random.split(key, 3)
    size = policy.shape[0]
    drafts = policy[:, : game.num_drafts].reshape(size, game.num_sources, NUM_COLOURS, -1)
    columns = policy[:, game.num_drafts :]

    order = _orders(displays, size, game.num_displays)
    order = jnp.pad(order, ((0, 0), (0, 1)), constant_values=game.num_displays)  # the centre stays
    states = states._replace(sources=_reorder(states.sources, order, 1))
    drafts = _reorder(drafts, order, 1)
    if game.is_gray:
        order = _orders(colours, size, NUM_COLOURS)
        states, drafts = _recolour(states, order), _reorder(drafts, order, 2)
        is_mirrored = jax.random.bernoulli(mirror, shape=(size,))
        wall = jnp.where(is_mirrored[:, None, None], _mirrored(states.wall), states.wall)
        states = states._replace(wall=wall)
        columns = jnp.where(is_mirrored[:, None], columns[:, ::-1], columns)
    return states, jnp.concatenate([drafts.reshape(size, -1), columns], axis=1)


def _orders(key: Array, size: int, things: int) -> Array:
    """Draw an order of some things for each of a batch: what comes to each place."""
    return jnp.argsort(jax.random.uniform(key, (size, things)), axis=1)


def _reorder(values: Array, order: Array, axis: int) -> Array:
    """Put values [N, ...] into an order [N, K] along an axis."""
    shape = [1] * values.ndim
    shape[0], shape[axis] = order.shape
    return jnp.take_along_axis(values, order.reshape(shape), axis=axis)


def _recolour(states: State, order: Array) -> State:
    """Give colours other names; ``order`` is the old name of each."""
    new_names = jnp.argsort(order, axis=1)[:, None].astype(states.line_colour.dtype)
    line_colour = jnp.take_along_axis(new_names, states.line_colour.astype(jnp.int32), axis=2)
    return states._replace(
        sources=_reorder(states.sources, order, 2),
        line_colour=jnp.where(states.line_count > 0, line_colour, 0),
        wall=_reorder(states.wall, order, 2),
        bag=_reorder(states.bag, order, 1),
        lid=_reorder(states.lid, order, 1),
    )


def _mirrored(wall: Array) -> Array:
    """Return walls with their columns from right to left."""
    columns = [(wall >> column & FIRST_COLUMN) << (4 - column) for column in range(5)]
    return sum(columns[1:], start=columns[0])
