"""The offer: what may be taken, where it goes, who takes the marker."""

import pytest

from azulejos.errors import IllegalMoveError
from azulejos.rules import MARKER, Colour, Line, Phase
from tests.bridge import arrange, board, counts, deal_of, move_of

FULL_FLOOR = "BBBBYYY"


def test_a_display_gives_one_colour_and_the_rest_moves_to_the_centre() -> None:
    state = arrange(displays="BBRK/YYYY", centre="xW")
    after = state.play(move_of("1B3"))
    assert after.displays == deal_of("-/YYYY/-/-/-")
    assert after.centre == counts("RKW")
    assert after.marker_in_centre
    assert after.board(0).lines[2] == Line(Colour.BLUE, 2)
    assert after.player == 1


def test_the_first_to_take_from_the_centre_lays_the_marker_before_the_tiles() -> None:
    state = arrange(board(floor="K"), centre="xRRB")
    after = state.play(move_of("cR1"))
    assert after.board(0).floor == (Colour.BLACK, MARKER, Colour.RED)
    assert after.marker_holder == 0
    assert not after.marker_in_centre
    assert after.centre == counts("B")


def test_the_second_to_take_from_the_centre_takes_only_tiles() -> None:
    state = arrange(board(floor="x"), phase="d2", centre="RRB")
    assert state.play(move_of("cR2")).board(1).floor == ()


def test_what_does_not_fit_in_the_line_falls_and_then_goes_to_the_lid() -> None:
    state = arrange(board("-/1W/-/-/-", floor="BBBBB"), displays="WWWW/R", centre="x")
    after = state.play(move_of("1W2"))
    assert after.board(0).lines[1] == Line(Colour.WHITE, 2)
    assert after.board(0).floor == (Colour.BLUE,) * 5 + (Colour.WHITE,) * 2
    assert after.lid == counts("W")


def test_the_marker_with_a_full_floor_line_costs_nothing_but_starts_the_next_round() -> None:
    state = arrange(board(score=30), board(floor=FULL_FLOOR, score=30), phase="d2", centre="xRK")
    after = state.play(move_of("cR1"))
    holder = after.board(1)
    assert holder.marker_beside
    assert holder.holds_marker
    assert MARKER not in holder.floor
    assert holder.penalty == 14
    assert after.marker_holder == 1

    done = after.play(move_of("cK1"))
    assert done.phase is Phase.DEAL
    assert done.start == 1
    assert done.scores == (30 + 1, 30 + 1 - 14)


def test_the_marker_takes_the_last_space_of_the_floor_line() -> None:
    state = arrange(board(floor="BBBBYY"), centre="xRRK")
    after = state.play(move_of("cR-"))
    assert after.board(0).floor[-1] is MARKER
    assert not after.board(0).marker_beside
    assert after.lid == counts("RR")


@pytest.mark.parametrize("start", [1, 2])
def test_if_nobody_took_from_the_centre_the_same_player_starts_again(start: int) -> None:
    state = arrange(phase=f"d{start}", start=start, displays="KKKK", centre="x")
    after = state.play(move_of("1K5"))
    assert after.phase is Phase.DEAL
    assert after.start == start - 1
    assert not after.marker_in_centre


def test_the_player_with_the_marker_starts_the_next_round() -> None:
    state = arrange(board(), board(floor="x"), displays="KKKK")
    assert state.play(move_of("1K5")).start == 1


def test_a_full_line_is_no_target() -> None:
    state = arrange(board("-/2R/-/-/-"), displays="RR", centre="x")
    assert [str(move) for move in state.legal_moves()] == ["1R1", "1R3", "1R4", "1R5", "1R-"]
    with pytest.raises(IllegalMoveError, match="line 2 is full"):
        state.play(move_of("1R2"))


def test_the_floor_may_always_be_chosen_and_then_takes_all() -> None:
    state = arrange(displays="RRR/K", centre="x")
    after = state.play(move_of("1R-"))
    assert after.board(0).floor == (Colour.RED,) * 3
    assert after.board(0).lines == (None,) * 5


def test_tiles_are_not_split_between_a_line_with_room_and_the_floor() -> None:
    state = arrange(displays="RRR/K", centre="x")
    results = {state.play(move).board(0) for move in state.legal_moves() if move.source == 0}
    assert len(results) == 6
    for result in results:
        line = next((line for line in result.lines if line), None)
        if line and result.floor:
            row = result.lines.index(line)
            assert line.count == row + 1, "tiles fall only from a line that is full"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("1W1", "no white tile on display 1"),
        ("cK1", "no black tile in the centre"),
        ("6R1", "only 5 displays"),
        ("1R1", "line 1 is full"),
        ("1R2", "line 2 holds blue"),
        ("1R3", "row 3 of the wall already holds red"),
        ("1@1", "nobody is tiling"),
    ],
)
def test_a_refused_move_names_the_reason(move: str, reason: str) -> None:
    wall = "...../...../....R/...../....."
    state = arrange(board("1R/1B/-/-/-", wall), displays="RRRR", centre="xY")
    with pytest.raises(IllegalMoveError, match=reason) as refused:
        state.play(move_of(move))
    assert refused.value.field == move


def test_the_offer_goes_round_clockwise() -> None:
    state = arrange(board(), board(), board(), phase="d3", displays="B/R/K/W", centre="x")
    order = []
    for move in ("1B-", "2R-", "3K-"):
        order.append(state.player)
        state = state.play(move_of(move))
    assert [*order, state.player] == [2, 0, 1, 2]
