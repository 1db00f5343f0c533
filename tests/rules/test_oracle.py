"""The engine and the oracle agree at every ply of random games."""

from random import Random

import pytest

from azulejos.notation import format_position
from azulejos.rules import Move, Phase, State
from tests.bridge import deal_text, state_of
from tests.oracle import COLOURS, MARKER, Table
from tests.strategies import MAX_PLIES, MODES, POLICIES, Mode, Policy, mode_id, random_play

GAMES = 150
"""Games a mode in every run of the tests."""

MANY_GAMES = 2100
"""Games a mode in the slow run, so that at least two thousand are played to the end."""

PARTS = 4
"""The slow run of a mode is split so that it can use several processes."""


def assert_agree(state: State, table: Table) -> None:
    """Compare everything that can be seen of a position."""
    assert format_position(state) == table.position()
    assert [str(move) for move in state.legal_moves()] == table.legal_moves()
    assert state.scores == tuple(seat.score for seat in table.seats)
    assert list(state.winners) == table.winners()
    if state.phase is not Phase.DRAFT:
        assert state == state_of(table)
        assert state.complete_rows == tuple(seat.complete_rows() for seat in table.seats)


def play_side_by_side(
    state: State, table: Table, policy: Policy, rng: Random, max_plies: int = MAX_PLIES
) -> None:
    """Play one game on both, comparing them before the first move and after every one."""
    assert_agree(state, table)
    for event, after in random_play(state, policy, rng, max_plies):
        if isinstance(event, Move):
            table.play(str(event))
        else:
            table.deal(deal_text(event))
        assert_agree(after, table)


def play_games(mode: Mode, seed: int, games: int) -> None:
    """Compare a number of games of a mode, the policies taking turns."""
    players, wall = mode
    for game in range(games):
        rng = Random(f"{seed} {game} {mode_id(mode)}")
        start = rng.randrange(players)
        state, table = State.new(players, wall, start), Table(players, wall.value, start)
        play_side_by_side(state, table, POLICIES[game % len(POLICIES)], rng)


def crammed_table(kind: str, rng: Random) -> Table:
    """Lay out a late round of four players: nearly all tiles are on the boards.

    Each wall lacks one colour altogether and a few more tiles; lines hold some tiles of
    the missing colour; what is left lies in the centre, bag and lid are empty.
    """
    table = Table(4, kind, rng.randrange(4))
    table.phase, table.turn, table.round = "d", rng.randrange(4), rng.randrange(5, 20)
    table.bag, table.centre = [], [MARKER]
    for seat, missing in zip(table.seats, rng.sample(COLOURS, 4), strict=True):
        for row in range(5):
            for column in range(5):
                colour = COLOURS[(column - row) % 5]
                if colour != missing:
                    if rng.random() < 0.02:
                        table.centre.append(colour)
                    else:
                        seat.wall[row][column] = colour
        for _ in range(5):
            row = rng.choice([1, 2, 3, 4])
            if len(seat.lines[row]) < row and rng.random() < 0.9:
                seat.lines[row].append(missing)
            else:
                table.centre.append(missing)
    return table


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_random_games_agree(mode: Mode) -> None:
    play_games(mode, seed=0, games=GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_thousands_of_random_games_agree(mode: Mode, part: int) -> None:
    play_games(mode, seed=1 + part, games=MANY_GAMES // PARTS)


@pytest.mark.parametrize("kind", ["c", "g"])
def test_games_with_hardly_a_tile_left_agree(kind: str) -> None:
    ended_without_tiles = 0
    for game in range(150):
        rng = Random(f"crammed {kind} {game}")
        table = crammed_table(kind, rng)
        if table.centre == [MARKER]:
            continue
        policy = POLICIES[game % len(POLICIES)]
        play_side_by_side(state_of(table), table, policy, rng, max_plies=40)
        ended_without_tiles += not (table.bag or table.lid)
    assert ended_without_tiles > 10
