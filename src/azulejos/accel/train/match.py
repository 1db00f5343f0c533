"""Matches between players on the device: one seat against the others."""

from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax import lax

from azulejos.accel.environment import Environment
from azulejos.accel.greedy import greedy_action
from azulejos.accel.judge import network_judge
from azulejos.accel.network import Params
from azulejos.accel.search import SearchSettings, search
from azulejos.accel.state import OVER, Array, State

Player = Callable[[State, Array], Array]
"""Chooses actions i32[B] for a batch of positions, with a key."""

MAX_PLIES = 1200


def greedy_player(env: Environment) -> Player:
    """Return the player that looks one action ahead."""

    def choose(states: State, key: Array) -> Array:
        keys = jax.random.split(key, states.phase.shape[0])
        return jax.vmap(lambda state, key: greedy_action(env, state, key))(states, keys)

    return choose


def policy_player(env: Environment, params: Params) -> Player:
    """Return the player of a network's first choice, without any search."""
    judge = network_judge(env, params, 0.0)

    def choose(states: State, key: Array) -> Array:
        del key
        return jnp.argmax(judge(states).logits, axis=-1).astype(jnp.int32)

    return choose


def search_player(env: Environment, settings: SearchSettings, params: Params) -> Player:
    """Return the player that searches; set its noise to 0 to let it play to win."""
    judge = network_judge(env, params, settings.margin_weight)

    def choose(states: State, key: Array) -> Array:
        return search(env, settings, judge, states, key).action

    return choose


def play_match(
    env: Environment, one: Player, others: Player, games: int, key: Array
) -> dict[str, Array]:
    """Let a player meet others; it sits in each seat equally often, each seat begins equally often.

    ``share`` is the mean share of the victory, ``error`` its standard error, ``margin`` the
    mean lead over the best opponent.
    """
    number = jnp.arange(games)
    seat, start = number % env.players, number // env.players % env.players
    first, rest = jax.random.split(key)
    states = jax.vmap(env.init)(jax.random.split(first, games), start)

    def going(carry: tuple[State, Array]) -> Array:
        states, ply = carry
        return jnp.any(states.phase != OVER) & (ply < MAX_PLIES)

    def ply(carry: tuple[State, Array]) -> tuple[State, Array]:
        states, ply = carry
        mine, theirs, deals = jax.random.split(jax.random.fold_in(rest, ply), 3)
        action = jnp.where(states.player == seat, one(states, mine), others(states, theirs))
        return jax.vmap(env.step)(states, action, jax.random.split(deals, games)), ply + 1

    states, _ = lax.while_loop(going, ply, (states, jnp.zeros((), jnp.int32)))
    share, margin = jax.vmap(env.outcome)(states)
    won = jnp.take_along_axis(share, seat[:, None], axis=1)[:, 0]
    lead = jnp.take_along_axis(margin, seat[:, None], axis=1)[:, 0]
    return {
        "share": jnp.mean(won),
        "error": jnp.std(won) / jnp.sqrt(games),
        "margin": jnp.mean(lead),
        "rounds": jnp.mean(states.round.astype(jnp.float32)),
    }
