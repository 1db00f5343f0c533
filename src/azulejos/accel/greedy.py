"""A player that looks one action ahead: the yardstick that needs no network."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from azulejos.accel.game import FLOOR_SIZE, NUM_COLOURS, NUM_TARGETS, Game
from azulejos.accel.play import legal_mask, own
from azulejos.accel.state import NOBODY, Array, State
from azulejos.accel.tiling import floor_cost, full_lines, tile_boards
from azulejos.accel.walls import COLOURS, ROWS, final_bonus, occupied, tile_points


def greedy_action(game: Game, state: State, key: Array) -> Array:
    """Pick the action of most worth at first sight, any of several, i32."""
    worth = jnp.where(legal_mask(game, state), action_worths(game, state), -jnp.inf)
    worth += 1e-3 * jax.random.uniform(key, worth.shape)
    return jnp.argmax(worth).astype(jnp.int32)


def action_worths(game: Game, state: State) -> Array:
    """Return what each action is worth at first sight, f32[A], legal or not.

    The points if the round ended now and the bonuses reached, less the floor, and a little
    for lines that are partly full.
    """
    drafts = jax.vmap(lambda action: _draft_worth(game, state, action))(jnp.arange(game.num_drafts))
    if not game.is_gray:
        return drafts
    columns = jax.vmap(lambda column: _column_worth(game, state, column))(jnp.arange(NUM_COLOURS))
    return jnp.concatenate([drafts, columns])


def _draft_worth(game: Game, state: State, action: Array) -> Array:
    """Judge the own board alone after a take."""
    pile, target = lax.div(action, NUM_TARGETS), lax.rem(action, NUM_TARGETS)
    source, colour = lax.div(pile, NUM_COLOURS), lax.rem(pile, NUM_COLOURS)
    taken = state.sources.reshape(-1)[pile].astype(jnp.int32)
    marks = (source == game.num_displays) & (state.marker == NOBODY)
    count = own(game, state, state.line_count).astype(jnp.int32)
    line = target == ROWS
    put = jnp.minimum(taken, jnp.sum(jnp.where(line, ROWS + 1 - count, 0)))
    count = count + jnp.where(line, put, 0)
    colours = jnp.where(line & (put > 0), colour, own(game, state, state.line_colour))
    floor = jnp.minimum(FLOOR_SIZE, own(game, state, state.floor) + taken - put + marks)
    board = state._replace(
        line_count=count[None], line_colour=colours[None], wall=own(game, state, state.wall)[None]
    )
    tiled = tile_boards(game, board, jnp.zeros(1, jnp.int32), ask=False)
    filled = count / (ROWS + 1)
    partly = jnp.sum(jnp.where(full_lines(board)[0], 0.0, 0.9 * filled * filled))
    return jnp.sum(tiled.points) + final_bonus(game, tiled.wall)[0] - floor_cost(floor) + partly


def _column_worth(game: Game, state: State, column: Array) -> Array:
    """Judge a column of the gray wall for the topmost full line: its points and its company."""
    wall = own(game, state, state.wall)
    top = jnp.argmax(own(game, state, full_lines(state)))
    colour = jnp.sum(jnp.where(top == ROWS, own(game, state, state.line_colour), 0))
    cell = 1 << (5 * top + column)
    after = wall | jnp.where(colour == COLOURS, cell, 0)
    spaces = occupied(game, after)
    points = jnp.stack([tile_points(spaces, cell, row) for row in range(5)])
    company = lax.population_count(spaces & (0x108421 << column))
    worth = jnp.sum(jnp.where(top == np.arange(5), points, 0))
    return worth + final_bonus(game, after[None])[0] + 0.3 * company
