"""What the player to act sees, as numbers for a network.

First the table, then one block for each seat, the player to act first and then clockwise;
all seats' blocks are alike, so that 2, 3 and 4 seats have one layout.
"""

from functools import cache
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from azulejos.accel.game import NUM_LINES, Game
from azulejos.accel.play import lines_take
from azulejos.accel.state import DEAL, NOBODY, TILE, Array, State, new_state
from azulejos.accel.tiling import Tiled, allowed_columns, floor_cost, full_lines, tile_boards
from azulejos.accel.walls import (
    COLOURS,
    FULL_ROW,
    ROWS,
    colour_counts,
    final_bonus,
    occupied,
    row_masks,
    space_points,
)

CENTRE_STEPS: Final = np.array([1, 2, 3, 4, 5, 6, 8, 10])


class Feature(NamedTuple):
    """Where a feature stands in the observation."""

    name: str
    shape: tuple[int, ...]
    start: int
    """The first number of it; a seat's features are given for the player to act."""


def observe(game: Game, state: State) -> Array:
    """Return the view of the player to act, f32[observation_size]."""
    table = [part.reshape(-1) for part in table_features(game, state).values()]
    seats = [part.reshape(game.players, -1) for part in seat_features(game, state).values()]
    return jnp.concatenate([*table, jnp.concatenate(seats, axis=1).reshape(-1)])


def table_features(game: Game, state: State) -> dict[str, Array]:
    """Return what everybody shares, by name, in the order of the observation."""
    sources = state.sources.astype(jnp.int32)
    displays, centre = sources[: game.num_displays], sources[game.num_displays]
    phases = [state.phase == TILE, state.phase == DEAL]
    parts = {
        "displays": displays[..., None] >= np.arange(1, 5),
        "centre": centre[:, None] >= CENTRE_STEPS,
        "centre_tiles": centre / 10,
        "on_offer": jnp.sum(sources, axis=0) / 10,
        "sources_with": jnp.sum(sources > 0, axis=0) / game.num_sources,
        "left": jnp.sum(sources) / (4 * game.num_displays),
        "marker_in_centre": (state.marker == NOBODY) & (state.phase != DEAL),
        "bag": state.bag / 20,
        "lid": state.lid / 20,
        "round": state.round / 8,
        "phase": jnp.stack(phases),
    }
    return {name: jnp.asarray(part, jnp.float32) for name, part in parts.items()}


def seat_features(game: Game, state: State) -> dict[str, Array]:
    """Return the boards, by name, in the order of the observation; each f32[P, ...]."""
    seats = (np.arange(game.players) + state.player.astype(jnp.int32)) % game.players
    state = _turn(game, state)
    tiled = tile_boards(game, state, jnp.zeros(game.players, jnp.int32), ask=False)
    tiled = jax.lax.optimization_barrier(tiled)  # or it is worked out for every feature anew
    parts = _lines(game, state)
    parts |= _offers(state, parts["line_takes"])
    parts |= _wall(game, state, tiled) | _points(game, state, tiled)
    parts["holds_marker"] = (state.marker == seats) & (state.marker != NOBODY)
    parts["started"] = state.start == seats
    return {name: jnp.asarray(part, jnp.float32) for name, part in parts.items()}


def _turn(game: Game, state: State) -> State:
    """Let the boards begin with the player to act; nothing else is changed."""

    def turn(values: Array) -> Array:
        shape = (1,) * values.ndim
        turned = values
        for seat in range(1, game.players):
            here = (state.player == seat).reshape(shape)
            turned = jnp.where(here, jnp.roll(values, -seat, axis=0), turned)
        return turned

    return state._replace(
        line_count=turn(state.line_count),
        line_colour=turn(state.line_colour),
        wall=turn(state.wall),
        floor=turn(state.floor),
        score=turn(state.score),
    )


def _lines(game: Game, state: State) -> dict[str, Array]:
    """Describe the pattern lines and the floor."""
    count = state.line_count.astype(jnp.int32)
    colour = (state.line_colour[..., None] == COLOURS) & (count > 0)[..., None]
    parts: dict[str, Array] = {
        "line_tiles": count[..., None] >= np.arange(1, 6),
        "line_colour": colour,
        "line_room": (jnp.asarray(ROWS) + 1 - count) / 5,
        "line_full": full_lines(state),
        "line_takes": lines_take(game, state),
        "floor": state.floor[:, None] >= np.arange(1, 8),
    }
    if game.is_gray:
        colours = state.line_colour
        columns = [allowed_columns(state.wall, colours[:, row], row) for row in range(NUM_LINES)]
        open_columns = (jnp.stack(columns, axis=1)[..., None] >> COLOURS) & 1  # [P, 5, 5]
        parts["line_columns"] = open_columns * (count > 0)[..., None]
    return parts


