"""The solver plays the rest of a round perfectly: it agrees with plain minimax and max-n."""

import pytest

from azulejos.chance import Sampler
from azulejos.rules import Phase, State, Wall
from azulejos.search import Evaluation, Solver
from tests.bridge import arrange, board
from tests.search.plainly import (
    best_play,
    num_groups,
    num_left,
    simple_evaluation,
    small_positions,
    utilities,
)
from tests.strategies import MODES, Mode, mode_id

NEARLY = 2e-6
ORDERED_FROM = 8
"""With so many tiles left the solver tries moves in an order of its own, which decides ties."""
NUM_GAMES = 32


def positions(mode: Mode) -> list[State]:
    """Return small positions; with three or more players few enough tiles for the same ties."""
    players, _ = mode
    return [
        state
        for seed in range(NUM_GAMES)
        for state in small_positions(mode, seed, max_ends=150)
        if players == 2 or num_left(state) < ORDERED_FROM
    ]


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_the_solver_agrees_with_plain_search(mode: Mode) -> None:
    evaluation = simple_evaluation()
    solver = Solver(evaluation)
    states = positions(mode)
    assert len(states) >= 300
    assert {num_groups(state) for state in states if state.phase is Phase.DRAFT} >= {1, 2, 3}
    if mode[1] is Wall.GRAY:
        assert any(state.phase is Phase.TILE for state in states)
    for state in states:
        assert solver.value(state) == pytest.approx(best_play(evaluation, state), abs=NEARLY)


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_the_line_is_legal_and_leads_to_the_end_it_promises(mode: Mode) -> None:
    evaluation = simple_evaluation()
    solver = Solver(evaluation)
    for state in positions(mode)[::5]:
        solution = solver.solve(state)
        assert solution is not None
        end = state
        for move in solution.line:
            assert end.is_legal(move)
            end = end.play(move)
        assert end.phase in (Phase.DEAL, Phase.OVER)
        assert state.player is not None
        points, wins = evaluation.expect(end)
        best_other = max(p for seat, p in enumerate(points) if seat != state.player)
        assert solution.win == pytest.approx(wins[state.player])
        assert solution.lead == pytest.approx(points[state.player] - best_other, abs=1e-4)
        assert solver.value(state) == pytest.approx(utilities(evaluation, end), abs=NEARLY)


@pytest.mark.parametrize("wall", Wall)
def test_what_one_of_two_players_gains_the_other_loses(wall: Wall) -> None:
    solver = Solver(simple_evaluation())
    for state in positions((2, wall))[::3]:
        assert sum(solver.value(state)) == pytest.approx(1)


def test_positions_with_an_empty_bag_are_solved_too() -> None:
    evaluation = simple_evaluation()
    solver = Solver(evaluation)
    states = [s for mode in MODES for s in positions(mode) if sum(s.bag) == 0]
    assert len(states) >= 20
    for state in states:
        assert solver.value(state) == pytest.approx(best_play(evaluation, state), abs=NEARLY)


def test_of_displays_that_are_alike_one_is_enough() -> None:
    evaluation = simple_evaluation()
    twins = arrange(displays="BBYY/BBYY/-/-/-", centre="x")
    other = arrange(displays="BBYY/-/-/-/BBYY", centre="x")
    solver = Solver(evaluation)
    assert solver.value(twins) == pytest.approx(best_play(evaluation, twins), abs=NEARLY)
    first = solver.num_nodes
    assert Solver(evaluation).value(other) == solver.value(twins)
    assert first < 2000


def long_position(seed: int = 3) -> State:
    """Return the start of a round, which takes many nodes."""
    return Sampler(seed).deal(State.new())


def test_too_many_nodes_end_in_no_answer() -> None:
    solver = Solver(simple_evaluation())
    assert solver.solve(long_position(), max_nodes=100_000) is None
    assert 100_000 < solver.num_nodes < 200_000


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_the_solver_stops_when_asked(mode: Mode) -> None:
    players, wall = mode
    solver = Solver(simple_evaluation())
    asked: list[int] = []

    def stop() -> bool:
        asked.append(solver.num_nodes)
        return len(asked) == 3

    state = Sampler(1).deal(State.new(players, wall))
    assert solver.solve(state, stop=stop) is None
    assert len(asked) == 3
    between = [late - early for early, late in zip([0, *asked], asked, strict=False)]
    assert max(between) < 50_000


def test_after_giving_up_the_solver_is_as_good_as_new() -> None:
    evaluation = simple_evaluation()
    used = Solver(evaluation)
    used.solve(long_position(), max_nodes=200_000)
    used.solve(long_position(), stop=lambda: True)
    for state in positions((2, Wall.COLOURED))[::10]:
        assert used.value(state) == Solver(evaluation).value(state)
        mine, fresh = used.solve(state), Solver(evaluation).solve(state)
        assert mine is not None and fresh is not None
        assert mine[:3] == fresh[:3]


def test_what_the_stopping_function_raises_comes_out() -> None:
    def stop() -> bool:
        raise KeyboardInterrupt

    solver = Solver(simple_evaluation())
    with pytest.raises(KeyboardInterrupt):
        solver.solve(long_position(), stop=stop)
    assert solver.solve(long_position(), max_nodes=50_000) is None


def test_where_nobody_is_to_act_there_is_nothing_to_solve() -> None:
    solver = Solver(simple_evaluation())
    with pytest.raises(ValueError, match="no player is to act"):
        solver.solve(State.new())
    with pytest.raises(ValueError, match="no player is to act"):
        solver.value(State.new())


def test_gray_walls_that_differ_only_in_colours_are_told_apart() -> None:
    """The same spaces are taken by the same colours, but in other columns."""
    evaluation = Evaluation.load(2, Wall.GRAY)
    solver = Solver(evaluation)
    for wall in ("BY.../...../...../...../.....", "YB.../...../...../...../....."):
        state = arrange(board(lines="-/1B/-/-/-", wall=wall), centre="xBYYKKWWRRBB", wall="g")
        assert solver.value(state) == pytest.approx(Solver(evaluation).value(state))
