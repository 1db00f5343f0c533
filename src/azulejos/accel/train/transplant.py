"""Weights taken over from a network of another mode of the game, to begin a run with.

Boards, displays and lines mean the same in every mode, so a run begins with most of what
another has learnt. Opponents and displays that the other mode did not have begin as copies of
those it had; what only the gray wall has begins with nothing to say.
"""

from collections.abc import Iterator

import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from azulejos.accel.game import NUM_COLOURS, Game
from azulejos.accel.network import DISPLAY_INPUTS, KEYS, TAKES, Params
from azulejos.accel.observation import layout, observation_size, table_size
from azulejos.accel.train.settings import SettingsError

Rows = NDArray[np.int64]


def transplant(origin: Game, params: Params, game: Game, fresh: Params) -> Params:
    """Return the weights of ``origin``'s network in the shape that ``game``'s has when fresh."""
    if fresh.keys() != params.keys() or fresh["inner_w"].shape != params["inner_w"].shape:
        raise SettingsError("run.origin: a network of another shape")
    given = {name: np.asarray(value) for name, value in params.items()}
    new = {name: np.array(value) for name, value in fresh.items()}
    for name in new.keys() - {"input_w", "head_w", "head_b"}:
        new[name] = given[name]
    features = new["display_w"].shape[1] if "display_w" in new else 0
    new["input_w"][:] = 0
    for mine, theirs, scale in _inputs(origin, game, features):
        new["input_w"][mine] = given["input_w"][theirs] * scale
    for mine, theirs in _outputs(origin, game, features):
        new["head_w"][:, mine] = given["head_w"][:, theirs]
        new["head_b"][mine] = given["head_b"][theirs]
    return {name: jnp.asarray(value) for name, value in new.items()}


def _inputs(origin: Game, game: Game, features: int) -> Iterator[tuple[Rows, Rows, float]]:
    """Yield rows of the first matrix, the rows they come from, and what these are scaled by."""
    theirs = {feature.name: feature for feature in layout(origin)}
    sizes = [(observation_size(each) - table_size(each)) // each.players for each in (game, origin)]
    skipped = [DISPLAY_INPUTS * each.num_displays * bool(features) for each in (game, origin)]
    fewer = origin.num_displays / game.num_displays
    for mine in layout(game):
        if mine.name not in theirs:
            continue
        rows = np.arange(int(np.prod(mine.shape)))
        starts = [mine.start - skipped[0], theirs[mine.name].start - skipped[1]]
        if mine.name == "displays":
            if not features:
                yield rows, rows % (DISPLAY_INPUTS * origin.num_displays), fewer
        elif mine.start < table_size(game):
            yield rows + starts[0], rows + starts[1], 1.0
        else:
            for seat, model in enumerate(_seats(origin, game)):
                scale = (origin.players - 1) / (game.players - 1) if seat else 1.0
                yield rows + starts[0] + seat * sizes[0], rows + starts[1] + model * sizes[1], scale
    if features:  # what the displays say together comes last
        rows = np.arange(features)
        ends = [observation_size(game) - skipped[0], observation_size(origin) - skipped[1]]
        yield rows + ends[0], rows + ends[1], fewer


def _outputs(origin: Game, game: Game, features: int) -> Iterator[tuple[Rows, Rows]]:
    """Yield columns of the last matrix, and the columns they come from."""
    seats = np.array(_seats(origin, game))
    yield np.arange(game.players), seats
    yield game.players + np.arange(game.players), origin.players + seats
    mine, theirs = 2 * game.players, 2 * origin.players
    if features:
        my_takes = their_takes = TAKES * KEYS
    else:
        my_takes, their_takes = TAKES * game.num_displays, TAKES * origin.num_displays
    takes = np.arange(my_takes)
    yield mine + takes, theirs + takes % their_takes
    columns = NUM_COLOURS if game.is_gray and origin.is_gray else 0
    rest = np.arange(TAKES + columns)  # the centre, then the columns
    yield mine + my_takes + rest, theirs + their_takes + rest


def _seats(origin: Game, game: Game) -> list[int]:
    """Return for each seat, counted from the player to act, the one that it is modelled on."""
    return [min(seat, origin.players - 1) for seat in range(game.players)]
