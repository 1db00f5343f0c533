"""Legal actions and what they do, up to the position before the next deal."""

import jax.numpy as jnp
import numpy as np
from jax import lax

from azulejos.accel.game import FLOOR_SIZE, NUM_COLOURS, NUM_TARGETS, Game
from azulejos.accel.state import DRAFT, NOBODY, TILE, Array, State, choose_tree
from azulejos.accel.tiling import allowed_columns, full_lines, settle
from azulejos.accel.walls import COLOURS, ROWS, holds


def lines_take(game: Game, state: State) -> Array:
    """Tell whether a pattern line may take tiles of a colour: bool[P, line, colour]."""
    count, colour = state.line_count[..., None], state.line_colour[..., None]
    has_room = (count == 0) | ((colour == COLOURS) & (count <= ROWS[:, None]))
    return has_room & ~holds(game, state.wall)


def own(game: Game, state: State, values: Array) -> Array:
    """Pick the player to act out of values [P, ...]."""
    mine = np.arange(game.players) == state.player
    mine = mine.reshape((game.players,) + (1,) * (values.ndim - 1))
    if values.dtype == jnp.bool_:
        return jnp.any(mine & values, axis=0)
    return jnp.sum(jnp.where(mine, values, 0), axis=0, dtype=values.dtype)


def legal_mask(game: Game, state: State) -> Array:
    """Tell which actions are legal, bool[A]; none where nobody is to act."""
    targets = own(game, state, lines_take(game, state)).T  # [colour, line]
    targets = jnp.pad(targets, ((0, 0), (0, 1)), constant_values=True)  # [colour, target]
    drafts = ((state.sources > 0)[:, :, None] & targets[None]).reshape(-1)
    if not game.is_gray:
        return drafts
    return jnp.concatenate([drafts, _legal_columns(game, state)])


def _legal_columns(game: Game, state: State) -> Array:
    """Tell which columns may be chosen for the topmost full line, bool[5]."""
    full = own(game, state, full_lines(state))
    top = jnp.argmax(full)
    line = jnp.sum(jnp.where(top == ROWS, own(game, state, state.line_colour), 0))
    allowed = allowed_columns(own(game, state, state.wall), line, top)
    return ((allowed >> COLOURS) & 1 == 1) & (state.phase == TILE)


def place(game: Game, state: State, action: Array) -> State:
    """Take and place tiles, nothing more; changes nothing if the action takes none."""
    action = action.astype(jnp.int32)
    pile, target = lax.div(action, NUM_TARGETS), lax.rem(action, NUM_TARGETS)
    source, colour = lax.div(pile, NUM_COLOURS), lax.rem(pile, NUM_COLOURS)
    sources = state.sources.astype(jnp.int32)
    here = (np.arange(game.num_sources) == source)[:, None]  # [S, 1]
    same = colour == COLOURS  # [5]
    taken = jnp.sum(jnp.where(here & same, sources, 0))
    rest = jnp.sum(jnp.where(here & ~same, sources, 0), axis=0)  # [5]
    centre = (np.arange(game.num_sources) == game.num_displays)[:, None]
    sources = jnp.where(here, 0, sources) + jnp.where(centre, rest, 0)

    marks = (source == game.num_displays) & (state.marker == NOBODY) & (taken > 0)
    mine = np.arange(game.players) == state.player  # [P]
    line = mine[:, None] & (target == ROWS)  # [P, 5], nowhere for the floor
    room = jnp.sum(jnp.where(line, ROWS + 1 - state.line_count, 0))
    put = jnp.minimum(taken, room)
    fallen = taken - put
    floor = jnp.minimum(FLOOR_SIZE, state.floor + fallen + marks)
    return state._replace(
        sources=sources.astype(jnp.int8),
        line_count=(state.line_count + jnp.where(line, put, 0)).astype(jnp.int8),
        line_colour=jnp.where(line & (put > 0), colour, state.line_colour).astype(jnp.int8),
        floor=jnp.where(mine, floor, state.floor).astype(jnp.int8),
        lid=(state.lid + jnp.where(same, fallen, 0)).astype(jnp.int8),
        marker=jnp.where(marks, state.player, state.marker),
    )


def move(game: Game, state: State, action: Array) -> State:
    """Play a legal action and all that follows without a choice, but no deal.

    Where nobody is to act nothing happens. Legality is not checked.
    """
    placed = place(game, state, action)
    drafting = state.phase == DRAFT
    tiles = drafting & (jnp.sum(placed.sources, dtype=jnp.int32) == 0)
    if game.is_gray:
        tiles |= state.phase == TILE
    following = ((state.player + 1) % game.players).astype(jnp.int8)
    passed = placed._replace(player=jnp.where(drafting, following, state.player))
    settled = settle(game, placed, action - game.num_drafts)
    return choose_tree(tiles, settled, passed)
