"""What positions are worth to each seat, by the network, or by the result once it is known."""

from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from azulejos.accel.environment import Environment
from azulejos.accel.network import MARGIN_SCALE, Judgement, Params, apply
from azulejos.accel.state import OVER, Array, State

ILLEGAL = -1e9
"""The logit of an illegal action."""


class Opinion(NamedTuple):
    """What is thought of a batch of positions."""

    logits: Array
    """f32[B, A]: at most 0, `ILLEGAL` for illegal actions."""
    worth: Array
    """f32[B, P]: what the position is worth to each seat, 0 to 1."""
    share: Array
    """f32[B, P]: each seat's expected share of the victory."""
    margin: Array
    """f32[B, P]: each seat's expected lead, in units of `MARGIN_SCALE`."""


Judge = Callable[[State], Opinion]
"""Forms an opinion of a batch of positions."""


def mix(share: Array, margin: Array, margin_weight: float) -> Array:
    """Make one worth, 0 to 1, of a share of the victory and a lead in units of `MARGIN_SCALE`."""
    return (1 - margin_weight) * share + margin_weight * (0.5 + 0.5 * jnp.tanh(margin))


def by_seat(players: int, values: Array, player: Array) -> Array:
    """Turn values [B, P] of seats counted from the player to act into those of the table."""
    turned = values
    for seat in range(1, players):
        turned = jnp.where((player == seat)[:, None], jnp.roll(values, seat, axis=1), turned)
    return turned


def network_judge(env: Environment, params: Params, margin_weight: float) -> Judge:
    """Return the judge that asks a network, and the result of games that are over."""

    def judge(states: State) -> Opinion:
        said: Judgement = apply(env, params, jax.vmap(env.observe)(states))
        share = by_seat(env.players, jax.nn.softmax(said.win, axis=-1), states.player)
        margin = by_seat(env.players, said.margin, states.player)
        over = (states.phase == OVER)[:, None]
        result, lead = jax.vmap(env.outcome)(states)
        share = jnp.where(over, result, share)
        margin = jnp.where(over, lead / MARGIN_SCALE, margin)
        legal = jax.vmap(env.legal_mask)(states)
        logits = jnp.where(legal, said.policy, ILLEGAL)
        logits = jnp.where(legal, logits - jnp.max(logits, axis=-1, keepdims=True), ILLEGAL)
        return Opinion(logits, mix(share, margin, margin_weight), share, margin)

    return judge


def own_worth(players: int, worth: Array, player: Array) -> Array:
    """Pick what positions are worth to one seat each, f32[...], out of f32[..., P]."""
    return jnp.sum(jnp.where(np.arange(players) == player[..., None], worth, 0), axis=-1)
