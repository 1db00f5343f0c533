"""The tiling phase and the end of a round.

Boards do not influence one another while they are tiled. So all of them are tiled at once,
row after row, each as far as it gets without a choice; on the gray wall the boards behind
the first player who has to choose are then left as they were.
"""

import functools
import operator
from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import lax

from azulejos.accel.game import NUM_COLOURS, NUM_LINES, Game
from azulejos.accel.state import DEAL, NOBODY, OVER, TILE, Array, State, choose_tree
from azulejos.accel.walls import (
    COLOURS,
    FULL_ROW,
    ROWS,
    columns_with,
    complete_rows,
    final_bonus,
    tile_points,
)

PENALTIES: Final = np.uint32(0xEB864210)
"""What 0 to 7 occupied spaces of the floor line cost, four bits each from the lowest."""


Planes = tuple[Array, ...]
"""Walls i32[P]: one, or one for each colour on the gray wall."""


class Tiled(NamedTuple):
    """Boards after tiling, each as far as it got."""

    wall: Array
    """i32[P] or i32[P, 5]: the walls."""
    points: Array
    """i32[P, 5]: what the tile of each line scored."""
    cleared: Array
    """bool[P, 5]: lines that were emptied."""
    dropped: Array
    """bool[P, 5]: those among them whose tiles all fell to the floor."""
    waits: Array
    """bool[P]: whether the player has to choose a column."""


class _Row(NamedTuple):
    """What became of one row of all boards; as `Tiled`, without its last axis."""

    planes: Planes
    points: Array
    cleared: Array
    dropped: Array
    waits: Array


def full_lines(state: State) -> Array:
    """Tell which pattern lines are full: bool[P, 5]."""
    return state.line_count == ROWS + 1


def floor_cost(floor: Array) -> Array:
    """Return what occupied floor spaces cost, as positive numbers."""
    return ((PENALTIES >> (4 * floor.astype(jnp.uint32))) & 15).astype(jnp.int32)


def allowed_columns(wall: Array, colour: Array, row: int | Array) -> Array:
    """Return where a colour may go in a row of gray walls i32[..., 5]: masks of five bits."""
    return _allowed(_by_colour(wall), colour, row)


def _by_colour(wall: Array) -> Planes:
    """Take gray walls i32[..., 5] apart: the spaces of each colour.

    Without an axis of colours all work on them is element by element, which one kernel can do.
    """
    return tuple(wall[..., number] for number in range(NUM_COLOURS))


def _together(planes: Planes) -> Array:
    """Return the spaces of all colours."""
    return functools.reduce(operator.or_, planes)


def _allowed(planes: Planes, colour: Array, row: int | Array) -> Array:
    same = _together(tuple(jnp.where(colour == n, plane, 0) for n, plane in enumerate(planes)))
    taken = _together(planes) >> (5 * row)
    return ~(taken | columns_with(same)) & FULL_ROW


def _tile_printed(wall: Array, full: Array, colour: Array, row: int) -> _Row:
    """Tile one row of coloured walls i32[P]; colour i32[P], full bool[P]."""
    column = colour + row
    column = jnp.where(column < 5, column, column - 5)
    cell = jnp.where(full, 1 << (5 * row + column), 0)
    wall = wall | cell
    points = jnp.where(full, tile_points(wall, cell, row), 0)
    never = jnp.zeros_like(full)
    return _Row((wall,), points, full, never, never)


def _best_column(spaces: Array, allowed: Array, row: int) -> Array:
    """Return the allowed column that scores most, the leftmost of several, as one bit; i32[P]."""
    best = most = jnp.zeros_like(allowed)
    for column in range(NUM_COLOURS):
        cell = jnp.full_like(allowed, 1 << (5 * row + column))
        points = jnp.where((allowed >> column) & 1 == 1, tile_points(spaces | cell, cell, row), 0)
        best = jnp.where(points > most, 1 << column, best)
        most = jnp.maximum(points, most)
    return best


def _tile_gray(planes: Planes, full: Array, colour: Array, row: int, allowed: Array) -> _Row:
    """Tile one row of gray walls, five times i32[P], where at most one column is allowed."""
    choices = lax.population_count(allowed)
    placed, dropped = full & (choices == 1), full & (choices == 0)
    cell = jnp.where(placed, allowed << (5 * row), 0)
    planes = tuple(p | jnp.where(colour == n, cell, 0) for n, p in enumerate(planes))
    points = jnp.where(placed, tile_points(_together(planes), cell, row), 0)
    return _Row(planes, points, placed | dropped, dropped, full & (choices > 1))


