"""The network: a residual perceptron that judges a position for every seat.

Input is an observation, so everything is seen from the seat of the player to act: output
``seat`` 0 is that player, 1 the next one clockwise.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from azulejos.accel.game import Game
from azulejos.accel.observation import observation_size
from azulejos.accel.state import Array

MARGIN_SCALE: Final = 20.0
"""Points in one unit of the margin output."""
ALIGNMENT: Final = 64
"""Sizes of large matrices are multiples of this, which matrix units like."""

Params = dict[str, Array]


@dataclass(frozen=True)
class Shape:
    """The size of a network; its inputs and outputs follow from the game."""

    width: int = 512
    blocks: int = 4


class Judgement(NamedTuple):
    """What the network says of a batch."""

    policy: Array
    """f32[N, A]: logits of the actions, illegal ones included."""
    win: Array
    """f32[N, P]: logits of the seats' shares of the victory."""
    margin: Array
    """f32[N, P]: leads over the best opponent, in units of `MARGIN_SCALE`."""


def _aligned(size: int) -> int:
    """Round a size up."""
    return -(-size // ALIGNMENT) * ALIGNMENT


def init_params(game: Game, shape: Shape, key: Array) -> Params:
    """Draw the weights of a new network."""
    width, blocks = shape.width, shape.blocks
    inputs = _aligned(observation_size(game))
    outputs = _aligned(2 * game.players + game.num_actions)
    keys = jax.random.split(key, 4)

    def draw(key: Array, size: tuple[int, ...], gain: float) -> Array:
        return jax.random.normal(key, size) * float(gain * np.sqrt(2 / size[-2]))

    return {
        "input_w": draw(keys[0], (inputs, width), 1.0),
        "input_b": jnp.zeros(width),
        "inner_w": draw(keys[1], (blocks, width, width), 1.0),
        "inner_b": jnp.zeros((blocks, width)),
        "outer_w": draw(keys[2], (blocks, width, width), 0.3),
        "outer_b": jnp.zeros((blocks, width)),
        "norm_gain": jnp.ones((blocks + 1, width)),
        "norm_bias": jnp.zeros((blocks + 1, width)),
        "head_w": draw(keys[3], (width, outputs), 0.1),
        "head_b": jnp.zeros(outputs),
    }


def num_params(params: Params) -> int:
    """Count the weights."""
    return sum(int(np.prod(value.shape)) for value in params.values())


def cast_params(params: Params, kind: jnp.dtype) -> Params:
    """Convert the matrices once, for many evaluations."""
    return {name: v.astype(kind) if name.endswith("_w") else v for name, v in params.items()}


def apply(game: Game, params: Params, observations: Array) -> Judgement:
    """Judge a batch of observations f32[N, observation_size].

    Products are made in the type of the matrices and added up in 32 bits.
    """
    missing = params["input_w"].shape[0] - observations.shape[1]
    hidden = jax.nn.relu(_dense(params, "input", jnp.pad(observations, ((0, 0), (0, missing)))))
    blocks = params["inner_w"].shape[0]
    for block in range(blocks):
        inner = _normalise(params, hidden, block)
        inner = jax.nn.relu(_dense(params, "inner", inner, block))
        hidden = hidden + _dense(params, "outer", inner, block)
    outputs = _dense(params, "head", _normalise(params, hidden, blocks))
    seats = outputs[:, : 2 * game.players].reshape(-1, 2, game.players)
    policy = outputs[:, 2 * game.players :][:, : game.num_actions]
    return Judgement(policy, seats[:, 0], seats[:, 1])


def _dense(params: Params, name: str, values: Array, block: int | None = None) -> Array:
    """Multiply by a matrix and add its bias, f32[..., outputs]."""
    weight, bias = params[f"{name}_w"], params[f"{name}_b"]
    if block is not None:
        weight, bias = weight[block], bias[block]
    product = jnp.dot(values.astype(weight.dtype), weight, preferred_element_type=jnp.float32)
    return product + bias


def _normalise(params: Params, values: Array, layer: int) -> Array:
    """Bring each row to mean 0 and variance 1, then scale and shift it."""
    values = values - jnp.mean(values, axis=-1, keepdims=True)
    variance = jnp.mean(values * values, axis=-1, keepdims=True)
    gain, bias = params["norm_gain"][layer], params["norm_bias"][layer]
    return values * jax.lax.rsqrt(variance + 1e-5) * gain + bias
