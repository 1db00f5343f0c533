"""What others are expected to do: their moves are found again, and say how they play."""

from random import Random
from typing import Any

import pytest

from azulejos.chance import Sampler
from azulejos.neural import Mode as NetworkMode
from azulejos.neural import NetworkEvaluator
from azulejos.neural.weights_file import points_file
from azulejos.players import Limits, Thought, create
from azulejos.players.opponents import Opponents, may_follow, moves_between
from azulejos.players.search_player import num_groups
from azulejos.rules import Phase, State, Wall
from tests.strategies import MODES, POLICIES, Mode, mode_id, random_game

CROWDED = [mode for mode in MODES if mode[0] > 2]
WATCHED = [mode for mode in CROWDED if points_file(NetworkMode(*mode)).is_file()]
NODES = 200


def watch_a_game(mode: Mode, name: str, seed: int, rounds: int) -> tuple[Opponents, State]:
    """Sit on seat 0 with moves at random, watch others of one kind, return the next deal."""
    opponents, rng = Opponents.in_mode(NetworkMode(*mode)), Random(seed)
    assert opponents is not None
    others = {seat: create(name, seed + seat) for seat in range(1, mode[0])}
    state, chance = State.new(*mode), Sampler(seed)
    while state.round <= rounds:
        assert not state.is_over
        seat = state.player
        if seat is None:
            state = chance.deal(state)
        elif seat == 0:
            opponents.see(state)
            move = rng.choice(state.legal_moves())
            opponents.note(move)
            state = state.play(move)
        else:
            state = state.play(others[seat].choose(state, Limits(nodes=NODES)))
    return opponents, chance.deal(state)


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


@pytest.mark.parametrize("mode", CROWDED, ids=mode_id)
def test_states_of_another_game_hardly_ever_follow(mode: Mode) -> None:
    one, other = (
        [state for state in random_game(mode, policy, Random(seed)) if state.player is not None]
        for seed, policy in enumerate(POLICIES[:2])
    )
    mistaken, tried = 0, 0
    for before in one[::3]:
        assert not any(may_follow(before, s) for s in other if s.round == before.round)
        later = [may_follow(before, s) for s in other if s.round == before.round + 1]
        mistaken, tried = mistaken + sum(later), tried + len(later)
    assert mistaken <= tried / 20 and tried > 100


def test_another_game_is_noticed() -> None:
    mode = (3, Wall.COLOURED)
    state = Sampler(1).deal(State.new(*mode))
    other = Sampler(2).deal(State.new(*mode))
    later = [s for s in random_game(mode, POLICIES[0], Random(1)) if s.player is not None]
    assert later[-1].round > 2
    for strange in (other, later[-1], Sampler(1).deal(State.new(4)), Sampler(1).deal(State.new())):
        assert moves_between(state, strange) is None
        assert not may_follow(state, strange)


def test_it_is_the_crowded_games_that_are_watched() -> None:
    assert WATCHED
    assert set(WATCHED) <= set(CROWDED)


@pytest.mark.parametrize("mode", WATCHED, ids=mode_id)
def test_who_sees_the_game_as_the_network_does_does_not_go_by_points(mode: Mode) -> None:
    opponents, _ = watch_a_game(mode, "policy", seed=5, rounds=2)
    assert opponents.who_go_by_points() == frozenset()


@pytest.mark.parametrize("mode", WATCHED, ids=mode_id)
@pytest.mark.parametrize("name", ["strong", "keen"])
def test_who_goes_by_the_points_in_sight_is_seen_to(mode: Mode, name: str) -> None:
    opponents, _ = watch_a_game(mode, name, seed=3, rounds=3)
    seen = opponents.who_go_by_points()
    assert len(seen) >= mode[0] - 2
    assert 0 not in seen


def test_of_strangers_nothing_is_expected_and_in_another_game_everybody_is_one() -> None:
    opponents, _ = watch_a_game((3, Wall.COLOURED), "strong", seed=3, rounds=2)
    assert opponents.who_go_by_points()
    opponents.see(Sampler(9).deal(State.new(3)))
    assert opponents.who_go_by_points() == frozenset()


def test_after_a_pause_everybody_is_a_stranger() -> None:
    opponents, state = watch_a_game((3, Wall.COLOURED), "strong", seed=3, rounds=2)
    opponents.forget()
    opponents.see(state)
    assert opponents.who_go_by_points() == frozenset()


