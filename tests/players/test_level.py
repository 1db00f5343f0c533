"""The levels below the master: each plays like itself, whatever time it is given."""

from itertools import pairwise

import pytest

from azulejos.chance import Sampler
from azulejos.players import Limits, Thought, character, create, levels
from azulejos.players.level import LEVELS
from azulejos.rules import State, Wall

BELOW_MASTER = [level.name for level in LEVELS]


def states() -> list[State]:
    """Return a few states of a game between two levels."""
    sampler = Sampler(11)
    player = create("keen", 1)
    state = State.new(2, Wall.GRAY)
    seen: list[State] = []
    while not state.is_over and len(seen) < 40:
        if state.player is None:
            state = sampler.deal(state)
        seen.append(state)
        state = state.play(player.choose(state))
    return seen[::4]


@pytest.mark.parametrize("name", BELOW_MASTER)
@pytest.mark.parametrize(
    "limits", [Limits(nodes=50_000), Limits(movetime_ms=60_000), Limits(infinite=True)]
)
def test_more_time_makes_no_level_stronger(name: str, limits: Limits) -> None:
    usual, unhurried = create(name, 9), create(name, 9)
    for state in states():
        assert unhurried.choose(state, limits) == usual.choose(state)


@pytest.mark.parametrize("name", levels())
def test_less_time_is_obeyed(name: str) -> None:
    player = create(name, 2)
    for state in states():
        assert state.is_legal(player.choose(state, Limits(nodes=1)))
        assert state.is_legal(player.choose(state, Limits(movetime_ms=0)))


def test_each_level_looks_at_least_as_closely_as_the_one_below() -> None:
    for lower, higher in pairwise(LEVELS):
        assert higher.trained >= lower.trained
        assert higher.nodes >= lower.nodes or higher.trained > lower.trained
        assert higher.overlooks <= lower.overlooks
        assert higher.nodes > lower.nodes or higher.slack <= lower.slack


@pytest.mark.parametrize(("players", "nodes"), [(2, 32), (3, 256), (4, 256)])
def test_the_expert_looks_longer_where_networks_know_less(players: int, nodes: int) -> None:
    thoughts: list[Thought] = []
    state = Sampler(1).deal(State.new(players, Wall.GRAY))
    create("expert").choose(state, report=thoughts.append)
    assert thoughts[-1].nodes == nodes


def test_above_them_is_the_master_alone() -> None:
    assert levels() == (*BELOW_MASTER, "master")


@pytest.mark.parametrize("name", levels())
def test_a_level_is_introduced_in_one_short_line(name: str) -> None:
    text = character(name)
    assert 20 <= len(text) <= 80
    assert text[0].islower() and text[-1].isalpha()
