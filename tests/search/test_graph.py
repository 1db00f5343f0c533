"""The search with shared positions: it counts right, repeats itself, and ends when all is known."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from azulejos.chance import Sampler
from azulejos.rules import Move, Phase, State, Wall
from azulejos.search import BatchEvaluator, Graph
from tests.search.plainly import best_play, num_groups, simple_evaluation, small_positions
from tests.strategies import MODES, Mode, line_greedy, mode_id, random_game

Judgement = tuple[Sequence[float], Sequence[float], Sequence[float]]
Row = tuple[Move, int, float, float, float]
EVALUATION = simple_evaluation()


def judge(states: list[State]) -> list[Judgement]:
    """Know nothing before the round's end; the later a move is listed, the better it looks."""
    judged: list[Judgement] = []
    for state in states:
        if state.player is None:
            points, wins = EVALUATION.expect(state)
            judged.append(((), wins, points))
        else:
            n, seats = len(state.legal_moves()), state.num_players
            priors = [2 * (i + 1) / (n * (n + 1)) for i in range(n)]
            judged.append((priors, [1 / seats] * seats, [0.0] * seats))
    return judged


def judge_evenly(states: list[State]) -> list[Judgement]:
    """Know nothing before the round's end, not even which moves look good."""
    return [([1 / max(1, len(p))] * len(p), wins, points) for p, wins, points in judge(states)]


def counting(asked: list[int]) -> Callable[[list[State]], list[Judgement]]:
    def ask(states: list[State]) -> list[Judgement]:
        asked.append(len(states))
        return judge(states)

    return ask


def first_deal(mode: Mode, seed: int = 1) -> State:
    return Sampler(seed).deal(State.new(*mode))


def middle(mode: Mode, seed: int = 1) -> State:
    """Return a state in the middle of the second round."""
    for state in random_game(mode, line_greedy, Random(seed)):
        if state.round == 2 and state.phase is Phase.DRAFT and num_groups(state) <= 8:
            return state
    raise AssertionError


def play(state: State, line: Sequence[Move]) -> State:
    for move in line:
        assert state.is_legal(move)
        state = state.play(move)
    return state


def utility(row: Row) -> float:
    _, _, _, win, lead = row
    return 0.75 * win + 0.25 * min(1, max(0, lead / 100 + 0.5))


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
@pytest.mark.parametrize("batch", [1, 16])
def test_visits_and_priors_add_up(mode: Mode, batch: int) -> None:
    state = first_deal(mode)
    graph = Graph(state, BatchEvaluator(judge), batch=batch)
    assert (graph.visits, graph.size) == (0, 1)
    assert graph.run(300) == 300
    children = graph.children()
    assert [row[0] for row in children] == state.legal_moves()
    assert sum(row[1] for row in children) == graph.visits == 300
    assert sum(row[2] for row in children) == pytest.approx(1)
    assert all(0 <= row[3] <= 1 for row in children)
    assert graph.size <= 301
    line = graph.best()
    chosen = next(row for row in children if row[0] == line[0])
    well_visited = [row for row in children if 3 * row[1] >= max(row[1] for row in children)]
    assert chosen in well_visited
    assert utility(chosen) == pytest.approx(max(map(utility, well_visited)))
    play(state, line)
    visits = sum(row[1] for row in well_visited)
    win = sum(row[1] * row[3] for row in well_visited) / visits
    lead = sum(row[1] * row[4] for row in well_visited) / visits
    assert graph.outlook() == pytest.approx((win, lead), abs=1e-5)


def test_it_is_decided_when_no_other_move_can_become_well_visited() -> None:
    graph = Graph(middle((2, Wall.COLOURED)), BatchEvaluator(judge))
    graph.run(400)
    *_, second, most = sorted(row[1] for row in graph.children())
    assert not graph.is_decided(most)
    assert graph.is_decided(most / 3 - second - 1)
    assert not graph.is_decided(most / 3 - second)


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
@pytest.mark.parametrize("batch", [1, 16])
def test_the_same_number_of_simulations_gives_the_same_graph(mode: Mode, batch: int) -> None:
    def grown(*steps: int) -> list[tuple[Move, int, float, float, float]]:
        graph = Graph(middle(mode), BatchEvaluator(judge), batch=batch)
        for step in steps:
            graph.run(step)
        return graph.children()

    assert grown(240) == grown(240)
    assert batch > 1 or grown(240) == grown(80, 160)


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
@pytest.mark.parametrize("batch", [1, 8, 64])
def test_a_round_near_its_end_is_exhausted_and_then_exact(mode: Mode, batch: int) -> None:
    for state in list(small_positions(mode, 3, max_ends=60))[::5]:
        graph = Graph(state, BatchEvaluator(judge_evenly), batch=batch)
        while graph.run(1000):
            pass
        assert graph.is_exhausted
        assert state.player is not None
        expected = best_play(EVALUATION, state)[state.player]
        win, lead = graph.outlook()
        assert 0.75 * win + 0.25 * min(1, max(0, lead / 100 + 0.5)) == pytest.approx(expected)
        end = play(state, graph.best())
        assert end.player is None
        assert best_play(EVALUATION, end)[state.player] == pytest.approx(expected)


