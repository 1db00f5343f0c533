"""AdamW, with Muon inside the blocks where it is wanted, and the course of their rate."""

from typing import NamedTuple

import jax.numpy as jnp

from azulejos.accel.network import Params
from azulejos.accel.state import Array
from azulejos.accel.train.rounding import BLOCKS
from azulejos.accel.train.settings import Settings

MEAN_DECAY = 0.9
SQUARE_DECAY = 0.999
MUON_DECAY = 0.95
MUON_STEP = 0.2
"""The root mean square of what weights change by in a step, in units of the rate: about what is
common for AdamW, so that one rate serves both (Liu and others, "Muon is scalable")."""


class Moments(NamedTuple):
    """What the optimiser remembers."""

    mean: Params
    square: Params
    steps: Array
    """i32: steps made."""


def first_moments(params: Params) -> Moments:
    """Return the memory before the first step."""
    mean, square = ({name: jnp.zeros_like(v) for name, v in params.items()} for _ in range(2))
    return Moments(mean, square, jnp.zeros((), jnp.int32))


def rate_at(settings: Settings, step: Array, done: Array) -> Array:
    """Return the rate of a step: a rise, then a cosine over the run down to the final rate.

    It begins to fall when the part of the run that holds it is over.
    """
    learning = settings.learning
    falling = (done - learning.hold) / max(1e-9, 1 - learning.hold)
    fall = 0.5 + 0.5 * jnp.cos(jnp.pi * jnp.clip(falling, 0, 1))
    rate = learning.final_rate + (learning.rate - learning.final_rate) * fall
    return rate * jnp.minimum(1, (step + 1) / learning.rate_warmup)


def optimise(
    settings: Settings, params: Params, gradients: Params, moments: Moments, done: Array
) -> tuple[Params, Moments, Array]:
    """Make one step of AdamW; return the norm of the gradients too. Matrices alone decay.

    With ``learning.muon`` the matrices inside the blocks take one of Muon.

    ``done`` is the part of the run that lies behind, 0 to 1.
    """
    learning = settings.learning
    norm = jnp.sqrt(sum((jnp.sum(g * g) for g in gradients.values()), start=jnp.zeros(())))
    factor = jnp.minimum(1, learning.clip / (norm + 1e-9))
    rate, step = rate_at(settings, moments.steps, done), moments.steps + 1
    mean_bias = 1 - MEAN_DECAY ** step.astype(jnp.float32)
    square_bias = 1 - SQUARE_DECAY ** step.astype(jnp.float32)
    mean, square, moved = {}, {}, {}
    for name, value in params.items():
        gradient = gradients[name] * factor
        is_muon = learning.muon and name in BLOCKS
        kept = MUON_DECAY if is_muon else MEAN_DECAY
        mean[name] = kept * moments.mean[name] + (1 - kept) * gradient
        square[name] = SQUARE_DECAY * moments.square[name] + (1 - SQUARE_DECAY) * gradient**2
        if is_muon:
            ahead = kept * mean[name] + (1 - kept) * gradient  # Nesterov's momentum
            change = MUON_STEP * value.shape[-1] ** 0.5 * _equalised(ahead)
        else:
            change = mean[name] / mean_bias / (jnp.sqrt(square[name] / square_bias) + 1e-8)
        if name.endswith("_w"):
            change += learning.decay * value
        moved[name] = value - rate * change
    return moved, Moments(mean, square, step), norm


def _equalised(matrices: Array) -> Array:
    """Bring the singular values of square matrices [..., N, N] near 1 (Newton and Schulz).

    Five steps with the coefficients of Jordan and others bring what is above 0.002 of the
    matrix's norm to between 0.7 and 1.2; smaller ones remain smaller. 16 bits are enough.
    """
    size = jnp.sqrt(jnp.sum(matrices * matrices, axis=(-2, -1), keepdims=True))
    values = (matrices / (size + 1e-12)).astype(jnp.bfloat16)
    for _ in range(5):
        squares = values @ values.mT
        values = 3.4445 * values + (-4.775 * squares + 2.0315 * squares @ squares) @ values
    return values.astype(jnp.float32)
