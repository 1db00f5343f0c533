"""The tree search: it counts right, repeats itself, keeps its subtree, and ends with the round."""

from collections.abc import Sequence
from random import Random
from statistics import mean

import pytest

from azulejos.chance import Sampler
from azulejos.rules import Move, Phase, State, Wall
from azulejos.search import (
    BatchEvaluator,
    Evaluation,
    Evaluator,
    PlayoutEvaluator,
    RoundEvaluator,
    Solver,
    Tree,
)
from tests.bridge import arrange, board
from tests.golden import GrownTree, read_trees, root_visits
from tests.search.plainly import num_groups, simple_evaluation, small_positions, utilities
from tests.strategies import MODES, Mode, line_greedy, mode_id, random_game

Judgement = tuple[Sequence[float], Sequence[float], Sequence[float]]


def evaluator(seed: int = 1, deals: int = 0) -> RoundEvaluator:
    return RoundEvaluator(simple_evaluation(), seed, 2.0, 1.5, deals)


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


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_visits_and_priors_add_up(mode: Mode) -> None:
    state = first_deal(mode)
    tree = Tree(state, evaluator())
    assert tree.visits == 0
    assert tree.run(300) == 300
    children = tree.children()
    assert [row[0] for row in children] == state.legal_moves()
    assert sum(row[1] for row in children) == tree.visits == 300
    assert sum(row[2] for row in children) == pytest.approx(1)
    assert all(0 <= row[3] <= 1 for row in children)
    assert tree.size <= 301
    line = tree.best()
    assert line[0] == max(children, key=lambda row: (row[1], row[2]))[0]
    play(state, line)


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_the_outlook_is_the_mean_of_what_was_looked_at_more_than_once(mode: Mode) -> None:
    """The best move alone would promise too much: its answers are not all searched yet."""
    state = first_deal(mode)
    tree = Tree(state, evaluator())
    tree.run(1)
    assert tree.outlook() == next(row[3:] for row in tree.children() if row[1])
    tree.run(299)
    tried = [row for row in tree.children() if row[1] > 1]
    visits = sum(row[1] for row in tried)
    win = sum(row[1] * row[3] for row in tried) / visits
    lead = sum(row[1] * row[4] for row in tried) / visits
    assert tree.outlook() == pytest.approx((win, lead), rel=1e-5)
    assert min(row[3] for row in tried) <= win <= max(row[3] for row in tried)


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
@pytest.mark.parametrize("batch", [1, 8])
def test_the_same_seed_and_number_give_the_same_tree(mode: Mode, batch: int) -> None:
    def grown(seed: int, steps: Sequence[int]) -> list[tuple[Move, int, float, float, float]]:
        tree = Tree(middle(mode), evaluator(seed), batch=batch)
        for step in steps:
            tree.run(step)
        return tree.children()

    assert grown(3, [240]) == grown(3, [240])
    assert batch > 1 or grown(3, [240]) == grown(3, [80, 160])
    assert grown(3, [240]) != grown(4, [240])


@pytest.mark.parametrize("batch", range(1, 33))
def test_any_batch_size_finds_about_the_same(batch: int) -> None:
    state = arrange(
        board(lines="-/-/-/-/4B", wall="B..../.B.../..B../...B./.....", floor="x", score=30),
        centre="BYYRRW",
        round=4,
    )
    judge = RoundEvaluator(Evaluation.load(2, Wall.COLOURED), 1)
    tree = Tree(state, judge, batch=batch)
    assert tree.run(400) == 400
    assert sum(row[1] for row in tree.children()) == 400
    one = Tree(state, judge)
    one.run(400)
    assert tree.best()[0] == one.best()[0]
    assert tree.outlook()[1] == pytest.approx(one.outlook()[1], abs=3)


@pytest.mark.parametrize("batch", [0, 257])
def test_a_batch_has_its_limits(batch: int) -> None:
    with pytest.raises(ValueError, match="batch must be 1 to 256"):
        Tree(first_deal((2, Wall.COLOURED)), evaluator(), batch=batch)


def judge_first_best(states: list[State]) -> list[Judgement]:
    """A judge to whom the first legal move looks best and everything else alike."""
    judged: list[Judgement] = []
    for state in states:
        n = len(state.legal_moves())
        priors = [0.9 if i == 0 and n > 1 else (0.1 / max(1, n - 1)) for i in range(n)]
        shares = [1 / state.num_players] * state.num_players
        judged.append((priors, shares, [0.0] * state.num_players))
    return judged


