"""The deal: supplied from outside, or drawn from the bag and then the lid."""

from typing import Final

import jax
import jax.numpy as jnp
import numpy as np

from azulejos.accel.game import NUM_COLOURS, Game
from azulejos.accel.state import DEAL, DRAFT, NOBODY, Array, State
from azulejos.accel.walls import COLOURS

_ONES: Final = np.uint32(0x01010101)
_HIGH: Final = np.uint32(0x80808080)


def deal_with(game: Game, state: State, displays: Array) -> State:
    """Fill the displays with a deal, [F, 5] tiles, that the bag and the lid can produce.

    Changes nothing where no deal is due.
    """
    due = state.phase == DEAL
    displays = jnp.where(due, displays, 0).astype(jnp.int8)
    drawn = jnp.sum(displays, axis=0, dtype=jnp.int8)
    short = jnp.sum(state.bag, dtype=jnp.int32) < jnp.sum(drawn, dtype=jnp.int32)
    full = jnp.where(short, state.bag + state.lid, state.bag)
    dealt = jnp.pad(displays, ((0, game.num_sources - game.num_displays), (0, 0)))
    return state._replace(
        sources=jnp.where(due, dealt, state.sources),
        bag=full - drawn,
        lid=jnp.where(short, 0, state.lid).astype(jnp.int8),
        player=jnp.where(due, state.start, state.player),
        marker=jnp.where(due, NOBODY, state.marker).astype(jnp.int8),
        phase=jnp.where(due, DRAFT, state.phase).astype(jnp.int8),
    )


def draw(game: Game, state: State, key: Array) -> Array:
    """Draw a deal without replacement, i8[F, 5]; from the lid once the bag is empty.

    Tile after tile, but in one machine word: four bytes hold how many tiles there are of
    the first colour, of the first two, three and four, and one comparison of all four
    bytes finds the colour of a tile drawn by its number. 25 random bits choose the number,
    so that no chance is off by more than 3 in a million.
    """
    words = jax.random.bits(key, (game.num_displays, 4), jnp.uint32) >> 7
    bag, left = _cumulate(state.bag)
    lid, lid_left = _cumulate(state.lid)
    displays = []
    for display in range(game.num_displays):
        tiles = jnp.zeros((), jnp.uint32)  # three bits for each colour
        for place in range(4):
            empty = left == 0
            bag, left = jnp.where(empty, lid, bag), jnp.where(empty, lid_left, left)
            lid_left = jnp.where(empty, 0, lid_left)
            number = (words[display, place] * left) >> 25
            above = ((number * _ONES | _HIGH) - bag) & _HIGH  # bytes not above the number
            some = left > 0
            bag = bag - jnp.where(some, (above ^ _HIGH) >> 7, 0)
            tiles += jnp.where(some, np.uint32(1) << (3 * jax.lax.population_count(above)), 0)
            left = left - some
        displays.append(tiles)
    stacked = jnp.stack(displays)[:, None]  # [F, 1]
    return ((stacked >> (3 * COLOURS).astype(jnp.uint32)) & 7).astype(jnp.int8)


def _cumulate(counts: Array) -> tuple[Array, Array]:
    """Return the four cumulated counts as bytes of one word, and the sum of all five."""
    counts = counts.astype(jnp.uint32)
    word, total = jnp.zeros((), jnp.uint32), jnp.zeros((), jnp.uint32)
    for colour in range(NUM_COLOURS - 1):
        total = total + counts[colour]
        word = word | (total << (8 * colour))
    return word, total + counts[NUM_COLOURS - 1]


def deal(game: Game, state: State, key: Array) -> State:
    """Draw a deal and fill the displays, where a deal is due."""
    return deal_with(game, state, draw(game, state, key))