def test_what_is_exhausted_is_searched_no_more() -> None:
    asked: list[int] = []
    state = next(iter(small_positions((2, Wall.COLOURED), 1, max_ends=60)))
    graph = Graph(state, BatchEvaluator(counting(asked)))
    while not graph.is_exhausted:
        graph.run(10)
    questions, visits = len(asked), graph.visits
    assert graph.run(100) == 0
    assert (len(asked), graph.visits) == (questions, visits)


def test_positions_reached_in_another_order_are_judged_once() -> None:
    seen: list[State] = []

    def ask(states: list[State]) -> list[Judgement]:
        seen.extend(states)
        return judge(states)

    graph = Graph(middle((2, Wall.COLOURED)), BatchEvaluator(ask), batch=16)
    graph.run(2000)
    assert len(seen) == len(set(seen)) == graph.size < 1500


def test_a_young_search_asks_about_few_leaves_at_once() -> None:
    asked: list[int] = []
    graph = Graph(first_deal((2, Wall.COLOURED)), BatchEvaluator(counting(asked)), batch=64)
    graph.run(60)
    assert max(asked) <= 8
    graph.run(1500)
    assert max(asked) == 64


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_moving_on_keeps_what_is_known(mode: Mode) -> None:
    state = middle(mode)
    graph = Graph(state, BatchEvaluator(judge))
    graph.run(600)
    line = graph.best()[:2]
    known = {row[0]: row for row in graph.children()}[line[0]]
    size = graph.size
    after = play(state, line[:1])
    assert graph.move_to(after)
    assert graph.size < size
    assert graph.best()[0] == line[1]
    below = graph.children()
    assert [row[0] for row in below] == after.legal_moves()
    assert sum(row[1] for row in below) == graph.visits >= known[1] - 1
    assert graph.move_to(after)  # to where it is
    assert graph.children() == below
    assert graph.is_exhausted or graph.run(50) > 0


def test_a_state_that_is_not_known_is_refused() -> None:
    mode = (2, Wall.COLOURED)
    state = middle(mode)
    graph = Graph(state, BatchEvaluator(judge))
    graph.run(5)
    before = graph.children()
    rare = next(move for move, visits, *_ in before if visits == 0)
    assert not graph.move_to(state.play(rare))
    assert not graph.move_to(first_deal(mode, seed=9))
    assert not graph.move_to(first_deal((4, Wall.GRAY)))
    assert graph.children() == before


def test_a_full_graph_grows_no_more() -> None:
    graph = Graph(first_deal((2, Wall.COLOURED)), BatchEvaluator(judge), batch=4, max_nodes=40)
    assert graph.run(500) < 500
    assert graph.is_full and graph.size == 40
    assert graph.run(500) == 0
    assert graph.best()


class JudgeError(Exception):
    """What a broken judge raises."""


def test_an_error_of_the_function_comes_out_and_leaves_the_graph_whole() -> None:
    broken = False

    def ask(states: list[State]) -> list[Judgement]:
        if broken:
            raise JudgeError
        return judge(states)

    state = first_deal((2, Wall.COLOURED))
    graph = Graph(state, BatchEvaluator(ask), batch=8)
    graph.run(100)
    size = graph.size
    broken = True
    with pytest.raises(JudgeError):
        graph.run(100)
    assert graph.size == size
    visits = graph.visits  # what is known already may have been visited
    assert visits == sum(row[1] for row in graph.children()) < 200
    broken = False
    assert graph.run(100) == 100
    assert graph.size > size
    assert graph.visits == sum(row[1] for row in graph.children()) == visits + 100
    broken = True
    with pytest.raises(JudgeError):
        Graph(state, BatchEvaluator(ask))


@pytest.mark.parametrize("batch", [0, 257])
def test_a_batch_has_its_limits(batch: int) -> None:
    with pytest.raises(ValueError, match="batch must be 1 to 256"):
        Graph(first_deal((2, Wall.COLOURED)), BatchEvaluator(judge), batch=batch)


def test_where_nobody_acts_there_is_nothing_to_search() -> None:
    with pytest.raises(ValueError, match="no player is to act"):
        Graph(State.new(), BatchEvaluator(judge))
