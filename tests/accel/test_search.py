"""The search sees what the rest of a round brings, and its formulas do what the paper says."""

from dataclasses import replace
from random import Random

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
import numpy as np

from azulejos.accel import Environment, State
from azulejos.accel.convert import action_of, from_state
from azulejos.accel.gumbel import completed_worths, visit_schedule, weigh
from azulejos.accel.judge import ILLEGAL, Judge, Opinion, by_seat
from azulejos.accel.packing import pack, packed_size, unpack
from azulejos.accel.search import SearchSettings, search
from azulejos.accel.train.learning import from_mover
from azulejos.rules import Phase
from azulejos.rules import State as RulesState
from tests.accel.lockstep import environment
from tests.strategies import MODES, Mode, line_greedy, mode_id, random_game

SETTINGS = SearchSettings(simulations=64, considered=16, noise=0.0)


def batch_of(env: Environment, states: list[RulesState]) -> State:
    """Return the arrays of several states."""
    arrays = [from_state(env, state) for state in states]
    batch: State = jax.tree.map(lambda *fields: np.stack(fields), *arrays)
    return batch


def blind_judge(env: Environment) -> Judge:
    """Return a judge that knows nothing but the result of games that are over."""

    def judge(states: State) -> Opinion:
        legal = jax.vmap(env.legal_mask)(states)
        share, _ = jax.vmap(env.outcome)(states)
        even = jnp.full_like(share, 1 / env.players)
        worth = jnp.where(env.is_over(states)[:, None], share, even)
        return Opinion(jnp.where(legal, 0.0, ILLEGAL), worth, worth, jnp.zeros_like(worth))

    return judge


def bounds(state: RulesState, seat: int) -> tuple[float, float]:
    """Return the least a seat can be held to and the most it can get; a deal leaves all open."""
    if state.is_over:
        share = (seat in state.winners) / len(state.winners)
        return share, share
    if state.phase is Phase.DEAL:
        return 1 / state.num_players, 1 / state.num_players
    replies = [bounds(state.play(move), seat) for move in state.legal_moves()]
    least = [least for least, _ in replies]
    return max(least) if state.player == seat else min(least), max(most for _, most in replies)


def winning_actions(env: Environment, state: RulesState) -> set[int]:
    """Return the actions that win whatever the others do, if no other action can win at all."""
    legal = state.legal_moves()
    tiles = sum(map(sum, state.displays)) + sum(state.centre)
    if state.player is None or not 2 <= len(legal) <= 12 or tiles > 6:
        return set()
    results = {action_of(env, move): bounds(state.play(move), state.player) for move in legal}
    wins = {action for action, (least, _) in results.items() if least == 1}
    losses = {action for action, (_, most) in results.items() if most < 1}
    return wins if losses and wins | losses == results.keys() else set()


def endings(mode: Mode, wanted: int) -> list[tuple[RulesState, set[int]]]:
    """Collect positions in which some moves win and some do not, with the winning actions."""
    env, seed = environment(mode), 0
    found: list[tuple[RulesState, set[int]]] = []
    while len(found) < wanted:
        seed += 1
        for state in list(random_game(mode, line_greedy, Random(seed)))[-7:-1]:
            if wins := winning_actions(env, state):
                found.append((state, wins))
                break
    return found


@pytest.mark.parametrize("mode", [MODES[0], MODES[4]], ids=mode_id)
def test_it_finds_the_moves_that_win(mode: Mode) -> None:
    env, cases = environment(mode), endings(mode, 16)
    states = batch_of(env, [state for state, _ in cases])
    found = jax.jit(lambda its, key: search(env, SETTINGS, blind_judge(env), its, key))(
        states, jax.random.key(0)
    )
    right = [int(a) in wins for a, (_, wins) in zip(found.action, cases, strict=True)]
    assert np.mean(right) > 0.9
    legal = np.asarray(jax.jit(jax.vmap(env.legal_mask))(states))
    policy = np.asarray(found.policy)
    assert np.allclose(policy.sum(1), 1, atol=1e-5) and not policy[~legal].any()
    mass = [policy[n, list(wins)].sum() for n, (_, wins) in enumerate(cases)]
    assert np.mean(mass) > 0.75
    regret = np.asarray(found.regret)
    assert regret.min() == 0 and not regret[~legal].any()
    assert (np.where(legal, regret, 1).min(axis=1) == 0).all()  # there always is a best action
    lost = [regret[n, list(wins)].mean() for n, (_, wins) in enumerate(cases)]
    others = [regret[n][legal[n]].sum() / legal[n].sum() for n in range(len(cases))]
    assert np.mean(lost) < 0.5 * np.mean(others)


@pytest.mark.parametrize("mode", [MODES[0], MODES[4]], ids=mode_id)
def test_with_foresight_it_expects_what_the_move_it_plays_came_to(mode: Mode) -> None:
    env, cases = environment(mode), endings(mode, 16)
    states = batch_of(env, [state for state, _ in cases])
    run = jax.jit(search, static_argnums=(0, 1, 2))
    shares = {}
    for foresight in (False, True):
        settings = replace(SETTINGS, foresight=foresight)
        found = run(env, settings, blind_judge(env), states, jax.random.key(0))
        won = [int(a) in wins for a, (_, wins) in zip(found.action, cases, strict=True)]
        assert np.allclose(np.sum(found.share, axis=1), 1, atol=1e-5)
        shares[foresight] = np.asarray(found.share)[np.arange(len(won)), states.player][won]
    assert np.allclose(shares[False], 1 / env.players)  # nothing but what the judge says
    assert np.mean(shares[True]) > (1 + 1 / env.players) / 2


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_packing_loses_nothing(mode: Mode) -> None:
    env = environment(mode)
    batch = batch_of(env, list(random_game(mode, line_greedy, Random(3)))[::9])
    packed = jax.jit(jax.vmap(pack))(batch)
    assert packed.shape[1] == packed_size(env)
    again = jax.jit(jax.vmap(lambda row: unpack(env, row)))(packed)
    assert all(np.array_equal(a, b) for a, b in zip(batch, again, strict=True))


def test_halving_tries_all_then_the_better_half() -> None:
    schedule = visit_schedule(4, 16)
    assert schedule[4].tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert schedule[1].tolist() == list(range(16))


def test_untried_actions_are_worth_the_mean() -> None:
    logits, visits = jnp.zeros(3), jnp.array([1.0, 3.0, 0.0])
    worths = completed_worths(logits, visits, jnp.array([0.2, 2.4, 0.0]), jnp.array(0.4))
    mean = (0.4 + 4 * 0.5) / 5
    assert np.allclose(worths, [0.2, 0.8, mean], atol=1e-6)
    assert np.allclose(weigh(worths, visits, 2.0), 2 * 53 * worths, atol=1e-4)


def test_seats_are_turned_there_and_back() -> None:
    values = jnp.arange(8.0).reshape(2, 4)
    player = jnp.array([1, 3], jnp.int8)
    assert by_seat(4, values, player)[0].tolist() == [3, 0, 1, 2]
    assert np.array_equal(from_mover(4, by_seat(4, values, player), player), values)
