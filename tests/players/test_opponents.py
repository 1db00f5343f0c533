"""What others are expected to do: their moves are found again, and say how they play."""

from collections.abc import Mapping
from random import Random

import pytest

from azulejos.chance import Sampler
from azulejos.neural import Mode as NetworkMode
from azulejos.neural import NetworkEvaluator, load_network
from azulejos.players import Limits, Thought, create
from azulejos.players.neural_player import NeuralPlayer
from azulejos.players.opponents import Opponents, may_follow, moves_between
from azulejos.rules import Move, Phase, State, Wall
from azulejos.search import Graph
from tests.strategies import MODES, POLICIES, Mode, mode_id, random_game

CROWDED = [mode for mode in MODES if mode[0] > 2]
NODES = 200
AMPLE = 60.0
"""Seconds in which everything can be learnt."""


def watcher(mode: Mode) -> Opponents:
    network = load_network(NetworkMode(*mode))
    return Opponents(1, NetworkEvaluator(network))


def watch_a_game(
    mode: Mode, name: str, seed: int, rounds: int, seconds: float = AMPLE
) -> tuple[Opponents, State]:
    """Sit on seat 0 with moves at random, watch others of one kind, return the next deal."""
    opponents, rng = watcher(mode), Random(seed)
    others = {seat: create(name, seed + seat) for seat in range(1, mode[0])}
    state, chance = State.new(*mode), Sampler(seed)
    while state.round <= rounds:
        assert not state.is_over
        seat = state.player
        if seat is None:
            state = chance.deal(state)
        elif seat == 0:
            opponents.see(state)
            opponents.learn(seconds)
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


def test_another_game_is_noticed() -> None:
    mode = (3, Wall.COLOURED)
    state = Sampler(1).deal(State.new(*mode))
    other = Sampler(2).deal(State.new(*mode))
    later = [s for s in random_game(mode, POLICIES[0], Random(1)) if s.player is not None]
    assert later[-1].round > 2
    for strange in (other, later[-1], Sampler(1).deal(State.new(4)), Sampler(1).deal(State.new())):
        assert moves_between(state, strange) is None
        assert not may_follow(state, strange)


@pytest.mark.parametrize("mode", CROWDED, ids=mode_id)
def test_who_sees_the_game_as_the_network_does_is_not_foretold(mode: Mode) -> None:
    opponents, state = watch_a_game(mode, "policy", seed=5, rounds=2)
    assert opponents.foretellable(state) == frozenset()


@pytest.mark.parametrize("mode", CROWDED, ids=mode_id)
def test_who_plays_by_the_points_in_sight_is_foretold(mode: Mode) -> None:
    opponents, state = watch_a_game(mode, "strong", seed=3, rounds=3)
    foretold = opponents.foretellable(state)
    assert len(foretold) >= mode[0] - 2
    assert 0 not in foretold


def test_strangers_are_not_foretold_and_in_another_game_everybody_is_one() -> None:
    opponents, state = watch_a_game((3, Wall.COLOURED), "strong", seed=3, rounds=2)
    assert opponents.foretellable(state)
    other = Sampler(9).deal(State.new(3))
    opponents.see(other)
    assert opponents.foretellable(other) == frozenset()


def test_after_a_pause_everybody_is_a_stranger() -> None:
    opponents, state = watch_a_game((3, Wall.COLOURED), "strong", seed=3, rounds=2)
    opponents.forget()
    opponents.see(state)
    assert opponents.foretellable(state) == frozenset()


def test_the_seats_one_plays_oneself_are_never_foretold() -> None:
    """One player may sit on several seats, or be asked for advice by somebody."""
    opponents, state = watch_a_game((3, Wall.COLOURED), "strong", seed=3, rounds=3)
    seat = next(iter(opponents.foretellable(state)))
    while state.player != seat:
        state = state.play(state.legal_moves()[0])
    opponents.see(state)
    assert seat not in opponents.foretellable(state)


def test_advice_that_is_not_followed_makes_nobody_a_stranger() -> None:
    opponents, state = watch_a_game((4, Wall.COLOURED), "strong", seed=3, rounds=3)
    opponents.see(state)
    known = opponents.foretellable(state)
    opponents.note(state.legal_moves()[0])
    state = state.play(state.legal_moves()[-1])
    opponents.see(state)
    assert opponents.foretellable(state) == known - {state.player} != frozenset()


def test_without_time_nothing_is_learnt() -> None:
    opponents, state = watch_a_game((3, Wall.COLOURED), "strong", seed=3, rounds=3, seconds=0)
    assert opponents.foretellable(state) == frozenset()


def test_chances_are_those_of_a_search_by_points() -> None:
    opponents = watcher((3, Wall.COLOURED))
    state = Sampler(4).deal(State.new(3))
    chances = opponents.chances(state, 3000)
    assert sum(chances.values()) == pytest.approx(1)
    assert set(chances) <= set(state.legal_moves())
    favourite = max(chances, key=lambda move: chances[move])
    assert create("search", 1).choose(state, Limits(nodes=3000)) == favourite


class Told(Graph):
    """A graph that counts what it is told, and has seen enough after so many choices."""

    count = 0

    def foretell(self, state: State, chances: Mapping[Move, float]) -> bool:
        assert sum(chances.values()) == pytest.approx(1)
        told = super().foretell(state, chances)
        Told.count += told
        return told


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_the_master_foretells_others_by_the_clock_with_more_than_one(
    mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An hour to think, and a stop after three choices."""
    monkeypatch.setattr("azulejos.players.neural_player.Graph", Told)
    everybody = frozenset(range(mode[0]))
    monkeypatch.setattr(Opponents, "foretellable", lambda _, state: everybody - {state.player})
    state = Sampler(1).deal(State.new(*mode))
    for limits, told in (
        (Limits(movetime_ms=3_600_000), 3 if mode[0] > 2 else 0),
        (Limits(movetime_ms=3_600_000, nodes=600), 0),
        (Limits(infinite=True), 0),
        (Limits(movetime_ms=39), 0),
    ):
        Told.count, asked, thoughts = 0, 0, list[Thought]()

        def stop() -> bool:
            nonlocal asked
            asked += 1
            return Told.count == 3 or asked == 40

        move = create("master", 1).choose(state, limits, stop=stop, report=thoughts.append)
        assert state.is_legal(move)
        assert Told.count == told
        assert asked <= 43
        assert not thoughts[-1].solved


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


def test_with_a_limit_on_nodes_or_depth_nothing_depends_on_what_was_seen() -> None:
    state = Sampler(1).deal(State.new(3))
    player = NeuralPlayer(1)
    player.choose(state, Limits(movetime_ms=100))
    for limits in (Limits(nodes=300), Limits(depth=3)):
        assert player.choose(state, limits) == NeuralPlayer(1).choose(state, limits)
