"""How the players play: legally, repeatably, and greedy far better than random."""

from collections.abc import Sequence
from random import Random

import pytest

from azulejos.chance import Sampler
from azulejos.errors import IllegalMoveError
from azulejos.notation import parse_deal
from azulejos.players import Limits, Player, Thought, create, names
from azulejos.rules import Move, Phase, State, Wall
from tests.strategies import MODES, POLICIES, Mode, mode_id, random_game

NUM_GAMES = 100
BRIEFLY = Limits(nodes=6)
"""Few enough simulations for many games of players that search."""
ALWAYS_THE_SAME = ("expert", "master", "policy")
"""Who judges by the network: nothing in it is random."""


def play_game(players: Sequence[Player], wall: Wall, seed: int) -> State:
    sampler = Sampler(seed)
    state = State.new(len(players), wall, seed % len(players))
    while not state.is_over:
        if state.phase is Phase.DEAL:
            state = sampler.deal(state)
        else:
            assert state.player is not None
            state = state.play(players[state.player].choose(state, BRIEFLY))
    return state


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_greedy_beats_random_players_nearly_always(mode: Mode) -> None:
    num_players, wall = mode
    wins = 0.0
    for seed in range(NUM_GAMES):
        seat = seed % num_players
        players = [create("random", seed * 4 + other) for other in range(num_players)]
        players[seat] = create("greedy", seed)
        winners = play_game(players, wall, seed).winners
        wins += (seat in winners) / len(winners)
    assert wins >= 0.95 * NUM_GAMES


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
@pytest.mark.parametrize("name", names())
def test_a_player_always_makes_a_legal_move(name: str, mode: Mode) -> None:
    player = create(name, 7)
    for seed, policy in enumerate(POLICIES):
        for ply, state in enumerate(random_game(mode, policy, Random(seed))):
            if state.player is not None and (ply % 3 == seed % 3 or state.phase is Phase.TILE):
                assert state.is_legal(player.choose(state, BRIEFLY))


@pytest.mark.parametrize("name", names())
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    def final() -> State:
        return play_game([create(name, 1), create(name, 2)], Wall.GRAY, 3)

    assert final() == final()


@pytest.mark.parametrize("name", [name for name in names() if name not in ALWAYS_THE_SAME])
def test_players_without_a_seed_differ(name: str) -> None:
    state = Sampler(1).deal(State.new(4))
    usual = Limits(nodes=300) if name == "uct" else BRIEFLY  # uct begins with the first moves
    assert len({create(name).choose(state, usual) for _ in range(200)}) > 1


@pytest.mark.parametrize("name", ALWAYS_THE_SAME)
def test_who_judges_by_the_network_needs_no_seed(name: str) -> None:
    for mode in MODES:
        state = Sampler(1).deal(State.new(*mode))
        assert create(name).choose(state, BRIEFLY) == create(name, 5).choose(state, BRIEFLY)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("limits", [Limits(movetime_ms=0), Limits(nodes=1), Limits(infinite=True)])
def test_a_player_answers_within_any_limits_when_told_to_stop(name: str, limits: Limits) -> None:
    state = Sampler(1).deal(State.new())
    assert state.is_legal(create(name).choose(state, limits, stop=lambda: True))


@pytest.mark.parametrize("name", names())
def test_where_nobody_can_move_a_player_says_so(name: str) -> None:
    with pytest.raises(IllegalMoveError, match="the next deal is due"):
        create(name).choose(State.new())


def test_greedy_says_what_it_thinks_and_wastes_no_tile_of_a_first_deal() -> None:
    state = State.new().deal(parse_deal("BBRK/YYWW/BYRW/KKKK/BBYY"))
    thoughts: list[Thought] = []
    move = create("greedy", 1).choose(state, report=thoughts.append)
    assert thoughts == [Thought(depth=1, nodes=len(state.legal_moves()), pv=(move,))]
    assert not state.play(move).board(0).floor


def test_random_makes_every_move_now_and_then() -> None:
    state = State.new().deal(parse_deal("BBBB/BBBB/BBBB/BBBB/YYYY"))
    player = create("random", 5)
    seen: set[Move] = {player.choose(state) for _ in range(1000)}
    assert seen == set(state.legal_moves())
