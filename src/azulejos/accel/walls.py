"""Walls as 25-bit masks: what they hold, what a tile scores, what they earn at the end.

Runs are flood fills inside one machine word, so nothing here looks anything up in memory.
"""

from typing import Final

import jax.numpy as jnp
import numpy as np
from jax import lax

from azulejos.accel.game import (
    COLOUR_BONUS,
    COLUMN_BONUS,
    NUM_COLOURS,
    NUM_LINES,
    ROW_BONUS,
    Game,
)
from azulejos.accel.state import Array

ROWS: Final = np.arange(NUM_LINES, dtype=np.int32)
COLOURS: Final = np.arange(NUM_COLOURS, dtype=np.int32)
FULL_ROW: Final = 31
ACROSS: Final = 1
DOWN: Final = NUM_COLOURS

PRINTED: Final = 5 * ROWS[:, None] + (COLOURS[None, :] + ROWS[:, None]) % 5
"""Bit number of the space of each colour on the coloured wall, i32[row, colour]."""
COLOUR_SPACES: Final = np.sum(1 << PRINTED, axis=0, dtype=np.int32)
"""All five spaces of each colour on the coloured wall, i32[colour]."""


def occupied(game: Game, wall: Array) -> Array:
    """Return the occupied spaces, i32[P]."""
    return jnp.sum(wall, axis=-1) if game.is_gray else wall


def row_masks(spaces: Array) -> Array:
    """Return the columns occupied in each row, i32[..., 5], of masks i32[...]."""
    return (spaces[..., None] >> (5 * ROWS)) & FULL_ROW


def holds(game: Game, wall: Array) -> Array:
    """Tell whether a row of the wall holds a colour: bool[P, row, colour]."""
    if game.is_gray:
        return jnp.swapaxes(row_masks(wall), -1, -2) != 0
    return ((wall[..., None, None] >> PRINTED) & 1) != 0


def columns_with(spaces: Array) -> Array:
    """Return the columns that masks of spaces touch in any row, i32 of five bits."""
    folded = spaces | (spaces >> 5) | (spaces >> 10) | (spaces >> 15) | (spaces >> 20)
    return folded & FULL_ROW


def run_length(spaces: Array, cell: Array, stride: int) -> Array:
    """Count the tiles of a straight run through a cell, one bit, that is among the spaces."""
    run = cell
    for _ in range(4):
        run = run | (((run << stride) | (run >> stride)) & spaces)
    return lax.population_count(run)


def tile_points(spaces: Array, cell: Array, row: int) -> Array:
    """Return what the tile on a cell scores; the spaces include the cell."""
    across = run_length(spaces & (FULL_ROW << 5 * row), cell, ACROSS)
    down = run_length(spaces, cell, DOWN)
    both = jnp.where(across > 1, across, 0) + jnp.where(down > 1, down, 0)
    return jnp.maximum(1, both)


def space_points(spaces: Array) -> Array:
    """Return what a tile on each free space would score, i32[..., 25]; 0 where one lies."""
    rows = []
    for row in range(NUM_LINES):
        cells = jnp.asarray(1 << (5 * row + COLOURS))
        wall = spaces[..., None]
        points = tile_points(wall | cells, cells, row)
        rows.append(jnp.where((wall & cells) != 0, 0, points))
    return jnp.concatenate(rows, axis=-1)


def complete_rows(game: Game, wall: Array) -> Array:
    """Count the complete rows of each wall, i32[P]."""
    return jnp.sum(row_masks(occupied(game, wall)) == FULL_ROW, axis=-1, dtype=jnp.int32)


def colour_counts(game: Game, wall: Array) -> Array:
    """Count the tiles of each colour on each wall, i32[P, 5]."""
    return lax.population_count(wall if game.is_gray else wall[..., None] & COLOUR_SPACES)


def final_bonus(game: Game, wall: Array) -> Array:
    """Return the final bonuses of each wall, i32[P]."""
    spaces = occupied(game, wall)
    down = spaces & (spaces >> 5) & (spaces >> 10) & (spaces >> 15) & (spaces >> 20)
    columns = lax.population_count(down & FULL_ROW)
    colours = jnp.sum(colour_counts(game, wall) == NUM_LINES, axis=-1, dtype=jnp.int32)
    rows = complete_rows(game, wall)
    return ROW_BONUS * rows + COLUMN_BONUS * columns + COLOUR_BONUS * colours
