"""Matches between players on the device: one seat against the others."""

import math
from collections.abc import Callable
from typing import NamedTuple

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


class Results(NamedTuple):
    """What came of paired games, by pair and by the seat of the player they are about."""

    share: Array
    """f32[pairs, P]: its share of the victory."""
    margin: Array
    """f32[pairs, P]: its lead over the best opponent."""
    rounds: Array
    """f32[pairs, P]: how many rounds the game had."""


def play_pairs(env: Environment, one: Player, others: Player, pairs: int, key: Array) -> Results:
    """Let a player meet others in paired games.

    A pair is the games on the same deals with the same starter, one for each seat that the
    player may have. The bag is what chance knows of a game, so deals are the same as long
    as nothing has come back from the lid.
    """
    games = pairs * env.players
    pair, seat = jnp.arange(games) // env.players, jnp.arange(games) % env.players
    dealing, choosing = jax.random.split(key)
    own_keys = jax.vmap(lambda pair: jax.random.fold_in(dealing, pair))(pair)

    def keys_after(rounds: Array) -> Array:
        return jax.vmap(jax.random.fold_in)(own_keys, rounds)

    states = jax.vmap(env.init)(keys_after(jnp.zeros(games, jnp.int32)), pair % env.players)

    def going(carry: tuple[State, Array]) -> Array:
        states, ply = carry
        return jnp.any(states.phase != OVER) & (ply < MAX_PLIES)

    def ply(carry: tuple[State, Array]) -> tuple[State, Array]:
        states, ply = carry
        mine, theirs = jax.random.split(jax.random.fold_in(choosing, ply))
        action = jnp.where(states.player == seat, one(states, mine), others(states, theirs))
        return jax.vmap(env.step)(states, action, keys_after(states.round)), ply + 1

    states, _ = lax.while_loop(going, ply, (states, jnp.zeros((), jnp.int32)))
    shares, margins = jax.vmap(env.outcome)(states)

    def by_pair(values: Array) -> Array:
        return values.astype(jnp.float32).reshape(pairs, env.players)

    own = seat[:, None]
    return Results(
        by_pair(jnp.take_along_axis(shares, own, axis=1)),
        by_pair(jnp.take_along_axis(margins, own, axis=1)),
        by_pair(states.round),
    )


def play_match(
    env: Environment, one: Player, others: Player, games: int, key: Array
) -> dict[str, Array]:
    """Sum up paired games, at least so many.

    ``share`` is the mean share of the victory, ``error`` its standard error over pairs,
    ``margin`` the mean lead over the best opponent.
    """
    pairs = -(-games // env.players)
    results = play_pairs(env, one, others, pairs, key)
    spread = jnp.std(jnp.mean(results.share, axis=1))
    return {
        "share": jnp.mean(results.share),
        "error": spread / math.sqrt(max(1, pairs - 1)),
        "margin": jnp.mean(results.margin),
        "rounds": jnp.mean(results.rounds),
    }
