"""What boards are worth between rounds: the features are those described, and shares add up."""

import json
from importlib import resources
from math import exp, isfinite
from random import Random

import pytest

from azulejos.chance import Sampler
from azulejos.rules import Phase, State, Wall
from azulejos.search import Evaluation, features, glance_move, glances
from tests.bridge import arrange, board
from tests.search.plainly import (
    NUM_FEATURES,
    SCALES,
    board_features,
    rounds_left,
    simple_evaluation,
    simple_weights,
)
from tests.strategies import MODES, POLICIES, Mode, mode_id, random_game


def states(mode: Mode, *phases: Phase) -> list[State]:
    """Return the states of a few random games in some phases."""
    return [
        state
        for seed, policy in enumerate(POLICIES * 3)
        for state in random_game(mode, policy, Random(seed))
        if state.phase in phases
    ]


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_the_features_are_the_ones_described(mode: Mode) -> None:
    for state in states(mode, Phase.DEAL, Phase.OVER):
        left, boards = features(state)
        assert left == rounds_left(state)
        for player, described in enumerate(boards):
            assert described == pytest.approx(board_features(state, player)), player


def test_a_hand_made_board_is_described() -> None:
    state = arrange(
        board(lines="-/1R/-/3K/2W", wall="BY.../..Y../...../...../....."), phase="r", round=3
    )
    _, (mine, other) = features(state)
    assert mine[0:2] == [1, 1]  # there is a board, and it starts
    assert mine[2] == 1  # line 2 holds one tile
    assert mine[16:21] == [3, 0, 0, 0, 0]  # three columns with one tile each
    assert mine[21:26] == [1, 1, 0, 0, 0]  # one blue tile, two yellow ones
    assert mine[30:35] == [2, 1, 0, 0, 0]  # tiles by rows
    assert mine[44] == 0 and mine[43] == 3 + 4 + 5  # yellow needs its rows 3 to 5
    assert sum(other[2:35]) == 0


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_expected_points_are_the_weighted_features(mode: Mode) -> None:
    evaluation, weights = simple_evaluation(), simple_weights()
    for state in states(mode, Phase.DEAL)[::3]:
        left, boards = features(state)
        points, wins = evaluation.expect(state)
        assert points == pytest.approx(
            [
                score + sum(w * f for w, f in zip(weights[left - 1], described, strict=True))
                for score, described in zip(state.scores, boards, strict=True)
            ],
            abs=1e-3,
        )
        odds = [exp((p - max(points)) / SCALES[left - 1]) for p in points]
        assert wins == pytest.approx([o / sum(odds) for o in odds], abs=1e-4)


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_the_shares_of_a_victory_add_up(mode: Mode) -> None:
    evaluation = Evaluation.load(*mode)
    for state in states(mode, Phase.DEAL, Phase.OVER):
        points, wins = evaluation.expect(state)
        assert sum(wins) == pytest.approx(1)
        assert all(map(isfinite, points))


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_a_finished_game_is_worth_what_it_is(mode: Mode) -> None:
    for state in states(mode, Phase.OVER):
        points, wins = simple_evaluation().expect(state)
        assert points == state.scores
        shares = [(p in state.winners) / len(state.winners) for p in range(state.num_players)]
        assert wins == pytest.approx(shares)


def test_states_in_which_somebody_acts_are_not_evaluated() -> None:
    state = Sampler(1).deal(State.new())
    with pytest.raises(ValueError, match="between rounds"):
        simple_evaluation().expect(state)
    with pytest.raises(ValueError, match="between rounds"):
        features(state)


def test_weights_are_shipped_for_every_mode() -> None:
    text = resources.files("azulejos.search").joinpath("weights.json").read_text("ascii")
    fitted = json.loads(text)["modes"]
    assert set(fitted) == {mode_id(mode) for mode in MODES}
    for mode in fitted.values():
        assert len(mode["scales"]) == len(mode["weights"]) == 5
        assert all(scale > 0 for scale in mode["scales"])
        assert all(len(row) == NUM_FEATURES for row in mode["weights"])
        assert all(isfinite(weight) for row in mode["weights"] for weight in row)


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_glances_are_given_for_every_legal_move(mode: Mode) -> None:
    for seed, state in enumerate(states(mode, Phase.DRAFT, Phase.TILE)):
        seen = glances(state)
        assert [move for move, _ in seen] == state.legal_moves()
        assert all(isfinite(value) for _, value in seen)
        best = max(value for _, value in seen)
        assert dict(seen)[glance_move(state, seed)] == best
        assert dict(seen)[glance_move(state, seed, 2.0)] >= best - 2.0
        assert glance_move(state, seed, 2.0) == glance_move(state, seed, 2.0)


@pytest.mark.parametrize("wall", Wall)
def test_where_nobody_acts_there_is_nothing_to_glance_at(wall: Wall) -> None:
    with pytest.raises(ValueError, match="no legal move"):
        glance_move(State.new(2, wall), 1)
