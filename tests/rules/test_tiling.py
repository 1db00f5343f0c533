"""Tiling: scoring, floors, and the columns of the gray wall."""

import pytest

from azulejos.errors import IllegalMoveError
from azulejos.rules import Colour, Line, Phase, State, wall_column
from tests.bridge import arrange, board, counts, move_of


def finish(mine: str, theirs: str = board(), *, wall: str = "c", start: int = 1) -> State:
    """Play the round's last tile, black to the second player's floor."""
    state = arrange(mine, theirs, wall=wall, phase="d2", start=start, displays="K", centre="x")
    return state.play(move_of("1K-"))


@pytest.mark.parametrize("row", range(5))
@pytest.mark.parametrize("colour", Colour)
def test_the_coloured_wall_has_one_space_for_a_colour_in_a_row(colour: Colour, row: int) -> None:
    lines = ["-"] * 5
    lines[row] = f"{row + 1}{colour.letter}"
    after = finish(board("/".join(lines)))
    spaces = [
        (r, c)
        for r, line in enumerate(after.board(0).wall)
        for c, tile in enumerate(line)
        if tile is not None
    ]
    assert spaces == [(row, wall_column(colour, row))]
    assert after.board(0).wall[row][(colour + row) % 5] is colour
    assert after.scores[0] == 1


@pytest.mark.parametrize(
    ("wall", "points"),
    [
        ("...../...../...../...../.....", 1),
        ("...../..Y../...../...../.....", 1),  # diagonal does not touch
        ("...../...../.WB.R/...../.....", 4),
        ("...../...../..B../...../.....", 2),
        ("...../...R./...../...../.....", 2),
        ("...../...R./...../...B./.....", 3),
        ("...../...R./..B../...../.....", 4),
        ("...K./...R./KWB.R/...B./...W.", 10),
        ("...K./...../KW..R/...../...W.", 2),
    ],
)
def test_a_tile_scores_the_runs_through_it(wall: str, points: int) -> None:
    after = finish(board("-/-/3Y/-/-", wall))
    assert after.board(0).wall[2][3] is Colour.YELLOW
    assert after.scores[0] - after.board(0).bonus * after.is_over == points


def test_lines_are_tiled_from_the_top_so_that_lower_tiles_score_the_upper_ones() -> None:
    # Blue, white, black, red, yellow all stand in the first column.
    after = finish(board("1B/2W/3K/4R/5Y"))
    assert after.scores[0] == 1 + 2 + 3 + 4 + 5


@pytest.mark.parametrize(
    ("floor", "cost"),
    [
        ("-", 0),
        ("B", 1),
        ("BB", 2),
        ("BBB", 4),
        ("BBBB", 6),
        ("BBBBB", 8),
        ("BBBBBB", 11),
        ("BBBBBBB", 14),
    ],
)
def test_the_floor_line_costs_its_occupied_spaces(floor: str, cost: int) -> None:
    after = finish(board(floor=floor, score=40))
    assert after.scores[0] == 40 - cost
    assert after.board(0).floor == ()
    assert after.lid == counts([*floor.replace("-", ""), "K"])


def test_the_score_never_drops_below_zero() -> None:
    after = finish(board("1B/-/-/-/-", floor="BBBBBBB", score=3))
    assert after.scores == (0, 0)


def test_points_come_before_penalties() -> None:
    after = finish(board("1B/-/-/-/-", floor="B", score=0))
    assert after.scores[0] == 1 - 1, "had the floor been paid first, the point would remain"


def test_a_gray_line_with_several_columns_waits_for_a_choice() -> None:
    state = finish(board("-/2R/-/-/-", floor="BB", score=5), wall="g")
    assert state.phase is Phase.TILE
    assert state.player == 0
    assert [str(move) for move in state.legal_moves()] == ["2@1", "2@2", "2@3", "2@4", "2@5"]
    assert state.board(0).floor == (Colour.BLUE, Colour.BLUE), "floors are paid after all tiling"
    assert state.scores[0] == 5

    after = state.play(move_of("2@4"))
    assert after.board(0).wall[1][3] is Colour.RED
    assert after.phase is Phase.DEAL
    assert after.scores[0] == 5 + 1 - 2
    assert after.lid == counts("RBBK")


def test_the_gray_wall_allows_a_colour_once_in_a_column() -> None:
    wall = "R..../.B.../..R../...../....."
    state = finish(board("-/2R/-/-/-", wall), wall="g")
    assert [str(move) for move in state.legal_moves()] == ["2@4", "2@5"]
    for move, reason in [
        ("2@1", "column 1 already holds red"),
        ("2@2", "row 2, column 2 is taken"),
        ("3@4", "line 2 is the topmost full line"),
        ("1K1", "nobody is drafting"),
    ]:
        with pytest.raises(IllegalMoveError, match=reason):
            state.play(move_of(move))


def test_a_gray_line_with_one_column_is_resolved_without_asking() -> None:
    wall = "R..../.BYK./..R../...../....."
    after = finish(board("-/2R/-/-/-", wall), wall="g")
    assert after.phase is Phase.DEAL
    assert after.board(0).wall[1] == (None, Colour.BLUE, Colour.YELLOW, Colour.BLACK, Colour.RED)


def test_a_gray_line_without_a_column_falls_to_the_floor_and_then_to_the_lid() -> None:
    wall = "R..../.BYKW/..R../...../....."
    after = finish(board("-/2R/-/-/-", wall, floor="BBBB", score=40), wall="g")
    assert after.scores[0] == 40 - 11
    assert after.board(0).lines[1] is None

    wall = "R..../...../..R../.BYKW/....."
    state = finish(board("-/-/-/4R/5W", wall, floor="BBBBB", score=40), wall="g")
    assert state.phase is Phase.TILE, "the fifth line still has a choice"
    assert state.board(0).floor == (Colour.BLUE,) * 5 + (Colour.RED,) * 2
    assert state.lid == counts("RR")
    after = state.play(move_of("5@1"))
    assert after.scores[0] == 40 + 1 - 14
    assert after.lid == counts("BBBBB" + "RRRR" + "WWWW" + "K")


def test_gray_players_choose_clockwise_from_the_starting_player() -> None:
    seats = [board("1B/2R/-/-/-"), board("1Y/-/-/-/-"), board("-/-/3W/-/-")]
    state = arrange(*seats, wall="g", phase="d1", start=2, displays="K", centre="x")
    state = state.play(move_of("1K-"))
    asked = []
    while state.phase is Phase.TILE:
        move = state.legal_moves()[0]
        asked.append((state.player, move.line))
        state = state.play(move)
    assert asked == [(1, 0), (2, 2), (0, 0), (0, 1)]


def test_lines_of_players_not_yet_reached_wait_too() -> None:
    row = "BYKW./...../...../...../....."
    state = arrange(
        board("1R/-/-/-/-", row),  # one column only, but its turn comes last
        board("1R/-/-/-/-", row),  # the starting player: resolved at once
        board("1R/2B/-/-/-", row),  # resolved down to the line with a choice
        wall="g",
        phase="d1",
        start=2,
        displays="K",
        centre="x",
    ).play(move_of("1K-"))
    assert (state.phase, state.player) == (Phase.TILE, 2)
    red = Line(Colour.RED, 1)
    assert [state.board(p).lines[0] for p in range(3)] == [red, None, None]
    assert state.board(2).lines[1] == Line(Colour.BLUE, 2)
    assert state.play(move_of("2@5")).is_over
