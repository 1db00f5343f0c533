"""The worked examples at the end of the rules."""

from azulejos.rules import Colour, Line, Phase
from tests.bridge import arrange, board, counts, move_of


def test_two_yellow_tiles_have_three_targets() -> None:
    wall = "...../..Y../...Y./...../....."
    state = arrange(board("-/-/-/1B/-", wall), displays="BKYY/RRRR", centre="x")
    targets = [move for move in state.legal_moves() if move.colour is Colour.YELLOW]
    assert [str(move) for move in targets] == ["1Y1", "1Y5", "1Y-"]

    after = state.play(move_of("1Y1")).board(0)
    assert after.lines[0] == Line(Colour.YELLOW, 1)
    assert after.floor == (Colour.YELLOW,)


def test_a_run_of_four_across_and_three_down_scores_seven() -> None:
    # Red's space in row 2 is column 4: blue, yellow and black stand beside it, two below it.
    wall = "...../.BY.K/...Y./...B./....."
    state = arrange(board("-/1R/-/-/-", wall), displays="R", centre="x")
    after = state.play(move_of("1R2"))
    assert after.board(0).wall[1][3] is Colour.RED
    assert after.scores[0] == 7


def test_four_tiles_and_the_marker_on_the_floor_cost_eight() -> None:
    state = arrange(board(floor="xBBY", score=20), displays="R")
    assert state.play(move_of("1R-")).scores[0] == 20 - 8


def test_full_lines_move_to_the_wall_and_the_others_stay() -> None:
    state = arrange(board("-/2R/1K/4B/3W"), phase="d2", displays="Y", centre="x")
    after = state.play(move_of("1Y1"))
    assert after.phase is Phase.DEAL
    mine = after.board(0)
    assert mine.score == 1 + 1
    assert mine.lines == (None, None, Line(Colour.BLACK, 1), None, Line(Colour.WHITE, 3))
    assert mine.wall[1] == (None, None, None, Colour.RED, None)
    assert mine.wall[3] == (None, None, None, Colour.BLUE, None)
    assert after.lid == counts("RBBB")
