"""Positions of random games, and networks with random weights."""

from itertools import islice
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from azulejos.neural import Mode, Weights, shipped
from azulejos.neural.weights_file import file_name
from azulejos.rules import State
from tests import strategies

SIX = tuple(Mode(*mode) for mode in strategies.MODES)
SHIPPED = tuple(
    pytest.param(mode, look, id=file_name(mode, single_look=look))
    for look in (False, True)
    for mode in shipped(single_look=look)
)
"""All networks of the package: of which mode, and whether for a single look."""


def positions(mode: Mode, games: int = 3, most: int = 80) -> list[State]:
    """Return positions of random games: drafts, tilings, states before deals, finished games."""
    found: list[State] = []
    for seed in range(games):
        policy = strategies.POLICIES[seed % len(strategies.POLICIES)]
        game = list(strategies.random_game((mode.players, mode.wall), policy, Random(seed)))
        found += islice(game, 0, None, 1 + len(game) // most)
        found += [game[-1]]
    return found


def random_weights(mode: Mode, width: int = 32, blocks: int = 2, seed: int = 1) -> Weights:
    """Return weights of a small network that is nothing like trained."""
    rng = np.random.default_rng(seed)

    def draw(*size: int) -> NDArray[np.float32]:
        return rng.normal(0, 0.3, size).astype(np.float32)

    params = {
        "input_w": draw(mode.observation_size + 5, width),
        "input_b": draw(width),
        "inner_w": draw(blocks, width, width),
        "inner_b": draw(blocks, width),
        "outer_w": draw(blocks, width, width),
        "outer_b": draw(blocks, width),
        "norm_gain": 1 + draw(blocks + 1, width),
        "norm_bias": draw(blocks + 1, width),
        "head_w": draw(width, mode.num_outputs + 3),
        "head_b": draw(mode.num_outputs + 3),
    }
    return Weights(mode, params, {"seconds": 0})
