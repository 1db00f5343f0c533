"""The memory of self-play on the device: a ring of plies, and the results of the games.

A ply knows the number of its game. Results stand in a table of their own, so that the end
of a game is written once and needs no walk back over its plies.
"""

from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from azulejos.accel.network import MARGIN_SCALE
from azulejos.accel.packing import packed_size, unpack
from azulejos.accel.state import Array, State
from azulejos.accel.train.selfplay import DEAL_DUE, GAME_OVER, GOES_ON, REGRET_UNIT, Plies
from azulejos.accel.train.settings import Settings
from azulejos.accel.train.symmetry import disguise

SHORTEST_GAME: Final = 16
"""Hardly a game has fewer plies; results of games that would not fit are forgotten."""
LONGEST_ROUND: Final = 64
"""No round has more plies: at most 36 takes and 20 columns."""


class Replay(NamedTuple):
    """L plies of B games, and the last G results of each."""

    packed: Array
    """u8[L, B, bytes]."""
    action: Array
    """i16[L, B]."""
    policy: Array
    """f16[L, B, A]."""
    regret: Array
    """u8[L, B, A], or u8[L, B, 0] where nothing is learnt from it."""
    ending: Array
    """i8[L, B]."""
    game: Array
    """i32[L, B]: the number of the game this ply belongs to."""
    share: Array
    """f16[G, B, P]: result of game n at n modulo G."""
    margin: Array
    """i16[G, B, P]."""
    expected_share: Array
    """f16[L, B, P]: what was expected."""
    expected_margin: Array
    """f16[L, B, P]."""
    current: Array
    """i32[B]: the number of the game being played."""
    written: Array
    """i32: plies written so far."""


class Batch(NamedTuple):
    """What one step of learning sees; N positions."""

    states: State
    policy: Array
    """f32[N, A]."""
    regret: Array
    """f32[N, A]: what each action loses; nothing where it is not remembered."""
    share: Array
    """f32[N, P], seats of the table."""
    margin: Array
    """f32[N, P], in the network's units."""
    policy_weight: Array
    """f32[N]: 0 where there is no policy to learn."""
    weight: Array
    """f32[N]: 0 where the result is not known."""


def empty_replay(settings: Settings) -> Replay:
    """Return a memory of nothing."""
    env = settings.environment
    plies, games = settings.replay.plies, settings.selfplay.games
    results = plies // SHORTEST_GAME + 2

    def empty(kind: jnp.dtype, *shape: int) -> Array:
        return jnp.zeros(shape, kind)

    return Replay(
        packed=empty(jnp.uint8, plies, games, packed_size(env)),
        action=empty(jnp.int16, plies, games),
        policy=empty(jnp.float16, plies, games, env.num_actions),
        regret=empty(jnp.uint8, plies, games, env.num_actions if settings.learning.regret else 0),
        ending=empty(jnp.int8, plies, games),
        game=empty(jnp.int32, plies, games),
        share=empty(jnp.float16, results, games, env.players),
        margin=empty(jnp.int16, results, games, env.players),
        expected_share=empty(jnp.float16, plies, games, env.players),
        expected_margin=empty(jnp.float16, plies, games, env.players),
        current=empty(jnp.int32, games),
        written=empty(jnp.int32),
    )


def remember(replay: Replay, plies: Plies) -> Replay:
    """Write plies over the oldest ones, and the results of the games that ended."""
    length, results = replay.ending.shape[0], replay.share.shape[0]
    place = replay.written % length
    over = plies.ending == GAME_OVER  # [T, B]
    before = jnp.cumsum(over, axis=0) - over
    games = replay.current + before.astype(jnp.int32)
    rows = jnp.where(over, games % results, results)  # what lies outside is dropped
    lanes = jnp.broadcast_to(jnp.arange(over.shape[1]), over.shape)

    def write(ring: Array, new: Array) -> Array:
        return lax.dynamic_update_slice_in_dim(ring, new, place, 0)

    return Replay(
        packed=write(replay.packed, plies.packed),
        action=write(replay.action, plies.action),
        policy=write(replay.policy, plies.policy),
        regret=write(replay.regret, plies.regret[..., : replay.regret.shape[-1]]),
        ending=write(replay.ending, plies.ending),
        game=write(replay.game, games),
        share=replay.share.at[rows, lanes].set(plies.share, mode="drop"),
        margin=replay.margin.at[rows, lanes].set(plies.margin, mode="drop"),
        expected_share=write(replay.expected_share, plies.expected_share),
        expected_margin=write(replay.expected_margin, plies.expected_margin),
        current=replay.current + jnp.sum(over, axis=0, dtype=jnp.int32),
        written=replay.written + over.shape[0],
    )


