"""Positions as text: what is written, and that it is read back the same."""

from random import Random

import pytest
from hypothesis import given

from azulejos.notation import format_position, parse_deal, parse_move, parse_position
from azulejos.rules import MARKER, Colour, Line, Phase, State, Wall
from tests import bridge
from tests.strategies import MODES, POLICIES, Mode, Policy, mode_id, random_game, states

START = (
    "c 1 r s1 -/-/-/-/- - 20,20,20,20,20 0,0,0,0,0"
    " 0:-/-/-/-/-:...../...../...../...../.....:-"
    " 0:-/-/-/-/-:...../...../...../...../.....:-"
)


def test_the_start_of_a_two_player_game() -> None:
    assert format_position(State.new(2, Wall.COLOURED, 0)) == START
    assert parse_position(START) == State.new(2, Wall.COLOURED, 0)


def test_a_game_after_its_first_moves() -> None:
    state = State.new().deal(parse_deal("BBRK/YYWW/BYRW/KKKK/BBYY"))
    for move in ("4K4", "1B3", "cR1"):
        state = state.play(parse_move(move))
    assert format_position(state) == (
        "c 1 d2 s1 -/YYWW/BYRW/-/BBYY K 15,15,18,15,17 0,0,0,0,0"
        " 0:1R/-/-/4K/-:...../...../...../...../.....:x"
        " 0:-/-/2B/-/-:...../...../...../...../.....:-"
    )


def test_every_field_of_a_position_is_read() -> None:
    state = parse_position(
        "g 3 d2 s1 BBRK/-/-/YW/- RR 14,12,9,16,15 1,2,3,2,3"
        " 7:1R/-/-/-/-:.B.../...../...../...../K....:xRR"
        " 12:-/-/-/-/2Y:W..../...../...../...../.....:YYYRRBB"
    )
    assert state.wall is Wall.GRAY
    assert (state.round, state.phase, state.player, state.start) == (3, Phase.DRAFT, 1, 0)
    assert state.displays[0] == (2, 0, 1, 1, 0)
    assert state.displays[3] == (0, 1, 0, 0, 1)
    assert state.centre == (0, 0, 2, 0, 0)
    assert not state.marker_in_centre
    assert state.marker_holder == 0
    assert state.bag == (14, 12, 9, 16, 15)
    assert state.lid == (1, 2, 3, 2, 3)
    first, second = state.boards
    assert first.score == 7
    assert first.lines == (Line(Colour.RED, 1), None, None, None, None)
    assert first.wall[0] == (None, Colour.BLUE, None, None, None)
    assert first.floor == (MARKER, Colour.RED, Colour.RED)
    assert second.lines[4] == Line(Colour.YELLOW, 2)
    assert len(second.floor) == 7


def test_a_marker_beside_a_full_floor_line_is_written_after_a_plus() -> None:
    board = "0:-/-/-/-/-:...../...../...../...../....."
    text = f"c 2 d1 s1 K/-/-/-/- - 18,20,15,19,20 0,0,0,0,0 {board}:- {board}:RRRRRBB+x"
    state = parse_position(text)
    assert state.marker_holder == 1
    assert state.board(1).marker_beside
    assert format_position(state) == text


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_every_position_of_a_game_is_read_as_it_is_written(mode: Mode, policy: Policy) -> None:
    rng = Random(f"positions {mode_id(mode)} {policy.__name__}")
    for state in random_game(mode, policy, rng):
        text = format_position(state)
        assert text == bridge.position(state)
        again = parse_position(text)
        assert again == state
        assert format_position(again) == text


@given(states())
def test_a_position_read_is_as_good_as_the_game_it_comes_from(state: State) -> None:
    again = parse_position(format_position(state))
    assert again == state
    assert hash(again) == hash(state)
    assert again.legal_moves() == state.legal_moves()
    assert (again.scores, again.winners) == (state.scores, state.winners)
    for move in state.legal_moves():
        assert again.play(move) == state.play(move)
