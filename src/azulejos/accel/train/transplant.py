"""Weights taken over from a network of another mode of the game, to begin a run with.

Boards, displays and lines mean the same in every mode, so a run begins with most of what
another has learnt. Opponents and displays that the other mode did not have begin as copies of
those it had; what only the gray wall has begins with nothing to say. So do blocks that the
other network did not have.
"""

from collections.abc import Iterator
from typing import Final

import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from azulejos.accel.game import NUM_COLOURS, NUM_TARGETS, Game
from azulejos.accel.network import Params
from azulejos.accel.observation import layout, observation_size, table_size
from azulejos.accel.train.settings import SettingsError

TAKES: Final = NUM_COLOURS * NUM_TARGETS
"""Actions that take from one source."""

Rows = NDArray[np.int64]


def transplant(origin: Game, params: Params, game: Game, fresh: Params) -> Params:
    """Return the weights of ``origin``'s network in the shape that ``game``'s has when fresh."""
    (blocks, width, _), (more, wider, _) = params["inner_w"].shape, fresh["inner_w"].shape
    if width != wider or blocks > more:
        raise SettingsError(
            f"run.origin: its network is {width} wide with {blocks} blocks, the run's is {wider}"
            f" wide with {more}; only more blocks will do (network.width, network.blocks)"
        )
    given = {name: np.asarray(value) for name, value in params.items()}
    new = {name: np.array(value) for name, value in fresh.items()}
    for name in ("inner_w", "inner_b", "outer_w", "outer_b", "norm_gain", "norm_bias"):
        new[name][:blocks] = given[name][:blocks]
    for name in ("outer_w", "outer_b"):
        new[name][blocks:] = 0
    for name in ("norm_gain", "norm_bias"):
        new[name][-1] = given[name][-1]
    new["input_b"] = given["input_b"]
    new["input_w"][:] = 0
    for mine, theirs, scale in _inputs(origin, game):
        new["input_w"][mine] = given["input_w"][theirs] * scale
    for mine, theirs in _outputs(origin, game):
        new["head_w"][:, mine] = given["head_w"][:, theirs]
        new["head_b"][mine] = given["head_b"][theirs]
    return {name: jnp.asarray(value) for name, value in new.items()}


def _inputs(origin: Game, game: Game) -> Iterator[tuple[Rows, Rows, float]]:
    """Yield rows of the first matrix, the rows they come from, and what these are scaled by."""
    theirs = {feature.name: feature for feature in layout(origin)}
    sizes = [(observation_size(each) - table_size(each)) // each.players for each in (game, origin)]
    for mine in layout(game):
        if mine.name not in theirs:
            continue
        rows = np.arange(int(np.prod(mine.shape)))
        starts = [mine.start, theirs[mine.name].start]
        if mine.name == "displays":
            there = int(np.prod(theirs[mine.name].shape))
            scale = origin.num_displays / game.num_displays
            yield rows + starts[0], rows % there + starts[1], scale
        elif mine.start < table_size(game):
            yield rows + starts[0], rows + starts[1], 1.0
        else:
            for seat, model in enumerate(_seats(origin, game)):
                scale = (origin.players - 1) / (game.players - 1) if seat else 1.0
                yield rows + starts[0] + seat * sizes[0], rows + starts[1] + model * sizes[1], scale


def _outputs(origin: Game, game: Game) -> Iterator[tuple[Rows, Rows]]:
    """Yield columns of the last matrix, and the columns they come from."""
    seats = np.array(_seats(origin, game))
    yield np.arange(game.players), seats
    yield game.players + np.arange(game.players), origin.players + seats
    mine, theirs = 2 * game.players, 2 * origin.players
    my_takes, their_takes = TAKES * game.num_displays, TAKES * origin.num_displays
    takes = np.arange(my_takes)
    yield mine + takes, theirs + takes % their_takes
    columns = NUM_COLOURS if game.is_gray and origin.is_gray else 0
    rest = np.arange(TAKES + columns)  # the centre, then the columns
    yield mine + my_takes + rest, theirs + their_takes + rest


def _seats(origin: Game, game: Game) -> list[int]:
    """Return for each seat, counted from the player to act, the one that it is modelled on."""
    return [min(seat, origin.players - 1) for seat in range(game.players)]
