"""The player that searches: limits, stopping, repeatability, and when it knows for certain."""

from collections.abc import Callable

import pytest

from azulejos.chance import Sampler
from azulejos.engine.answers import format_info
from azulejos.players import Limits, Thought, create
from azulejos.players.search_player import expected_nodes
from azulejos.rules import Move, State, Wall
from tests.bridge import arrange, board
from tests.search.plainly import num_groups
from tests.strategies import MODES, Mode, mode_id

SEARCHERS = ("search", "uct", "master")


def first_deal(mode: Mode, seed: int = 1) -> State:
    return Sampler(seed).deal(State.new(*mode))


def ending(mode: Mode, groups: int = 5) -> State:
    """Return a state of the first round with few groups left."""
    state = first_deal(mode)
    while num_groups(state) > groups:
        state = state.play(state.legal_moves()[0])
    return state


def stop_after(polls: int) -> tuple[Callable[[], bool], list[bool]]:
    """Return a function that says stop when asked so many times, and what it has answered."""
    asked: list[bool] = []

    def stop() -> bool:
        asked.append(len(asked) >= polls)
        return asked[-1]

    return stop, asked


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
@pytest.mark.parametrize("name", ["search", "uct"])
def test_a_search_without_end_asks_often_whether_to_stop(name: str, mode: Mode) -> None:
    """Once told to stop it does not ask much more."""
    state = first_deal(mode)
    stop, asked = stop_after(30)
    move = create(name, 1).choose(state, Limits(infinite=True), stop=stop)
    assert state.is_legal(move)
    assert len(asked) <= 33


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_the_solver_is_stopped_as_well(mode: Mode) -> None:
    state = ending(mode, groups=7)
    stop, asked = stop_after(2)
    assert state.is_legal(create("search", 1).choose(state, Limits(infinite=True), stop=stop))
    assert len(asked) <= 6


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
@pytest.mark.parametrize("name", SEARCHERS)
def test_the_same_seed_and_nodes_give_the_same_move(name: str, mode: Mode) -> None:
    for groups in (99, 4):
        state = ending(mode, groups)

        def thought(state: State = state) -> tuple[Move, tuple[Move, ...], float | None]:
            last: list[Thought] = []
            move = create(name, 5).choose(state, Limits(nodes=150), report=last.append)
            return move, last[-1].pv if last else (), last[-1].win if last else None

        assert thought() == thought()


def test_what_was_searched_before_does_not_change_a_search_by_nodes() -> None:
    first, second = first_deal((2, Wall.COLOURED)), first_deal((2, Wall.COLOURED), seed=2)
    used, fresh = create("search", 3), create("search", 3)
    used.choose(first, Limits(nodes=100))
    assert used.choose(second, Limits(nodes=100)) == fresh.choose(second, Limits(nodes=100))


@pytest.mark.parametrize("name", SEARCHERS)
@pytest.mark.parametrize("nodes", [1, 7, 100])
def test_no_more_simulations_are_made_than_asked(name: str, nodes: int) -> None:
    thoughts: list[Thought] = []
    create(name, 1).choose(first_deal((3, Wall.GRAY)), Limits(nodes=nodes), report=thoughts.append)
    assert thoughts[-1].nodes == nodes


@pytest.mark.parametrize("name", ["search", "uct"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_search_ends_at_the_depth_asked_for(name: str, depth: int) -> None:
    thoughts: list[Thought] = []
    state = first_deal((2, Wall.COLOURED))
    create(name, 1).choose(state, Limits(depth=depth), report=thoughts.append)
    last = thoughts[-1]
    assert last.depth is not None and last.depth >= depth
    assert len(last.pv) == last.depth
    assert last.nodes is not None and last.nodes < 100_000


@pytest.mark.parametrize("name", ["search", "uct"])
def test_a_depth_beyond_the_round_is_reached_at_its_end(name: str) -> None:
    state = ending((2, Wall.COLOURED), groups=3)
    thoughts: list[Thought] = []
    create(name, 1).choose(state, Limits(depth=500, nodes=20_000), report=thoughts.append)
    for move in thoughts[-1].pv:
        state = state.play(move)
    assert state.player is None


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_forced_move_is_made_at_once(name: str) -> None:
    state = arrange(board(lines="1Y/2Y/3Y/4Y/5Y", floor="x"), centre="R")
    assert len(state.legal_moves()) == 1
    stop, asked = stop_after(1)
    move = create(name, 1).choose(state, Limits(movetime_ms=20_000), stop=stop)
    assert [move] == state.legal_moves()
    assert not asked, "it did not begin to think"


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_near_the_end_of_a_round_the_move_is_known_for_certain(mode: Mode) -> None:
    """On a gray wall only once few columns are left to choose."""
    state = ending(mode, groups=3)
    while mode[1] is Wall.GRAY and expected_nodes(state) > 2000:
        state = state.play(state.legal_moves()[0])
    assert state.player is not None
    thoughts: list[Thought] = []
    move = create("search", 1).choose(state, Limits(movetime_ms=3000), report=thoughts.append)
    (thought,) = thoughts
    assert thought.solved
    assert thought.pv[0] == move
    for step in thought.pv:
        state = state.play(step)
    assert state.player is None
    assert " solved pv " in format_info(thought)


def test_early_in_a_round_nothing_is_certain() -> None:
    thoughts: list[Thought] = []
    state = first_deal((2, Wall.COLOURED))
    create("search", 1).choose(state, Limits(nodes=200), report=thoughts.append)
    assert not any(thought.solved for thought in thoughts)
    assert "solved" not in format_info(thoughts[-1])


def test_the_tree_is_kept_from_move_to_move() -> None:
    state = first_deal((2, Wall.COLOURED))
    player = create("search", 1)
    first: list[Thought] = []
    player.choose(state, Limits(movetime_ms=400), report=first.append)
    after = state
    for move in first[-1].pv[:2]:
        after = after.play(move)
    second: list[Thought] = []
    stop, _ = stop_after(2)
    player.choose(after, Limits(infinite=True), stop=stop, report=second.append)
    assert second[-1].nodes is not None and first[-1].nodes is not None
    assert len(second[-1].pv) >= len(first[-1].pv) - 2 > 0
