"""Self-play: many games in step, each starting anew when it ends."""

from dataclasses import replace
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from azulejos.accel.environment import Environment
from azulejos.accel.judge import Judge
from azulejos.accel.packing import pack
from azulejos.accel.search import SearchSettings, search
from azulejos.accel.state import DEAL, OVER, Array, State, choose_tree
from azulejos.accel.train.settings import Settings

GOES_ON = 0
"""The round goes on after this ply."""
DEAL_DUE = 1
GAME_OVER = 2
REGRET_UNIT = 1 / 1000
"""What one step of a stored regret is worth; more than 255 are stored as 255."""


class Plies(NamedTuple):
    """What self-play leaves behind; T plies of B games."""

    packed: Array
    """u8[T, B, bytes]: positions in which somebody was to act."""
    action: Array
    """i16[T, B]: what was played."""
    policy: Array
    """f16[T, B, A]: what the search recommended."""
    regret: Array
    """u8[T, B, A]: what the search thinks each action loses, in units of `REGRET_UNIT`."""
    ending: Array
    """i8[T, B]: what the ply led to, `GOES_ON`, `DEAL_DUE` or `GAME_OVER`."""
    share: Array
    """f16[T, B, P]: shares of the victory, where a game ended."""
    margin: Array
    """i16[T, B, P]: leads over the best opponent, where a game ended."""
    score: Array
    """i16[T, B, P]: points."""
    round: Array
    """i16[T, B]: rounds."""
    expected_share: Array
    """f16[T, B, P]: what was expected before the ply, as shares of the victory."""
    expected_margin: Array
    """f16[T, B, P]: the same as leads, in the network's units."""


def restart(env: Environment, states: State, key: Array) -> State:
    """Deal where a deal is due, and begin new games where one is over, with any starter."""
    batch = states.phase.shape[0]
    starter, deals = jax.random.split(key)
    starts = jax.random.randint(starter, (batch,), 0, env.players)
    states = choose_tree(states.phase == OVER, jax.vmap(env.new)(starts), states)
    return jax.vmap(env.deal)(states, jax.random.split(deals, batch))


def play_plies(
    env: Environment, settings: SearchSettings, judge: Judge, states: State, keys: Array
) -> tuple[State, Plies]:
    """Play a ply of every game for each key."""

    def ply(states: State, key: Array) -> tuple[State, Plies]:
        searching, dealing = jax.random.split(key)
        found = search(env, settings, judge, states, searching)
        after = jax.vmap(env.move)(states, found.action)
        share, margin = jax.vmap(env.outcome)(after)
        over, due = after.phase == OVER, after.phase == DEAL
        ending = jnp.where(over, GAME_OVER, jnp.where(due, DEAL_DUE, GOES_ON))
        record = Plies(
            packed=jax.vmap(pack)(states),
            action=found.action.astype(jnp.int16),
            policy=found.policy.astype(jnp.float16),
            regret=jnp.minimum(255, jnp.round(found.regret / REGRET_UNIT)).astype(jnp.uint8),
            ending=ending.astype(jnp.int8),
            share=share.astype(jnp.float16),
            margin=margin.astype(jnp.int16),
            score=after.score,
            round=after.round,
            expected_share=found.share.astype(jnp.float16),
            expected_margin=found.margin.astype(jnp.float16),
        )
        return restart(env, after, dealing), record

    return lax.scan(ply, states, keys)


def play_in_turns(
    settings: Settings, judge: Judge, states: State, keys: Array
) -> tuple[State, Plies]:
    """Play a ply of every game for each key: a thorough one, then the quick ones, and so on."""
    env, thorough = settings.environment, settings.search
    if settings.selfplay.thorough == 1:
        return play_plies(env, thorough, judge, states, keys)
    simulations = settings.selfplay.quick
    considered = min(thorough.considered, max(2, simulations // 2))
    quick = replace(thorough, simulations=simulations, considered=considered)

    def turn(states: State, keys: Array) -> tuple[State, Plies]:
        states, first = play_plies(env, thorough, judge, states, keys[:1])
        states, others = play_plies(env, quick, judge, states, keys[1:])
        return states, jax.tree.map(lambda *parts: jnp.concatenate(parts), first, others)

    states, plies = lax.scan(turn, states, keys.reshape(-1, settings.selfplay.thorough))
    return states, jax.tree.map(lambda field: field.reshape(-1, *field.shape[2:]), plies)


def first_games(settings: Settings, key: Array) -> State:
    """Return games at different stages of random play, so that they do not run in phase."""
    env, batch = settings.environment, settings.selfplay.games
    first, rest = jax.random.split(key)
    starts = jnp.arange(batch) % env.players
    states = jax.vmap(env.init)(jax.random.split(first, batch), starts)

    def ply(number: Array, states: State) -> State:
        choosing, dealing = jax.random.split(jax.random.fold_in(rest, number))
        actions = jax.vmap(env.random_action)(states, jax.random.split(choosing, batch))
        after = restart(env, jax.vmap(env.move)(states, actions), dealing)
        return choose_tree(number < jnp.arange(batch) % settings.selfplay.stagger, after, states)

    staggered: State = lax.fori_loop(0, settings.selfplay.stagger, ply, states)
    return staggered