@pytest.mark.parametrize("batch", [1, 5, 32])
def test_a_function_is_handed_batches_and_leads_the_search(batch: int) -> None:
    sizes: list[int] = []

    def judge(states: list[State]) -> list[Judgement]:
        sizes.append(len(states))
        return judge_first_best(states)

    state = first_deal((3, Wall.GRAY))
    tree = Tree(state, BatchEvaluator(judge), batch=batch)
    assert sizes == [1]  # the root
    tree.run(200)
    assert 1 <= max(sizes) <= batch
    assert batch == 1 or max(sizes) > 1
    assert tree.best()[0] == state.legal_moves()[0]
    assert tree.outlook() == pytest.approx((1 / 3, 0), abs=1e-4)


def test_every_seats_outlook_is_the_mean_of_what_was_judged_below_the_root() -> None:
    judged: dict[State, list[tuple[float, float]]] = {}

    def judge(states: list[State]) -> list[Judgement]:
        made: list[Judgement] = []
        for state in states:
            shares = [value / 6 for value in (1, 2, 3)]
            points, moves = float(len(judged)), len(state.legal_moves())
            judged[state] = list(zip(shares, (points, -points, -points), strict=True))
            made.append(([1 / moves] * moves, shares, [points, 0, 0]))
        return made

    def means() -> list[object]:
        seats = zip(*judged.values(), strict=True)
        return [
            pytest.approx(tuple(map(mean, zip(*seat, strict=True))), abs=1e-6) for seat in seats
        ]

    state = first_deal((3, Wall.GRAY))
    tree = Tree(state, BatchEvaluator(judge), batch=4)
    tree.run(200)
    assert len(judged) == 201
    assert tree.outlooks() == means()
    after = state.play(tree.best()[0])
    assert tree.move_to(after)
    judged = {after: judged[after]}
    assert tree.outlooks() == means()
    judged.clear()
    tree.run(40)
    assert len(judged) == 40
    assert tree.outlooks() == means()


class JudgeError(Exception):
    """What a broken judge raises."""


def test_an_error_of_the_function_comes_out_and_leaves_the_tree_whole() -> None:
    broken = False

    def judge(states: list[State]) -> list[Judgement]:
        if broken:
            raise JudgeError
        return judge_first_best(states)

    state = first_deal((2, Wall.COLOURED))
    tree = Tree(state, BatchEvaluator(judge), batch=8)
    tree.run(100)
    size = tree.size
    broken = True
    with pytest.raises(JudgeError):
        tree.run(100)
    assert tree.size == size
    visits = tree.visits  # an end of the round that is known already may have been visited
    assert visits == sum(row[1] for row in tree.children()) < 200
    broken = False
    assert tree.run(100) == 100
    assert tree.size > size
    assert tree.visits == sum(row[1] for row in tree.children()) == visits + 100
    broken = True
    with pytest.raises(JudgeError):
        Tree(state, BatchEvaluator(judge))


@pytest.mark.parametrize(
    "answer", [[], [((), (0.5,), (0, 0))], [(("a",), (0.5, 0.5), (0, 0))], [None], None]
)
def test_an_answer_that_is_no_judgement_is_refused(answer: object) -> None:
    def judge(_states: list[State]) -> Sequence[Judgement]:
        return answer  # type: ignore[return-value]

    with pytest.raises((IndexError, TypeError, ValueError)):
        Tree(first_deal((2, Wall.COLOURED)), BatchEvaluator(judge))


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_moving_on_keeps_what_is_known(mode: Mode) -> None:
    state = middle(mode)
    tree = Tree(state, evaluator())
    tree.run(600)
    line = tree.best()[:2]
    visits = {row[0]: row[1] for row in tree.children()}
    assert tree.move_to(play(state, line[:1]))
    assert tree.visits == visits[line[0]] - 1  # the first visit made the node
    assert sum(row[1] for row in tree.children()) == tree.visits
    below = tree.children()
    assert tree.best()[0] == line[1]
    assert tree.move_to(play(state, line[:1]))  # to where it is
    assert tree.children() == below
    assert tree.run(50) == 50
    assert tree.visits == visits[line[0]] + 49


def test_a_tree_moves_several_moves_at_once() -> None:
    state = middle((2, Wall.COLOURED))
    tree = Tree(state, evaluator())
    tree.run(2000)
    after = play(state, tree.best()[:3])
    assert tree.move_to(after)
    assert [row[0] for row in tree.children()] == after.legal_moves()


