"""Learning from the memory: the losses, and many steps in one compiled function."""

import jax
import jax.numpy as jnp
from jax import lax

from azulejos.accel.environment import Environment
from azulejos.accel.judge import ILLEGAL
from azulejos.accel.network import Params, apply, cast_params
from azulejos.accel.state import Array
from azulejos.accel.train.optimiser import Moments, optimise
from azulejos.accel.train.replay import Batch, Replay, sample
from azulejos.accel.train.rounding import rounded
from azulejos.accel.train.settings import Settings

Figures = dict[str, Array]


def from_mover(players: int, values: Array, player: Array) -> Array:
    """Turn values [N, P] of the table's seats into those counted from the player to act."""
    turned = values
    for seat in range(1, players):
        turned = jnp.where((player == seat)[:, None], jnp.roll(values, -seat, axis=1), turned)
    return turned


def losses(
    env: Environment, settings: Settings, params: Params, batch: Batch
) -> tuple[Array, Figures]:
    """Return the loss of a batch and what it consists of."""
    learning = settings.learning
    params = rounded(params, learning.rounding)
    said = apply(
        env,
        cast_params(params, jnp.dtype(settings.run.precision)),
        jax.vmap(env.observe)(batch.states),
    )
    legal = jax.vmap(env.legal_mask)(batch.states)
    logs = jax.nn.log_softmax(jnp.where(legal, said.policy, ILLEGAL), axis=-1)
    policy = -jnp.sum(jnp.where(legal, batch.policy * logs, 0), axis=-1)
    entropy = -jnp.sum(batch.policy * jnp.log(batch.policy + 1e-9), axis=-1)

    player = batch.states.player
    share = from_mover(env.players, batch.share, player)
    win = -jnp.sum(share * jax.nn.log_softmax(said.win, axis=-1), axis=-1)
    error = jnp.abs(said.margin - from_mover(env.players, batch.margin, player))
    margin = jnp.mean(jnp.where(error < 1, 0.5 * error**2, error - 0.5), axis=-1)  # Huber

    def mean(values: Array, weight: Array) -> Array:
        return jnp.sum(values * weight) / jnp.maximum(1, jnp.sum(weight))

    choice = jnp.argmax(logs, axis=-1)
    right = choice == jnp.argmax(batch.policy, axis=-1)
    figures = {
        "policy_loss": mean(policy, batch.policy_weight),
        "policy_gap": mean(policy - entropy, batch.policy_weight),
        "policy_right": mean(right.astype(jnp.float32), batch.policy_weight),
        "win_loss": mean(win, batch.weight),
        "margin_loss": mean(margin, batch.weight),
    }
    total = figures["policy_loss"] + learning.win_loss * figures["win_loss"]
    total += learning.margin_loss * figures["margin_loss"]
    if learning.regret:
        lost = jnp.sum(jnp.where(legal, jnp.exp(logs) * batch.regret, 0), axis=-1)
        lost_by_choice = jnp.take_along_axis(batch.regret, choice[:, None], axis=-1)[:, 0]
        figures["regret"] = mean(lost, batch.policy_weight)
        figures["choice_regret"] = mean(lost_by_choice, batch.policy_weight)
        total += learning.regret * figures["regret"]
    return total, figures


def learn(
    settings: Settings, params: Params, moments: Moments, replay: Replay, key: Array, done: Array
) -> tuple[Params, Moments, Figures]:
    """Make the steps of one iteration; return the means of the figures.

    ``done`` is the part of the run that lies behind, 0 to 1.
    """
    env = settings.environment

    def step(carry: tuple[Params, Moments], key: Array) -> tuple[tuple[Params, Moments], Figures]:
        params, moments = carry
        batch = sample(settings, replay, key)
        gradient = jax.value_and_grad(
            lambda params: losses(env, settings, params, batch), has_aux=True
        )
        (_, figures), gradients = gradient(params)
        params, moments, norm = optimise(settings, params, gradients, moments, done)
        return (params, moments), {**figures, "gradient": norm}

    keys = jax.random.split(key, settings.steps_per_iteration)
    (params, moments), figures = lax.scan(step, (params, moments), keys)
    return params, moments, {name: jnp.mean(values) for name, values in figures.items()}
