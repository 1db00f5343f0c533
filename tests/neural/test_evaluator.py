"""What a network says of a position arrives in the searches as it was said."""

from collections.abc import Sequence

import numpy as np
import pytest

from azulejos.neural import Layers, Mode, Network, NetworkEvaluator, observe
from azulejos.neural.network import MARGIN_SCALE
from azulejos.rules import Phase, State, Wall
from azulejos.search import Evaluation, Graph, Tree
from tests.neural.positions import SIX, positions, random_weights

SEARCHES = (Tree, Graph)


def network(mode: Mode, seed: int = 1) -> Network:
    return Network(Layers(mode, random_weights(mode, seed=seed).params))


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


def impressions(evaluator: NetworkEvaluator, state: State) -> list[float]:
    return [prior for _, _, prior, *_ in Graph(state, evaluator).children()]


@pytest.mark.parametrize("mode", SIX, ids=lambda mode: mode.name)
def test_who_goes_by_the_points_judges_with_the_other_network(mode: Mode) -> None:
    one, other, heat = network(mode), network(mode, seed=2), 4.0
    plain = NetworkEvaluator(one, heat)
    for state in positions(mode, games=2, most=12):
        if state.player is None:
            continue
        for seats in ({state.player}, set(range(mode.players)) - {state.player}):
            evaluator = NetworkEvaluator(one, heat, other, seats)
            theirs = state.player in seats
            shares, leads = told(other if theirs else one, state)
            outlook = shares[state.player], leads[state.player]
            assert Graph(state, evaluator).outlook() == close_to(outlook)
            expected = impressions(NetworkEvaluator(other) if theirs else plain, state)
            assert impressions(evaluator, state) == pytest.approx(expected)


@pytest.mark.parametrize("mode", SIX, ids=lambda mode: mode.name)
def test_who_goes_by_the_points_values_the_end_of_a_round_by_them(mode: Mode) -> None:
    one, other = network(mode), network(mode, seed=2)
    evaluator = NetworkEvaluator(one, points=other, by_points=range(mode.players))
    evaluation, ends = Evaluation.load(*mode), 0
    for state in positions(mode, games=6, most=1000):
        if state.player is None:
            continue
        afters = [state.play(move) for move in state.legal_moves()]
        if any(after.phase is not Phase.DEAL for after in afters):
            continue
        graph = Graph(state, evaluator)
        graph.run(len(afters))
        values = {row[0]: row[3:] for row in graph.children() if row[1]}
        for move, after in zip(state.legal_moves(), afters, strict=True):
            points, wins = evaluation.expect(after)
            lead = points[state.player] - max(
                p for seat, p in enumerate(points) if seat != state.player
            )
            if move in values:
                assert values[move] == close_to((wins[state.player], lead))
                ends += 1
    assert ends


@pytest.mark.parametrize(
    ("points", "seats", "word"),
    [
        (None, {1}, "points: a network of 3c"),
        (network(Mode(3, Wall.GRAY)), {1}, "points: a network of 3c"),
        (network(Mode(3, Wall.COLOURED)), {3}, "by_points: no seat 3 among 3"),
        (network(Mode(3, Wall.COLOURED)), {-1}, "by_points: no seat -1"),
    ],
)
def test_who_goes_by_the_points_is_somebody_there_and_seen_by_a_network_of_the_mode(
    points: Network | None, seats: set[int], word: str
) -> None:
    with pytest.raises(ValueError, match=word):
        NetworkEvaluator(network(Mode(3, Wall.COLOURED)), points=points, by_points=seats)
