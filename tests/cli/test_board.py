"""The drawing of a table shows every tile, fits the terminal, and needs no colours."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.chance import Sampler
from azulejos.cli.board import BOARD_WIDTH, draw_table
from azulejos.cli.pen import ASCII, UNICODE, Glyphs, Pen
from azulejos.notation import parse_position
from azulejos.rules import MARKER, Colour, Phase, State, Wall
from tests.strategies import states

PLAIN = Pen(colour=False, glyphs=UNICODE)
COLOURED = Pen(colour=True, glyphs=UNICODE)


def drawn(state: State, pen: Pen = PLAIN, width: int = 80) -> list[str]:
    return [line.plain for line in draw_table(state, pen, width)]


@given(states())
def test_every_tile_on_the_table_is_drawn(state: State) -> None:
    text = "\n".join(drawn(state))
    for colour in Colour:
        hidden = state.bag[colour] + state.lid[colour]
        assert text.count(f"[{colour.letter}]") == 20 - hidden
    marker = state.marker_in_centre or any(board.holds_marker for board in state.boards)
    assert text.count("[x]") == (1 if marker else 0)


@given(states(), st.sampled_from([80, 100, 120, 160, 200]))
def test_no_line_is_wider_than_the_terminal(state: State, width: int) -> None:
    for pen in (PLAIN, COLOURED):
        assert all(line.cell_len <= width for line in draw_table(state, pen, width))


@given(states())
def test_colour_takes_the_place_of_brackets_and_nothing_moves(state: State) -> None:
    plain, coloured = drawn(state), drawn(state, COLOURED)
    assert [line.replace("[", " ").replace("]", " ") for line in plain] == coloured


@given(states())
def test_the_drawing_can_do_with_ascii(state: State) -> None:
    lines = drawn(state, Pen(colour=False, glyphs=ASCII))
    assert all(line.isascii() for line in lines)
    assert len(lines) == len(drawn(state))


@pytest.mark.parametrize(
    ("players", "width", "abreast"),
    [(2, 78, 1), (2, 79, 2), (3, 80, 2), (3, 120, 3), (4, 80, 2), (4, 120, 2), (4, 160, 4)],
)
def test_boards_stand_side_by_side_where_they_fit(players: int, width: int, abreast: int) -> None:
    lines = drawn(State.new(players), width=width)
    assert max(map(len, lines)) == max(abreast * (BOARD_WIDTH + 1) - 1, len(lines[0]))
    assert max(line.count("points") for line in lines) == abreast


def test_the_gray_wall_has_numbered_columns_and_no_letters() -> None:
    state = Sampler(1).deal(State.new(2, Wall.GRAY))
    text = "\n".join(drawn(state))
    assert " 1  2  3  4  5 " in text
    assert " b " not in text


def test_a_marker_beside_a_full_floor_line_is_shown_there() -> None:
    state = parse_position(
        "c 1 d1 s1 -/-/-/-/- K 17,18,13,18,20 0,0,0,0,0"
        " 0:-/-/-/-/-:...../...../...../...../.....:BYRRRRR+x"
        " 0:-/-/2R/1K/2B:...../...../...../...../.....:Y"
    )
    assert state.board(0).marker_beside and MARKER not in state.board(0).floor
    (line, *_) = [line for line in drawn(state) if "+[x]" in line]
    assert "- [B][Y][R][R][R][R][R] +[x]    −14" in line


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_frames_close(glyphs: Glyphs) -> None:
    lines = drawn(Sampler(1).deal(State.new()), Pen(colour=False, glyphs=glyphs))
    corners = Counter(letter for line in lines for letter in line if letter in glyphs.corners)
    assert len(set(corners.values())) == 1


def test_the_end_names_the_winner() -> None:
    sampler, state = Sampler(2), State.new()
    while not state.is_over:
        deal = state.phase is Phase.DEAL
        state = sampler.deal(state) if deal else state.play(state.legal_moves()[0])
    headline = draw_table(state, PLAIN, 80, ["Ana", "Bo"])[0].plain
    assert "the game is over" in headline
    assert all(("Ana", "Bo")[seat] in headline for seat in state.winners)
