"""The position as arrays, small enough that a GPU holds millions of them."""

from typing import Final, NamedTuple, TypeVar

import jax
import jax.numpy as jnp

from azulejos.accel.game import NUM_COLOURS, NUM_LINES, TILES_PER_COLOUR, Game

Array = jax.Array

DRAFT: Final = 0
TILE: Final = 1
DEAL: Final = 2
OVER: Final = 3

NOBODY: Final = -1
"""The holder of the marker while it lies in the centre."""

Tree = TypeVar("Tree")


class State(NamedTuple):
    """One position; batches have leading axes. P players, S sources, the last the centre.

    A tile that falls to a floor line counts as in the lid at once: it gets there before the
    next draw, and only the number of occupied spaces costs points. Of an empty pattern line
    the colour is 0. Space (row, column) of a wall is bit ``5 * row + column``.
    """

    sources: Array
    """i8[S, 5]: tiles by source and colour."""
    line_count: Array
    """i8[P, 5]: tiles on each pattern line."""
    line_colour: Array
    """i8[P, 5]: their colour."""
    wall: Array
    """i32[P] occupied spaces (coloured wall); i32[P, 5] spaces of each colour (gray wall)."""
    floor: Array
    """i8[P]: occupied spaces of the floor line, the marker included."""
    score: Array
    """i16[P]: points; the final bonuses included once the game is over."""
    bag: Array
    """i8[5]: tiles in the bag by colour."""
    lid: Array
    """i8[5]: tiles in the lid and on floor lines by colour."""
    player: Array
    """i8: who is to act; before a deal and at the end the same as ``start``."""
    start: Array
    """i8: who starts this round; before a deal, the round to be dealt."""
    marker: Array
    """i8: who holds the marker, or -1."""
    round: Array
    """i16: the number of the round, from 1; before a deal, of the round to be dealt."""
    phase: Array
    """i8: 0 drafting, 1 choosing a column, 2 a deal is due, 3 over."""


def new_state(game: Game, start: int | Array = 0) -> State:
    """Return the position before the first deal."""
    players = game.players
    wall_shape = (players, NUM_COLOURS) if game.is_gray else (players,)
    first = jnp.asarray(start, jnp.int8)
    return State(
        sources=jnp.zeros((game.num_sources, NUM_COLOURS), jnp.int8),
        line_count=jnp.zeros((players, NUM_LINES), jnp.int8),
        line_colour=jnp.zeros((players, NUM_LINES), jnp.int8),
        wall=jnp.zeros(wall_shape, jnp.int32),
        floor=jnp.zeros((players,), jnp.int8),
        score=jnp.zeros((players,), jnp.int16),
        bag=jnp.full((NUM_COLOURS,), TILES_PER_COLOUR, jnp.int8),
        lid=jnp.zeros((NUM_COLOURS,), jnp.int8),
        player=first,
        start=first,
        marker=jnp.full((), NOBODY, jnp.int8),
        round=jnp.ones((), jnp.int16),
        phase=jnp.full((), DEAL, jnp.int8),
    )


def choose_tree(condition: Array, yes: Tree, no: Tree) -> Tree:
    """Select between two trees of arrays by one condition, or by one for each of a batch."""

    def pick(first: Array, second: Array) -> Array:
        axes = (1,) * (first.ndim - condition.ndim)
        return jnp.where(condition.reshape(condition.shape + axes), first, second)

    chosen: Tree = jax.tree.map(pick, yes, no)
    return chosen
