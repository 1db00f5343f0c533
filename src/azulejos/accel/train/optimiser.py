"""AdamW, and the course of its rate."""

from typing import NamedTuple

import jax.numpy as jnp

from azulejos.accel.network import Params
from azulejos.accel.state import Array
from azulejos.accel.train.settings import Settings

MEAN_DECAY = 0.9
SQUARE_DECAY = 0.999


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
    """Return the rate of a step: a rise, then a cosine over the run down to the final rate."""
    learning = settings.learning
    fall = 0.5 + 0.5 * jnp.cos(jnp.pi * jnp.clip(done, 0, 1))
    rate = learning.final_rate + (learning.rate - learning.final_rate) * fall
    return rate * jnp.minimum(1, (step + 1) / learning.rate_warmup)


def adamw(
    settings: Settings, params: Params, gradients: Params, moments: Moments, done: Array
) -> tuple[Params, Moments, Array]:
    """Make one step; return the norm of the gradients too. Matrices alone decay.

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
        mean[name] = MEAN_DECAY * moments.mean[name] + (1 - MEAN_DECAY) * gradient
        square[name] = SQUARE_DECAY * moments.square[name] + (1 - SQUARE_DECAY) * gradient**2
        change = mean[name] / mean_bias / (jnp.sqrt(square[name] / square_bias) + 1e-8)
        if name.endswith("_w"):
            change += learning.decay * value
        moved[name] = value - rate * change
    return moved, Moments(mean, square, step), norm
