"""A run may begin with what a network of another mode has learnt."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("jax")

import jax
import numpy as np

from azulejos.accel import Environment
from azulejos.accel.network import Params, Shape, apply, init_params
from azulejos.accel.train.entrant import Entrant
from azulejos.accel.train.settings import SettingsError
from azulejos.accel.train.transplant import transplant
from azulejos.errors import AzulejosError
from azulejos.neural import Mode, load

TWO = Environment(2, "coloured", 20)
SHAPE = Shape(64, 2)
SHIPPED = Path(__file__).parents[2] / "src/azulejos/neural/weights/3c.network"


def sights(env: Environment, count: int) -> jax.Array:
    """What is seen at the beginning of some games."""
    keys = jax.random.split(jax.random.key(3), count)
    seen: jax.Array = jax.jit(jax.vmap(lambda key: env.observe(env.init(key))))(keys)
    return seen


def network(env: Environment, seed: int, shape: Shape = SHAPE) -> Params:
    return init_params(env, shape, jax.random.key(seed))


@pytest.mark.parametrize("blocks", [2, 5])
def test_in_its_own_mode_a_network_says_what_it_said_with_more_blocks_too(blocks: int) -> None:
    params = network(TWO, 1)
    seen = sights(TWO, 8)
    taken = transplant(TWO, params, TWO, network(TWO, 2, Shape(64, blocks)))
    assert taken["inner_w"].shape[0] == blocks
    for before, after in zip(apply(TWO, params, seen), apply(TWO, taken, seen), strict=True):
        assert np.array_equal(before, after)


@pytest.mark.parametrize(
    "env", [Environment(3, "coloured", 20), Environment(4, "gray", 20)], ids=lambda env: env.name
)
def test_copies_of_one_opponent_are_all_judged_alike(env: Environment) -> None:
    taken = transplant(TWO, network(TWO, 1), env, network(env, 2))
    said = apply(env, taken, sights(env, 4))
    assert said.policy.shape == (4, env.num_actions)
    for values in (said.win, said.margin):
        assert np.allclose(values[:, 1:], values[:, 1:2], atol=1e-5)


def test_an_empty_table_is_judged_the_same_with_more_seats() -> None:
    three = Environment(3, "coloured", 20)
    params = network(TWO, 1)
    taken = transplant(TWO, params, three, network(three, 2))
    for name in ("inner_w", "norm_gain"):
        assert np.array_equal(taken[name], params[name])
    said = [
        apply(env, weights, jax.jit(env.observe)(env.new())[None])
        for env, weights in ((TWO, params), (three, taken))
    ]
    assert np.allclose(said[0].margin[0], said[1].margin[0, :2], atol=1e-4)


def test_a_network_of_another_width_or_of_more_blocks_is_refused() -> None:
    for other in (Shape(32, 2), Shape(64, 3)):
        with pytest.raises(SettingsError, match=r"run\.origin"):
            transplant(TWO, network(TWO, 1, other), TWO, network(TWO, 2))


def test_a_run_may_begin_with_a_weights_file() -> None:
    _, env, given = Entrant.read(SHIPPED)
    assert env.name == "3c"
    assert np.array_equal(given["inner_w"], load(Mode.parse("3c")).params["inner_w"])
    blocks, width, _ = given["inner_w"].shape
    taken = transplant(env, given, env, network(env, 1, Shape(width, blocks)))
    seen = sights(env, 4)
    for before, after in zip(apply(env, given, seen), apply(env, taken, seen), strict=True):
        assert np.allclose(before, after, atol=1e-5)


def test_a_file_that_holds_no_weights_is_refused_by_name(tmp_path: Path) -> None:
    other = tmp_path / "other.network"
    other.write_text("not weights")
    with pytest.raises(AzulejosError, match=r"other\.network"):
        Entrant.read(other)


def test_a_weights_file_needs_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "azulejos.neural.weights_file", None)
    with pytest.raises(SettingsError, match=r"3c\.network: .* compiled engine, which is not here"):
        Entrant.read(SHIPPED)
