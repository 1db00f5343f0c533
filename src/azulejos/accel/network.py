"""The network: a residual perceptron that judges a position for every seat.

Input is an observation, so everything is seen from the seat of the player to act: output
``seat`` 0 is that player, 1 the next one clockwise.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from azulejos.accel.game import NUM_COLOURS, NUM_TARGETS, Game
from azulejos.accel.observation import observation_size
from azulejos.accel.state import Array

MARGIN_SCALE: Final = 20.0
"""Points in one unit of the margin output."""
ALIGNMENT: Final = 64
"""Sizes of large matrices are multiples of this, which matrix units like."""
DISPLAY_INPUTS: Final = 4 * NUM_COLOURS
"""Numbers that say what is on a display."""
TAKES: Final = NUM_COLOURS * NUM_TARGETS
"""Actions that take from one source."""
KEYS: Final = 16
"""Length of the answer of a display."""

Params = dict[str, Array]


@dataclass(frozen=True)
class Shape:
    """The size of a network; its inputs and outputs follow from the game."""

    width: int = 512
    blocks: int = 4
    displays: int = 64
    """Features of a display, the same for all of them, so that their order means nothing.

    0: displays are inputs like all others, and their order has to be learnt away.
    """


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
    width, blocks, features = shape.width, shape.blocks, shape.displays
    inputs, policy = observation_size(game), game.num_actions
    if features:
        inputs += features - game.num_displays * DISPLAY_INPUTS
        policy += TAKES * KEYS - game.num_displays * TAKES
    keys = jax.random.split(key, 6)

    def draw(key: Array, size: tuple[int, ...], gain: float) -> Array:
        return jax.random.normal(key, size) * float(gain * np.sqrt(2 / size[-2]))

    params = {
        "input_w": draw(keys[0], (_aligned(inputs), width), 1.0),
        "input_b": jnp.zeros(width),
        "inner_w": draw(keys[1], (blocks, width, width), 1.0),
        "inner_b": jnp.zeros((blocks, width)),
        "outer_w": draw(keys[2], (blocks, width, width), 0.3),
        "outer_b": jnp.zeros((blocks, width)),
        "norm_gain": jnp.ones((blocks + 1, width)),
        "norm_bias": jnp.zeros((blocks + 1, width)),
        "head_w": draw(keys[3], (width, _aligned(policy + 2 * game.players)), 0.1),
        "head_b": jnp.zeros(_aligned(policy + 2 * game.players)),
    }
    if features:
        params["display_w"] = draw(keys[4], (DISPLAY_INPUTS, features), 1.0)
        params["display_b"] = jnp.zeros(features)
        params["key_w"] = draw(keys[5], (features, KEYS), 1.0)
        params["key_b"] = jnp.zeros(KEYS)
    return params


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
    described = _describe(game, params, observations) if "display_w" in params else None
    inputs = observations
    if described is not None:
        rest = observations[:, game.num_displays * DISPLAY_INPUTS :]
        inputs = jnp.concatenate([rest, jnp.sum(described, axis=1)], axis=1)
    missing = params["input_w"].shape[0] - inputs.shape[1]
    hidden = jax.nn.relu(_dense(params, "input", jnp.pad(inputs, ((0, 0), (0, missing)))))
    blocks = params["inner_w"].shape[0]
    for block in range(blocks):
        inner = _normalise(params, hidden, block)
        inner = jax.nn.relu(_dense(params, "inner", inner, block))
        hidden = hidden + _dense(params, "outer", inner, block)
    outputs = _dense(params, "head", _normalise(params, hidden, blocks))
    seats = outputs[:, : 2 * game.players].reshape(-1, 2, game.players)
    policy = outputs[:, 2 * game.players :]
    if described is not None:
        policy = _policy_by_display(params, described, policy)
    return Judgement(policy[:, : game.num_actions], seats[:, 0], seats[:, 1])


def _dense(params: Params, name: str, values: Array, block: int | None = None) -> Array:
    """Multiply by a matrix and add its bias, f32[..., outputs]."""
    weight, bias = params[f"{name}_w"], params[f"{name}_b"]
    if block is not None:
        weight, bias = weight[block], bias[block]
    product = jnp.dot(values.astype(weight.dtype), weight, preferred_element_type=jnp.float32)
    return product + bias


def _describe(game: Game, params: Params, observations: Array) -> Array:
    """Describe each display by itself, f32[N, F, features]; they come first in observations."""
    displays = observations[:, : game.num_displays * DISPLAY_INPUTS]
    displays = displays.reshape(-1, game.num_displays, DISPLAY_INPUTS)
    return jax.nn.relu(_dense(params, "display", displays))


def _policy_by_display(params: Params, described: Array, outputs: Array) -> Array:
    """Let every display answer what is asked of all of them; then come centre and columns."""
    kind = params["key_w"].dtype
    keys = _dense(params, "key", described).astype(kind)  # [N, F, K]
    asked = outputs[:, : TAKES * KEYS].reshape(-1, KEYS, TAKES).astype(kind)
    takes = jnp.matmul(keys, asked, preferred_element_type=jnp.float32)  # [N, F, 30]
    return jnp.concatenate([takes.reshape(takes.shape[0], -1), outputs[:, TAKES * KEYS :]], axis=1)


def _normalise(params: Params, values: Array, layer: int) -> Array:
    """Bring each row to mean 0 and variance 1, then scale and shift it."""
    values = values - jnp.mean(values, axis=-1, keepdims=True)
    variance = jnp.mean(values * values, axis=-1, keepdims=True)
    gain, bias = params["norm_gain"][layer], params["norm_bias"][layer]
    return values * jax.lax.rsqrt(variance + 1e-5) * gain + bias