def _offers(state: State, takes: Array) -> dict[str, Array]:
    """Count the sources that could complete a line with a colour, without waste or at all."""
    tiles = state.sources.T[..., None]  # [colour, S, 1]
    exactly = jnp.sum(tiles == ROWS + 1, axis=1)  # [colour, tiles]
    at_least = jnp.sum(tiles > ROWS, axis=1)
    needed = ROWS[:, None] - state.line_count[..., None] == ROWS  # [P, line, tiles]
    return {
        "line_fits": takes * jnp.sum(needed[:, :, None] * exactly, axis=-1) / 2,
        "line_fills": takes * jnp.sum(needed[:, :, None] * at_least, axis=-1) / 4,
    }


def _wall(game: Game, state: State, tiled: Tiled) -> dict[str, Array]:
    """Describe the walls as they are, and as they would be if the round ended now."""
    now, then = occupied(game, state.wall), occupied(game, tiled.wall)
    bits = np.arange(25)
    rows = jax.lax.population_count(row_masks(then))
    parts = {"wall": (now[:, None] >> bits) & 1, "wall_tiled": (then[:, None] >> bits) & 1}
    if game.is_gray:
        parts["wall_colours"] = (state.wall[..., None] >> bits) & 1  # [P, 5, 25]
    parts["space_points"] = space_points(then) / 10
    parts["row_tiles"] = rows / 5
    parts["longest_row"] = jnp.max(rows, axis=-1) / 5
    parts["column_tiles"] = jnp.sum((then[:, None, None] >> bits.reshape(5, 5)) & 1, axis=1) / 5
    parts["colour_tiles"] = colour_counts(game, tiled.wall) / 5
    parts["row_complete"] = jnp.any(row_masks(then) == FULL_ROW, axis=-1)
    return parts


def _points(game: Game, state: State, tiled: Tiled) -> dict[str, Array]:
    """Describe the points, as they are and as they would be if the round ended now."""
    score = state.score.astype(jnp.int32)
    cost = floor_cost(state.floor)
    later = jnp.maximum(0, score + jnp.sum(tiled.points, axis=-1) - cost)
    bonus = final_bonus(game, tiled.wall)
    return {
        "score": score / 40,
        "floor_cost": cost / 10,
        "line_points": tiled.points / 5,
        "score_tiled": later / 40,
        "bonus_tiled": bonus / 20,
        "lead_tiled": (later + bonus - later[0] - bonus[0]) / 20,
    }


@cache
def layout(game: Game) -> tuple[Feature, ...]:
    """List the features in the order of the observation."""
    state = jax.eval_shape(lambda: new_state(game))
    table = jax.eval_shape(lambda its: table_features(game, its), state)
    seats = jax.eval_shape(lambda its: seat_features(game, its), state)
    # Traced dictionaries come back sorted by name: the order is asked of the functions.
    features, start = [], 0
    for name in _order(game, seats=False):
        features.append(Feature(name, table[name].shape, start))
        start += int(np.prod(table[name].shape))
    for name in _order(game, seats=True):
        shape = seats[name].shape[1:]
        features.append(Feature(name, shape, start))
        start += int(np.prod(shape))
    return tuple(features)


def _order(game: Game, *, seats: bool) -> list[str]:
    """Return the names of the features in their order."""
    names: list[str] = []

    def note(state: State) -> None:
        names.extend(seat_features(game, state) if seats else table_features(game, state))

    jax.eval_shape(note, jax.eval_shape(lambda: new_state(game)))
    return names


@cache
def table_size(game: Game) -> int:
    """Return how many numbers the table takes, which are the first of an observation."""
    state = jax.eval_shape(lambda: new_state(game))
    parts = jax.eval_shape(lambda its: table_features(game, its), state)
    return sum(int(np.prod(part.shape)) for part in parts.values())


@cache
def observation_size(game: Game) -> int:
    """Return how many numbers an observation has."""
    state = jax.eval_shape(lambda: new_state(game))
    return int(jax.eval_shape(lambda its: observe(game, its), state).shape[0])
