"""The forward pass and the evaluator by themselves, without JAX."""

import os

import numpy as np
import pytest

from azulejos.neural import (
    Layers,
    Mode,
    Network,
    NetworkEvaluator,
    load_network,
    observation_size,
    observe,
)
from azulejos.neural import network as network_module
from azulejos.neural.blas import openblas
from azulejos.neural.network import MAX_BATCH
from azulejos.neural.threads import VARIABLES
from azulejos.rules import State, Wall
from azulejos.search import Tree
from tests.neural.positions import SIX, positions, random_weights

TWO = Mode.parse("2c")


def network(mode: Mode) -> Network:
    return Network(Layers(mode, random_weights(mode).params))


@pytest.mark.parametrize("mode", SIX, ids=lambda mode: mode.name)
def test_a_position_is_judged_alike_in_any_company(mode: Mode) -> None:
    seen = observe(positions(mode, games=1))[:50]
    whose = network(mode)
    together = whose.forward(seen).copy()
    for n in (0, 7, len(seen) - 1):
        assert np.allclose(whose.forward(seen[n : n + 1])[0], together[n], atol=1e-4)


def test_networks_that_share_their_layers_do_not_disturb_one_another() -> None:
    layers = Layers(TWO, random_weights(TWO).params)
    one, other = Network(layers), Network(layers)
    seen = observe(positions(TWO, games=1))[:20]
    said = one.forward(seen)
    kept = said.copy()
    other.forward(seen[::-1])
    assert np.array_equal(said, kept)


def test_too_large_a_batch_is_refused() -> None:
    with pytest.raises(ValueError, match=f"at most {MAX_BATCH}"):
        network(TWO).forward(np.zeros((MAX_BATCH + 1, TWO.observation_size), np.float32))


def test_observations_of_another_mode_are_refused() -> None:
    with pytest.raises(ValueError, match="another mode than 2c"):
        network(TWO).forward(observe([State.new(3)]))


@pytest.mark.parametrize("width", [32, 64])
def test_products_in_parts_say_what_whole_ones_say(
    monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    params = random_weights(TWO, width=width).params
    seen = observe(positions(TWO, games=1))[:11]
    said = []
    for in_parts in (False, True):
        monkeypatch.setattr(network_module, "quick_with_small_products", [in_parts].pop)
        whose = Network(Layers(TWO, params))
        assert whose.layers.in_parts is in_parts
        said.append([whose.forward(seen[:n]).copy() for n in (0, 1, 3, 4, 11)])
    for whole, parts in zip(*said, strict=True):
        assert np.allclose(whole, parts, atol=1e-4)


def test_weights_of_another_mode_are_refused() -> None:
    with pytest.raises(ValueError, match="another mode than 4g"):
        Layers(Mode.parse("4g"), random_weights(TWO).params)


def test_observations_of_several_modes_do_not_mix() -> None:
    with pytest.raises(ValueError, match="more than one mode"):
        observe([State.new(2), State.new(3)])
    assert observe([]).shape == (0, 0)


def test_modes_have_names_and_sizes() -> None:
    assert [mode.name for mode in Mode.every()] == ["2c", "2g", "3c", "3g", "4c", "4g"]
    assert Mode.of(State.new(3, Wall.GRAY)) == Mode.parse("3g")
    assert (TWO.num_actions, TWO.observation_size) == (180, observation_size(2, Wall.COLOURED))
    assert Mode.parse("4g").num_actions == 305
    with pytest.raises(ValueError, match="no mode"):
        Mode.parse("5c")


@pytest.mark.parametrize("mode", SIX, ids=lambda mode: mode.name)
@pytest.mark.parametrize("batch", [1, 16])
def test_a_tree_grows_with_a_network_to_the_ends_of_rounds_and_games(
    mode: Mode, batch: int
) -> None:
    evaluator = NetworkEvaluator(network(mode))
    states = [state for state in positions(mode, games=2, most=10) if state.player is not None]
    for state in states:
        tree = Tree(state, evaluator, batch=batch)
        assert tree.run(60) == 60
        rows = tree.children()
        assert sum(row[1] for row in rows) == 60
        assert sum(row[2] for row in rows) == pytest.approx(1, abs=1e-4)
        assert all(0 <= row[3] <= 1 for row in rows)
        assert state.is_legal(tree.best()[0])


def test_a_state_of_another_mode_is_refused_by_the_evaluator() -> None:
    state = next(s for s in positions(Mode.parse("3c"), games=1) if s.player is not None)
    with pytest.raises(ValueError, match="another mode"):
        Tree(state, NetworkEvaluator(network(TWO)))


def test_what_a_forward_pass_raises_comes_out_of_the_search() -> None:
    class Broken(Network):
        def forward(self, observations: object) -> object:  # type: ignore[override]
            raise ArithmeticError("no numbers today")

    state = next(s for s in positions(TWO, games=1) if s.player is not None)
    with pytest.raises(ArithmeticError, match="no numbers today"):
        Tree(state, NetworkEvaluator(Broken(Layers(TWO, random_weights(TWO).params))))


def test_heat_spreads_first_impressions() -> None:
    state = next(s for s in positions(TWO, games=1) if s.player is not None)

    def largest(heat: float) -> float:
        tree = Tree(state, NetworkEvaluator(load_network(TWO), heat))
        return max(row[2] for row in tree.children())

    assert largest(0.5) > largest(1.0) > largest(3.0)


@pytest.mark.skipif(any(name in os.environ for name in VARIABLES), reason="somebody has decided")
def test_products_take_one_thread_once_there_is_a_network() -> None:
    library = openblas()
    if library is None:
        pytest.skip("NumPy has brought no OpenBLAS")
    load_network(TWO)
    assert library.functions[f"{library.before}get_num_threads{library.after}"]() == 1
