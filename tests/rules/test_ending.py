"""The end of the game: when it comes, the bonuses, who wins."""

import pytest

from azulejos.rules import Phase, State
from tests.bridge import arrange, board, counts, move_of, wall_without

FOUR_ROW = "BYRK./...../...../...../....."


def last_tile(*boards: str, wall: str = "c", lid: str = "") -> State:
    """Play the round's last tile, white from the centre, to the first player's first line."""
    state = arrange(*boards, wall=wall, centre="xW", round=5, lid=lid)
    return state.play(move_of("cW1"))


def test_a_complete_row_ends_the_game() -> None:
    after = last_tile(board(wall=FOUR_ROW, score=10))
    assert after.phase is Phase.OVER
    assert after.is_over
    assert after.round == 5
    assert after.start == 0
    assert after.player is None
    assert after.legal_moves() == []
    assert after.complete_rows == (1, 0)
    assert after.scores == (10 + 5 - 1 + 2, 0)
    assert after.winners == (0,)
    assert not after.marker_in_centre
    assert after.marker_holder is None


def test_without_a_complete_row_the_next_round_is_dealt() -> None:
    after = last_tile(board(wall="BYR../...../...../...../.....", score=10))
    assert after.phase is Phase.DEAL
    assert after.round == 6
    assert after.winners == ()
    assert after.player is None
    assert after.legal_moves() == []


def test_complete_columns_and_colours_do_not_end_the_game() -> None:
    wall = "B..../WB.../K.B../R..B./Y...B"
    after = last_tile(board(wall=wall, score=10))
    assert after.phase is Phase.DEAL
    assert after.scores[0] == 10 + 1 - 1, "their bonuses come at the end only"


@pytest.mark.parametrize(
    ("kind", "lines", "wall", "points", "bonus"),
    [
        ("c", "-/-/-/-/-", FOUR_ROW, 5, 2),
        ("c", "-/-/-/-/-", "BYRK./WB.../K.B../R..B./Y...B", 5, 2 + 7 + 10),
        ("c", "-/-/-/-/-", "BYRK./....K/....R/....Y/....B", 5 + 5, 2 + 7),
        ("c", "-/2K/3R/4Y/5B", "BYRK./WBYR./KWBY./RKWB./YRKW.", 25 + 14, 10 + 35 + 50),
        ("g", "-/-/-/-/-", FOUR_ROW, 5, 2),
        ("g", "-/-/-/-/-", "BYRK./YB.../R..../K..../W....", 5, 2 + 7),
        ("g", "-/-/-/-/-", "BYRK./W..../.W.../..W../...W.", 5, 2 + 10),
        ("g", "-/2K/3R/4Y/5B", "BYRK./WBYR./KWBY./RKWB./YRKW.", 25 + 14, 10 + 35 + 50),
    ],
)
def test_the_final_bonuses_on_both_walls(
    kind: str, lines: str, wall: str, points: int, bonus: int
) -> None:
    after = last_tile(board(lines, wall, score=50), wall=kind)
    assert after.is_over
    assert after.board(0).bonus == bonus
    assert after.scores[0] == 50 + points - 1 + bonus


def test_a_tie_goes_to_the_player_with_more_complete_rows() -> None:
    two_rows = board("-/2K/-/-/-", "BYRK./WBYR./...../...../.....", score=20)
    one_row = board("1W/-/-/-/-", FOUR_ROW, score=28)
    state = last_tile(two_rows, one_row)
    assert state.scores == (20 + 5 + 7 - 1 + 4, 28 + 5 + 2) == (35, 35)
    assert state.complete_rows == (2, 1)
    assert state.winners == (0,)


def test_players_still_tied_share_the_victory() -> None:
    state = last_tile(
        board(wall=FOUR_ROW, score=20),
        board("1W/-/-/-/-", FOUR_ROW, score=19),
        board(score=26),
    )
    assert state.scores == (26, 26, 26)
    assert state.complete_rows == (1, 1, 0)
    assert state.winners == (0, 1)


def test_a_player_who_did_not_end_the_game_may_win_it() -> None:
    state = last_tile(board(wall=FOUR_ROW), board(score=50))
    assert state.winners == (1,)


@pytest.mark.parametrize("kind", ["c", "g"])
def test_the_game_is_over_when_bag_and_lid_are_both_empty(kind: str) -> None:
    state = arrange(
        board("-/-/-/-/4W", wall_without("W"), score=8),
        board("-/1K/-/-/4K", wall_without("K")),
        board("-/1R/-/-/4R", wall_without("R")),
        board("-/1Y/-/-/4Y", wall_without("Y")),
        wall=kind,
        centre="xW",
        round=9,
    )
    assert sum(state.bag) + sum(state.lid) == 0

    after = state.play(move_of("cW2"))
    assert after.phase is Phase.OVER
    assert after.round == 9
    assert after.complete_rows == (0, 0, 0, 0)
    assert after.scores == (8 - 1 + 40, 40, 40, 40), "four colours each"
    assert after.winners == (0,)

    after = state.play(move_of("cW-"))
    assert after.phase is Phase.DEAL, "the tile from the floor can be offered again"
    assert after.lid == counts("W")
