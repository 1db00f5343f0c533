"""The forward pass in whole numbers says what the one in floating point says."""

import numpy as np
import pytest

from azulejos.neural import (
    Layers,
    Mode,
    Network,
    NetworkEvaluator,
    Weights,
    WholeLayers,
    WholeNetwork,
    load,
    load_network,
    loading,
    observe,
    pack,
    unpack,
)
from azulejos.neural.network import MAX_BATCH, Floats
from azulejos.neural.weights_file import BLOCKS
from azulejos.neural.whole import is_quick
from azulejos.rules import State
from azulejos.search import Graph
from tests.neural.positions import SHIPPED, SIX, positions, random_weights

needs_whole_products = pytest.mark.skipif(
    not is_quick(), reason="this processor does not multiply whole numbers at once"
)
TWO = Mode.parse("2c")


def of_a_file(mode: Mode, width: int = 64) -> Weights:
    """Return random weights as they come from a file: rounded."""
    return unpack(pack(random_weights(mode, width=width)))


def shares(logits: Floats) -> Floats:
    raised: Floats = np.exp(logits - logits.max(axis=1, keepdims=True))
    total: Floats = raised.sum(axis=1, keepdims=True)
    return raised / total


def says_nearly_the_same(weights: Weights, seen: Floats) -> None:
    mode, seats = weights.mode, weights.mode.players
    exact = Network(Layers(mode, weights.params)).forward(seen)[:, : mode.num_outputs]
    said = WholeNetwork(WholeLayers(weights)).forward(seen)[:, : mode.num_outputs]
    lead, policy = slice(seats, 2 * seats), slice(2 * seats, None)
    assert np.allclose(shares(said[:, :seats]), shares(exact[:, :seats]), rtol=0, atol=1e-3)
    assert np.allclose(said[:, lead], exact[:, lead], rtol=0, atol=1e-3)
    assert np.allclose(shares(said[:, policy]), shares(exact[:, policy]), rtol=0, atol=2e-3)


@needs_whole_products
@pytest.mark.parametrize("mode", SIX, ids=lambda mode: mode.name)
def test_it_says_what_floating_point_says(mode: Mode) -> None:
    says_nearly_the_same(of_a_file(mode), observe(positions(mode, games=1)))


@needs_whole_products
@pytest.mark.parametrize(("mode", "single_look"), SHIPPED)
def test_a_shipped_network_says_what_floating_point_says(mode: Mode, single_look: bool) -> None:
    weights = load(mode, single_look=single_look)
    says_nearly_the_same(weights, observe(positions(mode)[:MAX_BATCH]))


@needs_whole_products
@pytest.mark.parametrize(
    ("width", "blocks"), [(1024, 1), (64, 8), pytest.param(1024, 8, marks=pytest.mark.slow)]
)
def test_a_large_network_of_few_bits_says_what_floating_point_says(width: int, blocks: int) -> None:
    """The root mean square of a column is one step inside the blocks, 16 steps elsewhere."""
    plain = random_weights(TWO, width, blocks)
    usual = np.float32(3 / np.sqrt(width))  # so that what it says is as large as in a trained one
    params = {
        name: value * usual if name.endswith("_w") else value
        for name, value in plain.params.items()
    }
    weights = unpack(pack(plain._replace(params=params), 16, 1))
    assert all(np.abs(weights.whole(name).numbers).max() < 8 for name in BLOCKS)
    says_nearly_the_same(weights, observe(positions(TWO)))


@needs_whole_products
def test_sums_never_grow_too_large() -> None:
    mode = Mode.parse("4g")
    plain = random_weights(mode, width=64)
    alike = np.resize(np.array([1, -1], np.float32), plain.params["input_w"].shape)
    weights = unpack(pack(plain._replace(params={**plain.params, "input_w": alike})))
    says_nearly_the_same(weights, np.ones((3, mode.observation_size), np.float32))


@needs_whole_products
@pytest.mark.parametrize("mode", SIX, ids=lambda mode: mode.name)
def test_a_position_is_judged_the_same_in_any_company(mode: Mode) -> None:
    seen = observe(positions(mode, games=1))[:50]
    network = WholeNetwork(WholeLayers(of_a_file(mode)))
    together = network.forward(seen).copy()
    for size in range(1, 10):
        assert np.array_equal(network.forward(seen[3 : 3 + size]), together[3 : 3 + size])
    assert network.forward(seen[:0]).shape[0] == 0


@needs_whole_products
@pytest.mark.parametrize("share", [0.0, 0.02, 0.2, 1.0])
def test_numbers_that_are_nothing_change_nothing(share: float) -> None:
    weights = of_a_file(TWO)
    random = np.random.default_rng(5)
    seen = random.random((MAX_BATCH, TWO.observation_size), np.float32)
    seen[random.random(seen.shape) >= share] = 0
    says_nearly_the_same(weights, seen)
    network = WholeNetwork(WholeLayers(weights))
    together = network.forward(seen).copy()
    for size in (1, 2, 3, 4, 5, 7):
        for first in range(0, 20, size):
            some = slice(first, first + size)
            assert np.array_equal(network.forward(seen[some]), together[some])


@needs_whole_products
def test_networks_that_share_their_layers_do_not_disturb_one_another() -> None:
    layers = WholeLayers(of_a_file(TWO))
    one, other = WholeNetwork(layers), WholeNetwork(layers)
    seen = observe(positions(TWO, games=1))[:20]
    said = one.forward(seen)
    kept = said.copy()
    other.forward(np.ascontiguousarray(seen[::-1]))
    assert np.array_equal(said, kept)


@needs_whole_products
def test_what_does_not_fit_is_refused() -> None:
    network = WholeNetwork(WholeLayers(of_a_file(TWO)))
    with pytest.raises(ValueError, match=f"at most {MAX_BATCH}"):
        network.forward(np.zeros((MAX_BATCH + 1, TWO.observation_size), np.float32))
    with pytest.raises(ValueError, match="another mode than 2c"):
        network.forward(observe([State.new(3)]))
    with pytest.raises(
        ValueError, match="width: a network 32 wide cannot be played with, only multiples of 64"
    ):
        WholeLayers(of_a_file(TWO, width=32))
    with pytest.raises(KeyError):
        WholeLayers(random_weights(TWO, width=64))


@needs_whole_products
def test_a_search_goes_on_with_it_as_with_any_network() -> None:
    state = next(s for s in positions(TWO, games=1) if s.player is not None)
    graph = Graph(state, NetworkEvaluator(WholeNetwork(WholeLayers(of_a_file(TWO)))), batch=16)
    assert graph.run(200) == 200
    assert state.is_legal(graph.best()[0])


def test_the_processor_decides_which_pass_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {False: Network, True: WholeNetwork} if is_quick() else {False: Network}
    for quick, kind in kinds.items():
        monkeypatch.setattr(loading, "is_quick", lambda quick=quick: quick)
        loading._layers.cache_clear()
        assert isinstance(load_network(TWO), kind)
    loading._layers.cache_clear()


def test_a_file_holds_whole_numbers() -> None:
    weights = of_a_file(TWO)
    assert sorted(weights.scales) == ["head_w", "inner_w", "input_w", "outer_w"]
    for name in weights.scales:
        numbers, scale = weights.whole(name)
        assert np.array_equal((numbers * scale).astype(np.float32), weights.params[name])
