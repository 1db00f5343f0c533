"""Exchanging what may be exchanged and playing on lead to the same, in either order."""

from functools import partial
from random import Random

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
import numpy as np

from azulejos.accel.convert import from_state
from azulejos.accel.state import State
from azulejos.accel.train.symmetry import disguise
from tests.accel.lockstep import environment
from tests.strategies import MODES, Mode, line_greedy, mode_id, random_game


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_a_position_in_disguise_plays_on_as_the_position_does(mode: Mode) -> None:
    env, key = environment(mode), jax.random.key(3)
    games = [random_game(mode, line_greedy, Random(seed)) for seed in range(3)]
    states = [state for game in games for state in game if state.player is not None]
    before: State = jax.tree.map(lambda *f: np.stack(f), *(from_state(env, s) for s in states))
    in_disguise = jax.jit(partial(disguise, env))
    legal_mask, move = jax.jit(jax.vmap(env.legal_mask)), jax.jit(jax.vmap(env.move))
    choose = jax.jit(jax.vmap(env.random_action))
    actions = choose(before, jax.random.split(jax.random.key(5), len(states)))

    disguised, their_legal = in_disguise(before, legal_mask(before), key)
    _, played = in_disguise(before, jax.nn.one_hot(actions, env.num_actions), key)
    np.testing.assert_array_equal(legal_mask(disguised), their_legal)
    expected, _ = in_disguise(move(before, actions), played, key)
    found = move(disguised, jnp.argmax(played, axis=1))
    for name, one, other in zip(State._fields, found, expected, strict=True):
        np.testing.assert_array_equal(one, other, name)


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_a_disguise_changes_what_it_may(mode: Mode) -> None:
    env = environment(mode)
    game = list(random_game(mode, line_greedy, Random(1)))
    state = next(s for s in game if s.round == 3 and s.player is not None)
    many: State = jax.tree.map(lambda f: np.stack([f] * 2000), from_state(env, state))
    policy = np.zeros((2000, env.num_actions))
    found, _ = jax.jit(partial(disguise, env))(many, policy, jax.random.key(1))
    walls = len({wall.tobytes() for wall in np.asarray(found.wall)})
    assert walls == (240 if env.is_gray else 1)
    assert len({sources.tobytes() for sources in np.asarray(found.sources)}) > 100