def sample(settings: Settings, replay: Replay, key: Array) -> Batch:
    """Draw plies, and to some of them the position before the next deal.

    Where not every ply was thorough, as many thorough ones are drawn for the policy alone, and
    the others for their results: these are soon learnt by heart, recommendations are not.
    """
    env, size = settings.environment, settings.learning.batch
    before_deals = int(size * settings.learning.before_deals)
    length, games = replay.ending.shape
    when, who, order = jax.random.split(key, 3)
    there = jnp.minimum(replay.written, length)
    for_policy = for_result = jnp.ones(size, bool)
    if (every := settings.selfplay.thorough) > 1:
        for_policy = jnp.arange(2 * size) >= size
        for_result, size = ~for_policy, 2 * size
    ply = jax.random.randint(when, (size,), 0, there)
    ply = jnp.where(for_policy, ply - ply % every, ply)
    lane = jax.random.randint(who, (size,), 0, games)
    game, results = replay.game[ply, lane], replay.share.shape[0]
    age = replay.current[lane] - game  # 0: still being played
    known = ((age > 0) & (age <= results)).astype(jnp.float32)
    row = game % results
    states = jax.vmap(lambda packed: unpack(env, packed))(replay.packed[ply, lane])
    policy = replay.policy[ply, lane].astype(jnp.float32)
    regret = jnp.zeros_like(policy)
    if replay.regret.shape[-1]:
        regret = replay.regret[ply, lane] * jnp.float32(REGRET_UNIT)

    closing, is_deal = _round_end(replay, ply, lane)
    dealt = (closing + 1) % length, lane
    trust = 1 - (1 - settings.learning.results) * is_deal[:, None]  # in the result
    share = replay.share[row, lane].astype(jnp.float32)
    margin = replay.margin[row, lane] / MARGIN_SCALE
    share = trust * share + (1 - trust) * replay.expected_share[dealt]
    margin = trust * margin + (1 - trust) * replay.expected_margin[dealt]

    few = slice(0, before_deals)
    ending = closing[few], lane[few]
    last = jax.vmap(lambda packed: unpack(env, packed))(replay.packed[ending])
    waiting = jax.vmap(env.move)(last, replay.action[ending].astype(jnp.int32))

    def both(values: Array) -> Array:
        return jnp.concatenate([values, values[few]])

    states = jax.tree.map(lambda a, b: jnp.concatenate([a, b]), states, waiting)
    _, regret = disguise(env, states, both(regret), order)
    states, policy = disguise(env, states, both(policy), order)
    return Batch(
        states=states,
        policy=policy,
        regret=regret,
        share=both(share),
        margin=both(margin),
        policy_weight=jnp.concatenate([known * for_policy, jnp.zeros(before_deals)]),
        weight=jnp.concatenate([known * for_result, known[few] * is_deal[few]]),
    )


def _round_end(replay: Replay, ply: Array, lane: Array) -> tuple[Array, Array]:
    """Find the ply that ended the round of each given one, and whether a deal followed."""
    length = replay.ending.shape[0]
    plies = (ply[:, None] + np.arange(min(LONGEST_ROUND, length))) % length  # [N, 64]
    endings = replay.ending[plies, lane[:, None]]
    steps = jnp.argmax(endings != GOES_ON, axis=1)
    ending = jnp.take_along_axis(endings, steps[:, None], axis=1)[:, 0]
    return (ply + steps) % length, (ending == DEAL_DUE).astype(jnp.float32)
