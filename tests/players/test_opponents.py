"""What others are expected to do: their moves are found again, and say how they play."""

from random import Random

import pytest

from azulejos.chance import Sampler
from azulejos.neural import Mode as NetworkMode
from azulejos.neural import NetworkEvaluator, load_network
from azulejos.players import Limits, Thought, create
from azulejos.players.neural_player import NeuralPlayer
from azulejos.players.opponents import Opponents, may_follow, moves_between
from azulejos.rules import Phase, State, Wall
from tests.strategies import MODES, POLICIES, Mode, mode_id, random_game

CROWDED = [mode for mode in MODES if mode[0] > 2]
NODES = 200


def watcher(mode: Mode) -> Opponents:
    network = load_network(NetworkMode(*mode))
    return Opponents(1, NetworkEvaluator(network))


def watch_a_game(mode: Mode, name: str, seed: int, rounds: int) -> tuple[Opponents, State]:
    """Sit on seat 0 with moves at random and watch others of one kind for some rounds."""
    opponents, rng = watcher(mode), Random(seed)
    others = {seat: create(name, seed + seat) for seat in range(1, mode[0])}
    state, chance = State.new(*mode), Sampler(seed)
    while state.round <= rounds and not state.is_over:
        seat = state.player
        if seat is None:
            state = chance.deal(state)
        elif seat == 0:
            opponents.watch(state, NODES)
            state = state.play(rng.choice(state.legal_moves()))
            opponents.note(state)
        else:
            state = state.play(others[seat].choose(state, Limits(nodes=NODES)))
    return opponents, state


@pytest.mark.parametrize("mode", CROWDED, ids=mode_id)
def test_the_moves_between_two_turns_are_found_again(mode: Mode) -> None:
    found = 0
    for seed, policy in enumerate(POLICIES):
        states = list(random_game(mode, policy, Random(seed)))
        for before, after in zip(states, states[mode[0] :], strict=False):
            if before.round != after.round or Phase.TILE in (before.phase, after.phase):
                continue
            if before.player is None or after.player is None:
                continue
            moves = moves_between(before, after)
            assert moves is not None
            assert len(moves) == mode[0]
            for move in moves:
                before = before.play(move)  # noqa: PLW2901  # on to the next one
            assert before == after
            found += 1
    assert found > 20


@pytest.mark.parametrize("mode", CROWDED, ids=mode_id)
def test_every_state_may_follow_the_one_before_or_is_reached_from_it(mode: Mode) -> None:
    for seed, policy in enumerate(POLICIES):
        seen: State | None = None
        for state in random_game(mode, policy, Random(seed)):
            if state.player == 0:
                if seen is not None:
                    assert moves_between(seen, state) is not None or may_follow(seen, state)
                seen = state


def test_another_game_is_noticed() -> None:
    mode = (3, Wall.COLOURED)
    state = Sampler(1).deal(State.new(*mode))
    other = Sampler(2).deal(State.new(*mode))
    later = [s for s in random_game(mode, POLICIES[0], Random(1)) if s.player is not None]
    for strange in (other, later[-1], Sampler(1).deal(State.new(4)), Sampler(1).deal(State.new())):
        assert moves_between(state, strange) is None
        assert not may_follow(state, strange)


@pytest.mark.parametrize("mode", CROWDED, ids=mode_id)
@pytest.mark.parametrize("name", ["strong", "keen"])
def test_who_plays_by_the_points_in_sight_is_expected_to_go_on(mode: Mode, name: str) -> None:
    opponents, state = watch_a_game(mode, name, seed=3, rounds=3)
    likely = opponents.foretellable(Sampler(1).deal(State.new(*mode)))
    assert len(likely) >= mode[0] - 2, state
    assert 0 not in likely


@pytest.mark.parametrize("mode", CROWDED, ids=mode_id)
def test_who_sees_the_game_as_the_network_does_is_found_out(mode: Mode) -> None:
    opponents, _ = watch_a_game(mode, "policy", seed=5, rounds=2)
    assert opponents.foretellable(Sampler(1).deal(State.new(*mode))) == frozenset()


def test_in_another_game_everybody_is_a_stranger_again() -> None:
    mode = (3, Wall.COLOURED)
    opponents, _ = watch_a_game(mode, "policy", seed=5, rounds=2)
    state = Sampler(9).deal(State.new(*mode))
    assert opponents.foretellable(state) == frozenset()
    opponents.watch(state, NODES)
    assert opponents.foretellable(state) == {1, 2}


def test_chances_are_those_of_a_search_by_points() -> None:
    opponents = watcher((3, Wall.COLOURED))
    state = Sampler(4).deal(State.new(3))
    chances = opponents.chances(state, 3000)
    assert sum(chances.values()) == pytest.approx(1)
    assert set(chances) <= set(state.legal_moves())
    favourite = max(chances, key=lambda move: chances[move])
    assert create("search", 1).choose(state, Limits(nodes=3000)) == favourite


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_the_master_plays_a_game_by_the_clock_against_others(mode: Mode) -> None:
    players = [create("master", 1), *(create("greedy", seat) for seat in range(mode[0] - 1))]
    state, chance = Sampler(1).deal(State.new(*mode)), Sampler(2)
    while state.round < 3:
        if state.player is None:
            state = chance.deal(state)
            continue
        thoughts: list[Thought] = []
        limits = Limits(movetime_ms=60) if state.player == 0 else Limits()
        move = players[state.player].choose(state, limits, report=thoughts.append)
        assert state.is_legal(move)
        if mode[0] > 2:
            assert not any(thought.solved for thought in thoughts)
        state = state.play(move)


def test_without_a_clock_nothing_depends_on_what_was_seen() -> None:
    """Limits on nodes and depth, and thinking without end, are for analysis: they repeat."""
    state = Sampler(1).deal(State.new(3))
    player = NeuralPlayer(1)
    player.choose(state, Limits(movetime_ms=100))
    for limits in (Limits(nodes=300), Limits(depth=3)):
        assert player.choose(state, limits) == NeuralPlayer(1).choose(state, limits)
    thoughts: list[Thought] = []
    stops = iter([False] * 50)
    player.choose(
        state,
        Limits(infinite=True),
        stop=lambda: next(stops, True),
        report=thoughts.append,
    )
    assert thoughts[-1].win is not None
