"""Learning with weights as a small file holds them: a few bits each."""

from typing import Final

import jax.numpy as jnp
from jax import lax

from azulejos.accel.network import Params

BLOCKS: Final = ("inner_w", "outer_w")
"""The matrices inside the blocks, nearly all of a large network; `neural` has the same list."""


def rounded(params: Params, steps: float) -> Params:
    """Return weights whose blocks are whole numbers of steps in the mean square of a column.

    With 0 steps they stay as they are. Gradients pass as if nothing had been rounded, so that
    small changes add up until a weight takes its next step.
    """
    if not steps:
        return params
    coarse = dict(params)
    for name in BLOCKS:
        value = params[name]
        scale = jnp.sqrt(jnp.mean(value * value, axis=-2, keepdims=True)) / steps + 1e-30
        change = jnp.round(value / scale) * scale - value
        coarse[name] = value + lax.stop_gradient(change)
    return coarse
