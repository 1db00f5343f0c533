"""States as values, and what is true of every one of them."""

import copy
import pickle
import sys
from itertools import pairwise

import pytest
from hypothesis import given, settings

from azulejos.rules import EMPTY_BOARD, Phase, State, Wall, num_displays
from tests.bridge import EMPTY_BOARD as EMPTY_BOARD_TEXT
from tests.bridge import position, table_of
from tests.oracle import COLOURS
from tests.strategies import MODES, Mode, games, mode_id, states


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_a_new_game_waits_for_its_first_deal(mode: Mode) -> None:
    players, wall = mode
    for start in range(players):
        state = State.new(players, wall, start)
        assert (state.num_players, state.wall, state.start) == (players, wall, start)
        assert (state.round, state.phase, state.player) == (1, Phase.DEAL, None)
        assert state.num_displays == num_displays(players) == {2: 5, 3: 7, 4: 9}[players]
        assert state.boards == (EMPTY_BOARD,) * players
        assert state.bag == (20,) * 5
        boards = " ".join([EMPTY_BOARD_TEXT] * players)
        empty = "/".join("-" * num_displays(players))
        counts = "20,20,20,20,20 0,0,0,0,0"
        assert position(state) == f"{wall.value} 1 r s{start + 1} {empty} - {counts} {boards}"


def test_two_players_and_the_coloured_wall_unless_told_otherwise() -> None:
    assert State.new() == State.new(2, Wall.COLOURED, 0)


@pytest.mark.parametrize(("players", "start"), [(1, 0), (5, 0), (2, 2), (3, -1)])
def test_a_game_has_two_to_four_players_and_one_of_them_starts(players: int, start: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        State.new(players, Wall.COLOURED, start)


@given(states())
def test_there_are_always_twenty_tiles_of_each_colour(state: State) -> None:
    table = table_of(state)
    tiles = table.bag + table.lid + table.centre
    for display in table.displays:
        tiles += display
    for seat in table.seats:
        tiles += seat.floor
        for part in (*seat.lines, *seat.wall):
            tiles += part
    assert [tiles.count(colour) for colour in COLOURS] == [20] * 5


@given(states())
def test_there_is_one_marker_while_a_round_is_played_and_none_between(state: State) -> None:
    places = [state.marker_in_centre, *(board.holds_marker for board in state.boards)]
    playing = state.phase in (Phase.DRAFT, Phase.TILE)
    assert sum(places) == playing
    holders = [player for player, board in enumerate(state.boards) if board.holds_marker]
    assert state.marker_holder == (holders[0] if holders else None)


@given(games())
def test_a_game_goes_forward(game: list[State]) -> None:
    for before, after in pairwise(game):
        assert min(after.scores) >= 0
        assert after.round == before.round + (
            after.phase is Phase.DEAL and before.phase is not Phase.DEAL
        )
        assert not before.is_over
        if after.round == before.round and not after.is_over:
            assert after.start == before.start
        assert all(a >= b for a, b in zip(after.complete_rows, before.complete_rows, strict=True))
        assert bool(after.winners) == after.is_over


@given(states())
def test_what_the_state_sums_up_is_what_its_boards_show(state: State) -> None:
    assert state.scores == tuple(board.score for board in state.boards)
    assert state.complete_rows == tuple(len(board.complete_rows) for board in state.boards)
    assert state.boards == tuple(state.board(p) for p in range(state.num_players))
    assert state.is_over == (state.phase is Phase.OVER)
    for seat, board in zip(table_of(state).seats, state.boards, strict=True):
        assert board.bonus == seat.bonus()
        assert board.penalty == seat.penalty()


@pytest.mark.parametrize("player", [-1, 2])
def test_there_is_no_board_of_a_player_who_does_not_play(player: int) -> None:
    with pytest.raises(IndexError):
        State.new().board(player)


@given(states())
def test_copies_and_pickles_are_equal_values(state: State) -> None:
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert hash(twin) == hash(state)
        assert position(twin) == position(state)
        assert twin.legal_moves() == state.legal_moves()


@settings(max_examples=30)
@given(games())
def test_states_are_equal_when_their_positions_are(game: list[State]) -> None:
    assert len(set(game)) == len({position(state) for state in game})
    for before, after in pairwise(game):
        assert before != after


@given(states())
def test_playing_leaves_the_old_state_as_it_was(state: State) -> None:
    before, number = position(state), hash(state)
    for move in state.legal_moves():
        assert state.play(move) == state.play(move)
    assert position(state) == before
    assert hash(state) == number


@pytest.mark.parametrize("name", ["round", "player", "phase", "boards", "anything"])
def test_a_state_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(State.new(), name, 1)


def test_a_state_is_made_by_new_or_set_up_only() -> None:
    with pytest.raises(TypeError, match="use State"):
        State()
    with pytest.raises(TypeError):
        type("Mine", (State,), {})


def test_a_state_differs_from_other_things() -> None:
    other: object = "c 1 r"
    assert State.new() != other
    with pytest.raises(TypeError):
        State.new() < State.new()  # type: ignore[operator]  # noqa: B015


@given(states())
def test_a_state_is_small(state: State) -> None:
    assert sys.getsizeof(state) < 256


@given(states())
def test_a_state_says_what_it_is(state: State) -> None:
    text = repr(state)
    assert f"{state.num_players} players" in text
    assert f"round {state.round}" in text