def test_a_state_that_is_not_in_the_tree_is_refused() -> None:
    mode = (2, Wall.COLOURED)
    state = middle(mode)
    tree = Tree(state, evaluator())
    tree.run(50)
    before = tree.children()
    rare = [move for move, visits, *_ in before if visits == 0]
    assert rare
    assert not tree.move_to(state.play(rare[0]))
    assert not tree.move_to(first_deal(mode, seed=9))
    assert not tree.move_to(first_deal((4, Wall.GRAY)))
    assert tree.children() == before


def test_a_full_tree_searches_on_without_growing() -> None:
    tree = Tree(first_deal((2, Wall.COLOURED)), evaluator(), batch=4, max_nodes=40)
    assert tree.size == 1
    assert tree.run(500) == 500
    assert tree.is_full and tree.size == 40
    assert sum(row[1] for row in tree.children()) == 500


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_the_tree_ends_with_the_round(mode: Mode) -> None:
    seen: set[Phase] = set()
    rounds: set[int] = set()

    def judge(states: list[State]) -> list[Judgement]:
        seen.update(state.phase for state in states)
        rounds.update(state.round for state in states if state.player is not None)
        return judge_first_best(states)

    state = next(s for s in small_positions(mode, 1, max_ends=60) if s.phase is Phase.DRAFT)
    tree = Tree(state, BatchEvaluator(judge), batch=4)
    tree.run(500)
    assert seen & {Phase.DEAL, Phase.OVER}
    assert rounds == {state.round}
    assert play(state, tree.best()).player is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_columns_of_a_gray_wall_are_chosen_in_the_tree(players: int) -> None:
    evaluation = simple_evaluation()
    state = next(
        state
        for seed in range(20)
        for state in small_positions((players, Wall.GRAY), seed, max_ends=60)
        if state.phase is Phase.TILE and len(state.legal_moves()) > 2
    )
    tree = Tree(state, evaluator())
    tree.run(3000)
    assert all(move.is_tiling for move, *_ in tree.children())
    assert state.player is not None
    solver = Solver(evaluation)
    reached = utilities(evaluation, play(state, tree.best()))[state.player]
    assert reached == pytest.approx(solver.value(state)[state.player], abs=0.01)


@pytest.mark.parametrize("wall", Wall)
def test_a_small_round_is_searched_to_its_solution(wall: Wall) -> None:
    evaluation = Evaluation.load(2, wall)
    solver = Solver(evaluation)
    for state in list(small_positions((2, wall), 3, max_ends=60))[::6]:
        tree = Tree(state, RoundEvaluator(evaluation, 1))
        tree.run(4000)
        assert state.player is not None
        after = state.play(tree.best()[0])
        value = utilities(evaluation, after) if after.player is None else solver.value(after)
        assert value[state.player] == pytest.approx(solver.value(state)[state.player], abs=0.01)


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
@pytest.mark.parametrize(
    "judge", [PlayoutEvaluator(5), evaluator(5, deals=3)], ids=["playout", "deals"]
)
def test_other_judges_grow_a_tree_too(mode: Mode, judge: Evaluator) -> None:
    state = middle(mode)
    tree = Tree(state, judge, plain=isinstance(judge, PlayoutEvaluator))
    assert tree.run(150) == 150
    win, _ = tree.outlook()
    assert 0 <= win <= 1
    play(state, tree.best())


def test_sampled_deals_are_repeatable_and_look_past_the_round() -> None:
    state = middle((2, Wall.COLOURED))

    def outlook(deals: int) -> tuple[float, float]:
        tree = Tree(state, evaluator(7, deals))
        tree.run(100)
        return tree.outlook()

    assert outlook(4) == outlook(4)
    assert outlook(4) != outlook(0)


@pytest.mark.parametrize("plain", [False, True])
def test_where_nobody_acts_no_tree_can_be_planted(*, plain: bool) -> None:
    with pytest.raises(ValueError, match="no player is to act"):
        Tree(State.new(), evaluator(), plain=plain)


@pytest.mark.parametrize("golden", read_trees(), ids=lambda golden: f"{golden.mode}-{golden.name}")
def test_trees_grow_as_they_once_did(golden: GrownTree) -> None:
    for nodes, visits in golden.visits.items():
        assert root_visits(golden.position, int(nodes)) == visits, "python -m tests.golden trees"
