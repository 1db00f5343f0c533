"""What the network sees and says at play time is what it saw and said in training."""

from functools import partial

import pytest

pytest.importorskip("jax")

import jax
import numpy as np

from azulejos.accel.convert import action_of, from_state
from azulejos.accel.environment import Environment
from azulejos.accel.judge import network_judge
from azulejos.accel.network import apply
from azulejos.neural import (
    Layers,
    Mode,
    Network,
    NetworkEvaluator,
    Weights,
    load,
    observe,
)
from azulejos.neural.network import MARGIN_SCALE
from azulejos.rules import State, Wall
from azulejos.search import Tree
from tests.neural.positions import SHIPPED, SIX, positions, random_weights


def environment(mode: Mode) -> Environment:
    return Environment(mode.players, "gray" if mode.wall is Wall.GRAY else "coloured")


def arrays(env: Environment, states: list[State]) -> object:
    each = [from_state(env, state) for state in states]
    return jax.tree.map(lambda *fields: np.stack(fields), *each)


def as_jax(weights: Weights) -> dict[str, jax.Array]:
    return {name: jax.numpy.asarray(value) for name, value in weights.params.items()}


@pytest.mark.parametrize("mode", SIX, ids=lambda mode: mode.name)
def test_it_sees_what_the_training_saw(mode: Mode) -> None:
    env = environment(mode)
    states = positions(mode)
    seen = observe(states)
    assert seen.shape == (len(states), env.observation_size)
    expected = jax.jit(jax.vmap(env.observe))(arrays(env, states))
    assert np.allclose(seen, expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("mode", SIX, ids=lambda mode: mode.name)
def test_it_says_what_the_training_network_says(mode: Mode) -> None:
    says_the_same(random_weights(mode))


@pytest.mark.parametrize(("mode", "single_look"), SHIPPED)
def test_a_shipped_network_says_what_it_said_in_training(mode: Mode, single_look: bool) -> None:
    says_the_same(load(mode, single_look=single_look))


def says_the_same(weights: Weights) -> None:
    mode, env = weights.mode, environment(weights.mode)
    seen = observe(positions(mode, games=1))
    with jax.default_matmul_precision("float32"):
        expected = jax.jit(partial(apply, env))(as_jax(weights), seen)
    said = Network(Layers(mode, weights.params)).forward(seen)[:, : mode.num_outputs]
    seats = mode.players
    assert np.allclose(said[:, :seats], expected.win, rtol=0, atol=1e-3)
    assert np.allclose(said[:, seats : 2 * seats], expected.margin, rtol=0, atol=1e-3)
    assert np.allclose(said[:, 2 * seats :], expected.policy, rtol=0, atol=1e-3)


@pytest.mark.parametrize("mode", SIX, ids=lambda mode: mode.name)
def test_the_tree_is_told_what_the_training_search_was_told(mode: Mode) -> None:
    """First impressions of every legal move, the share of the victory and the lead."""
    weights, env = random_weights(mode), environment(mode)
    states = [state for state in positions(mode, games=2, most=12) if state.player is not None]
    opinion = jax.jit(network_judge(env, as_jax(weights), 0.0))(arrays(env, states))
    evaluator = NetworkEvaluator(Network(Layers(mode, weights.params)))
    said = jax.jit(partial(apply, env))(as_jax(weights), observe(states))
    for n, state in enumerate(states):
        tree = Tree(state, evaluator)
        logits = np.asarray(opinion.logits[n], np.float64)
        shares = np.exp(logits) / np.exp(logits).sum()
        for move, _, prior, _, _ in tree.children():
            assert prior == pytest.approx(shares[action_of(env, move)], abs=1e-4)
        win, lead = tree.outlook()
        assert win == pytest.approx(float(opinion.worth[n, state.player]), abs=1e-4)
        mine, *others = np.asarray(said.margin[n]).tolist()
        expected = (mine - others[0]) / 2 if mode.players == 2 else mine
        assert lead == pytest.approx(expected * MARGIN_SCALE, abs=1e-2)
