"""What a network says of a position arrives in the searches as it was said."""

from collections.abc import Sequence

import numpy as np
import pytest

from azulejos.neural import Layers, Mode, Network, NetworkEvaluator, observe
from azulejos.neural.network import MARGIN_SCALE
from azulejos.rules import Phase, State
from azulejos.search import Graph, Tree
from tests.neural.positions import SIX, positions, random_weights

SEARCHES = (Tree, Graph)


def network(mode: Mode) -> Network:
    return Network(Layers(mode, random_weights(mode).params))


def told(whose: Network, state: State) -> tuple[list[float], list[float]]:
    """Return each seat's share of the victory and its lead, by seat, as the network says."""
    seats = state.num_players
    first = state.start if state.player is None else state.player
    said = whose.forward(observe([state]))[0].astype(float)
    shares = np.exp(said[:seats]) / np.exp(said[:seats]).sum()
    leads = said[seats : 2 * seats] * MARGIN_SCALE
    if seats == 2:
        leads = (leads - leads[::-1]) / 2
    return np.roll(shares, first).tolist(), np.roll(leads, first).tolist()


def close_to(values: Sequence[float]) -> object:
    return pytest.approx(values, abs=1e-3)


@pytest.mark.parametrize("mode", SIX, ids=lambda mode: mode.name)
@pytest.mark.parametrize("search", SEARCHES)
def test_leads_are_those_the_network_says(mode: Mode, search: type[Tree | Graph]) -> None:
    whose = network(mode)
    states = [state for state in positions(mode, games=3, most=12) if state.player is not None]
    for state in states:
        grown = search(state, NetworkEvaluator(whose))
        seat = state.player
        assert seat is not None
        shares, leads = told(whose, state)
        assert grown.outlook() == close_to((shares[seat], leads[seat]))
        grown.run(1)
        (row,) = (row for row in grown.children() if row[1])
        after = state.play(row[0])
        if after.phase is not Phase.OVER:
            shares, leads = told(whose, after)
            assert row[3:] == close_to((shares[seat], leads[seat]))
            assert grown.outlook() == row[3:]


@pytest.mark.parametrize("mode", SIX, ids=lambda mode: mode.name)
@pytest.mark.parametrize("search", SEARCHES)
def test_a_finished_game_is_judged_by_its_result(mode: Mode, search: type[Tree | Graph]) -> None:
    """Every move ends the game: the outlook is the result, whatever the network thinks."""
    evaluator, ends = NetworkEvaluator(network(mode)), 0
    for state in positions(mode, games=6, most=1000):
        if state.player is None or not all(state.play(m).is_over for m in state.legal_moves()):
            continue
        ends += 1
        grown = search(state, evaluator)
        grown.run(1)
        after, seat = state.play(grown.best()[0]), state.player
        share = (seat in after.winners) / len(after.winners)
        best = max(points for other, points in enumerate(after.scores) if other != seat)
        assert grown.outlook() == pytest.approx((share, after.scores[seat] - best))
    assert ends