def tile_boards(game: Game, state: State, column: Array, *, ask: bool = True) -> Tiled:
    """Tile all boards, each as far as it gets.

    ``column``, i32[P], holds a choice made for the topmost full line of a player, as one
    bit, or 0. Without ``ask`` nobody waits: the column that scores most is taken.
    """
    full, colours = full_lines(state), state.line_colour.astype(jnp.int32)
    planes = _by_colour(state.wall) if game.is_gray else (state.wall,)
    held = jnp.zeros(full.shape[:-1], bool)
    rows: list[_Row] = []
    for row in range(NUM_LINES):
        due, colour = full[..., row] & ~held, colours[..., row]
        if game.is_gray:
            allowed = _allowed(planes, colour, row)
            if ask:
                allowed = jnp.where(column > 0, column, allowed)
                column = jnp.where(due, 0, column)
            else:
                allowed = _best_column(_together(planes), allowed, row)
            done = _tile_gray(planes, due, colour, row, allowed)
        else:
            done = _tile_printed(planes[0], due, colour, row)
        planes, held = done.planes, held | done.waits
        rows.append(done)
    return Tiled(
        jnp.stack(planes, axis=-1) if game.is_gray else planes[0],
        jnp.stack([row.points for row in rows], axis=-1),
        jnp.stack([row.cleared for row in rows], axis=-1),
        jnp.stack([row.dropped for row in rows], axis=-1),
        held,
    )


def settle(game: Game, state: State, column: Array) -> State:
    """Tile clockwise from the starting player until somebody has to choose or all are done.

    ``column``, i32, is the choice of the player to act if the phase asks for one.
    """
    seats = np.arange(game.players)
    player, start = state.player.astype(jnp.int32), state.start.astype(jnp.int32)
    chooses = (seats == player) & (state.phase == TILE)
    tiled = tile_boards(game, state, jnp.where(chooses, 1 << column, 0))
    tiled = lax.optimization_barrier(tiled)  # or it is worked out for every field anew
    if not game.is_gray:
        return end_round(game, _apply(game, state, tiled, np.ones(game.players, bool)))
    order = (seats - start) % game.players
    first = jnp.min(jnp.where(tiled.waits, order, game.players))
    after = _apply(game, state, tiled, order <= first)
    asked = after._replace(
        player=((start + first) % game.players).astype(jnp.int8),
        phase=jnp.full_like(state.phase, TILE),
    )
    ended = end_round(game, after)
    return choose_tree(first < game.players, asked, ended)


def _apply(game: Game, state: State, tiled: Tiled, whose: Array | np.ndarray) -> State:
    """Take over the tiling of some boards, bool[P]."""
    cleared = tiled.cleared & whose[:, None]
    to_lid = jnp.where(cleared, ROWS + tiled.dropped, 0)  # [P, 5]
    colour = state.line_colour[..., None] == COLOURS  # [P, 5, 5]
    lid = state.lid + jnp.sum(jnp.where(colour, to_lid[..., None], 0), axis=(0, 1))
    score = state.score + jnp.sum(jnp.where(cleared, tiled.points, 0), axis=-1)
    floor = state.floor
    if game.is_gray:
        fallen = jnp.sum(jnp.where(cleared & tiled.dropped, ROWS + 1, 0), axis=-1)
        floor = jnp.minimum(7, floor + fallen).astype(jnp.int8)
    own = whose[:, None] if game.is_gray else whose
    return state._replace(
        line_count=jnp.where(cleared, 0, state.line_count).astype(jnp.int8),
        line_colour=jnp.where(cleared, 0, state.line_colour).astype(jnp.int8),
        wall=jnp.where(own, tiled.wall, state.wall),
        floor=floor,
        score=score.astype(jnp.int16),
        lid=lid.astype(jnp.int8),
    )


def end_round(game: Game, state: State) -> State:
    """Charge and clear the floors, pass the marker on, and end the game if it is over."""
    score = jnp.maximum(0, state.score - floor_cost(state.floor))
    over = jnp.any(complete_rows(game, state.wall) > 0)
    over |= jnp.sum(state.bag + state.lid, dtype=jnp.int32) == 0
    if game.max_rounds:
        over |= state.round >= game.max_rounds
    score = score + jnp.where(over, final_bonus(game, state.wall), 0)
    heir = jnp.where(state.marker == NOBODY, state.start, state.marker)
    start = jnp.where(over, state.start, heir)
    return state._replace(
        floor=jnp.zeros_like(state.floor),
        score=score.astype(jnp.int16),
        player=start,
        start=start,
        marker=jnp.full_like(state.marker, NOBODY),
        round=jnp.where(over, state.round, state.round + 1).astype(jnp.int16),
        phase=jnp.where(over, OVER, DEAL).astype(jnp.int8),
    )
