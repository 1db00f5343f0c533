"""Moves as text."""

import pytest

from azulejos.errors import NotationError
from azulejos.notation import format_event, format_move, parse_event, parse_move
from azulejos.rules import CENTRE, FLOOR, NUM_MOVES, Colour, Move


def test_blue_from_display_3_to_line_2() -> None:
    assert parse_move("3B2") == Move.draft(2, Colour.BLUE, 1)


def test_red_from_the_centre_to_the_floor() -> None:
    assert parse_move("cR-") == Move.draft(CENTRE, Colour.RED, FLOOR)


def test_the_tile_of_line_4_goes_to_column_2() -> None:
    assert parse_move("4@2") == Move.tile(3, 1)


def test_every_move_is_read_as_it_is_written() -> None:
    moves = [Move.from_index(index) for index in range(NUM_MOVES)]
    texts = [format_move(move) for move in moves]
    drafts = [f"{source}{colour}{target}" for source in "123456789c" for colour in "BYRKW"
              for target in "12345-"]  # fmt: skip
    assert texts == drafts + [f"{line}@{column}" for line in "12345" for column in "12345"]
    assert [parse_move(text) for text in texts] == moves
    assert [parse_event(text) for text in texts] == moves
    assert [format_event(move) for move in moves] == texts


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is no move, a move looks like 3B2, cR- or 4@2"),
        ("3B", "a move looks like"),
        ("3B22", "a move looks like"),
        (" 3B2", "a move looks like"),
        ("0B2", "'0' is no source: 1 to 9 or c"),
        ("CB2", "'C' is no source"),
        ("3b2", "'b' is no colour: B Y R K W"),
        ("3x2", "'x' is no colour"),
        ("3B0", "'0' is no target: 1 to 5 or -"),
        ("3B6", "'6' is no target"),
        ("6@1", "line and column are 1 to 5"),
        ("1@0", "line and column are 1 to 5"),
        ("-@-", "line and column are 1 to 5"),
        ("３B2", "is no source"),
        ("3B²", "is no target"),
        ("9" * 100_000, "a move looks like"),
    ],
)
def test_what_is_no_move_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_move(text)
    assert reason in str(error.value)
    assert error.value.field == "move"
    assert len(str(error.value)) < 200
