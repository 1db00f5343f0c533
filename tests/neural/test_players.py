"""The players with a network: policy looks once, expert and master search."""

import pytest

from azulejos.chance import Sampler
from azulejos.errors import IllegalMoveError
from azulejos.neural import Mode
from azulejos.players import Limits, Thought, create
from azulejos.players.level import LEVELS
from azulejos.rules import State, Wall
from tests.neural.positions import SIX, positions

NAMES = ("policy", "expert", "master")


def first_deal(mode: Mode, seed: int = 1) -> State:
    return Sampler(seed).deal(State.new(mode.players, mode.wall))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", SIX, ids=lambda mode: mode.name)
def test_they_make_legal_moves_and_repeat_them(name: str, mode: Mode) -> None:
    one, other = create(name, 1), create(name, 2)
    for state in positions(mode, games=3, most=15):
        if state.player is not None:
            move = one.choose(state, Limits(nodes=40))
            assert state.is_legal(move)
            assert other.choose(state, Limits(nodes=40)) == move


@pytest.mark.parametrize("name", NAMES)
def test_where_nobody_can_move_they_say_so(name: str) -> None:
    with pytest.raises(IllegalMoveError, match="the next deal is due"):
        create(name).choose(State.new())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("limits", [Limits(movetime_ms=0), Limits(nodes=1), Limits(infinite=True)])
def test_they_answer_at_once_when_told_to_stop(name: str, limits: Limits) -> None:
    state = first_deal(Mode(2, Wall.COLOURED))
    assert state.is_legal(create(name).choose(state, limits, stop=lambda: True))


def test_policy_looks_once_and_says_what_it_thinks() -> None:
    thoughts: list[Thought] = []
    move = create("policy").choose(first_deal(Mode(2, Wall.COLOURED)), report=thoughts.append)
    (thought,) = thoughts
    assert (thought.nodes, thought.depth, thought.pv) == (1, 1, (move,))
    assert thought.win is not None and 0.2 < thought.win < 0.8
    assert thought.margin is not None and abs(thought.margin) < 20


@pytest.mark.parametrize("nodes", [1, 17, 100])
def test_the_master_looks_at_no_more_than_asked(nodes: int) -> None:
    thoughts: list[Thought] = []
    state = first_deal(Mode(2, Wall.COLOURED))
    create("master").choose(state, Limits(nodes=nodes), report=thoughts.append)
    assert thoughts[-1].nodes == nodes


def test_the_expert_is_the_master_after_a_few_looks() -> None:
    (expert,) = (level for level in LEVELS if level.name == "expert")
    for state in positions(Mode(2, Wall.COLOURED), games=2, most=10):
        if state.player is not None:
            move = create("expert").choose(state)
            assert move == create("master").choose(state, Limits(nodes=expert.nodes))


def test_the_master_keeps_its_tree_from_move_to_move() -> None:
    state = first_deal(Mode(2, Wall.COLOURED))
    player = create("master")
    seen: list[Thought] = []
    state = state.play(player.choose(state, Limits(movetime_ms=150), report=seen.append))
    state = state.play(seen[-1].pv[1])
    line = seen[-1].pv[2:]
    assert line
    again: list[Thought] = []
    player.choose(state, Limits(infinite=True), stop=lambda: True, report=again.append)
    assert again[-1].nodes == 0 and again[-1].pv[: len(line)] == line


def test_policy_beats_greedy() -> None:
    wins = 0.0
    for seed in range(10):
        sampler, state = Sampler(seed), State.new(start=seed % 2)
        players = (create("policy"), create("greedy", seed))
        while not state.is_over:
            if state.player is None:
                state = sampler.deal(state)
            else:
                state = state.play(players[state.player].choose(state))
        wins += (0 in state.winners) / len(state.winners)
    assert wins >= 9
