"""The formulas of Gumbel search (Danihelka et al., "Policy improvement by planning with Gumbel").

They work on rows of actions; leading axes may be anything. One thing is not as there: worths are
not stretched from the least to the greatest of a position. Where nothing is at stake the network's
policy stays as it is, and where much is, it changes much.
"""

import math
from typing import Final

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from azulejos.accel.state import Array

VISIT_OFFSET: Final = 50.0


def visit_schedule(max_considered: int, simulations: int) -> NDArray[np.int32]:
    """Return how often the action to be tried next was tried before: i32[considered, simulation].

    Sequential halving: all considered actions are tried equally often, then the better
    half of them, and so on.
    """

    def schedule(considered: int) -> list[int]:
        if considered <= 1:
            return list(range(simulations))
        rounds = math.ceil(math.log2(considered))
        order: list[int] = []
        visits, left = [0] * considered, considered
        while len(order) < simulations:
            for _ in range(max(1, simulations // (rounds * left))):
                order += visits[:left]
                visits[:left] = [count + 1 for count in visits[:left]]
            left = max(2, left // 2)
        return order[:simulations]

    return np.array([schedule(n) for n in range(max_considered + 1)], np.int32)


def completed_worths(logits: Array, visits: Array, total: Array, raw: Array) -> Array:
    """Return the worths of all actions, from 0 to 1, f32[..., A].

    ``visits`` and ``total`` count tries and add up what came of them; an action never tried
    is taken for worth the mean of the rest, the network's own opinion ``raw``, [...],
    included.
    """
    tried = visits > 0
    worth = total / jnp.maximum(visits, 1)
    prior = jnp.where(tried, jax.nn.softmax(logits, axis=-1) + 1e-30, 0)
    mean = jnp.sum(prior * worth, axis=-1) / jnp.maximum(jnp.sum(prior, axis=-1), 1e-30)
    count = jnp.sum(visits, axis=-1)
    mixed = (raw + count * mean) / (count + 1)
    return jnp.where(tried, worth, mixed[..., None])


def weigh(worths: Array, visits: Array, scale: float) -> Array:
    """Bring worths to the scale of logits: the more was tried, the more they count."""
    return scale * (VISIT_OFFSET + jnp.max(visits, axis=-1, keepdims=True)) * worths


def choose_inside(logits: Array, visits: Array, total: Array, raw: Array, scale: float) -> Array:
    """Choose the action inside the tree that is most behind its share of tries, i32[...]."""
    worths = weigh(completed_worths(logits, visits, total, raw), visits, scale)
    target = jax.nn.softmax(logits + worths, axis=-1)
    share = visits / (1 + jnp.sum(visits, axis=-1, keepdims=True))
    return jnp.argmax(target - share, axis=-1).astype(jnp.int32)