def test_the_seats_one_plays_oneself_do_not_go_by_points() -> None:
    """One player may sit on several seats, or be asked for advice by somebody."""
    opponents, state = watch_a_game((3, Wall.COLOURED), "strong", seed=3, rounds=3)
    seat = next(iter(opponents.who_go_by_points()))
    while state.player != seat:
        state = state.play(state.legal_moves()[0])
    opponents.see(state)
    assert seat not in opponents.who_go_by_points()


def test_advice_that_is_not_followed_makes_nobody_a_stranger() -> None:
    opponents, state = watch_a_game((3, Wall.COLOURED), "strong", seed=3, rounds=3)
    opponents.see(state)
    known = opponents.who_go_by_points()
    opponents.note(state.legal_moves()[0])
    state = state.play(state.legal_moves()[-1])
    opponents.see(state)
    assert opponents.who_go_by_points() == known - {state.player} != frozenset()


class Expecting(NetworkEvaluator):
    """An evaluator that remembers what it was told to expect."""

    told: list[frozenset[int]]

    def __init__(self, *options: Any) -> None:
        super().__init__(*options)
        Expecting.told.append(frozenset(options[3]))


@pytest.mark.parametrize("mode", WATCHED, ids=mode_id)
def test_the_master_expects_it_where_only_the_clock_limits_it(
    mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An hour to think, and a stop after three looks at the clock."""
    monkeypatch.setattr("azulejos.players.neural_player.NetworkEvaluator", Expecting)
    others = frozenset(range(1, mode[0]))
    monkeypatch.setattr(Opponents, "who_go_by_points", lambda _: others)
    state, master = Sampler(1).deal(State.new(*mode)), create("master", 1)
    by_the_clock = Limits(movetime_ms=3_600_000)
    for limits, told in (
        (by_the_clock, [frozenset(), others]),
        (by_the_clock, []),
        (Limits(movetime_ms=3_600_000, nodes=600), [frozenset()]),
        (Limits(infinite=True), []),
        (by_the_clock, [others]),
        (Limits(depth=1), [frozenset()]),
    ):
        Expecting.told, asked = [], 0

        def stop() -> bool:
            nonlocal asked
            asked += 1
            return asked > 3

        assert state.is_legal(master.choose(state, limits, stop=stop))
        assert Expecting.told == told


def is_solved(state: State, limits: Limits) -> bool:
    thoughts = list[Thought]()
    create("master", 1).choose(state, limits, report=thoughts.append)
    return thoughts[-1].solved


@pytest.mark.parametrize("mode", WATCHED, ids=mode_id)
def test_what_counts_on_others_is_not_solved(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last few moves of a round are soon all looked at."""
    state = next(
        state
        for state in random_game(mode, POLICIES[0], Random(1))
        if state.phase is Phase.DRAFT and len(state.legal_moves()) > 1
        if num_groups(state) < 4 and is_solved(state, Limits(nodes=1000))
    )
    for others in (frozenset[int](), frozenset(range(mode[0]))):
        monkeypatch.setattr(Opponents, "who_go_by_points", lambda _, others=others: others)
        assert is_solved(state, Limits(movetime_ms=60_000)) is (not others)


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_the_master_plays_a_round_by_the_clock(mode: Mode) -> None:
    players = [create("master", 1), *(create("greedy", seat) for seat in range(mode[0] - 1))]
    state, chance = Sampler(1).deal(State.new(*mode)), Sampler(2)
    while state.round < 3:
        if state.player is None:
            state = chance.deal(state)
            continue
        limits = Limits(movetime_ms=60) if state.player == 0 else Limits()
        move = players[state.player].choose(state, limits)
        assert state.is_legal(move)
        state = state.play(move)


def test_with_a_limit_on_nodes_or_depth_nothing_depends_on_what_was_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = Sampler(1).deal(State.new(3))
    others = frozenset({1, 2})
    monkeypatch.setattr(Opponents, "who_go_by_points", lambda _: others)
    for limits in (Limits(nodes=300), Limits(depth=3)):
        player, told = create("master", 1), [list[Thought](), list[Thought]()]
        player.choose(state, Limits(movetime_ms=100))
        assert player.choose(state, limits, report=told[0].append) == create("master", 1).choose(
            state, limits, report=told[1].append
        )
        assert told[0][-1].win == told[1][-1].win
