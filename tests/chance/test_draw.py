"""Drawing a deal tile by tile, against the oracle's literal way."""

from random import Random

import pytest
from hypothesis import given

from azulejos.chance import draw_deal
from azulejos.rules import Phase, State
from tests.bridge import arrange, board, deal_of, deal_text, table_of, wall_without
from tests.strategies import rngs, states


@given(states([Phase.DEAL]), rngs())
def test_a_deal_is_drawn_as_the_notation_says(state: State, rng: Random) -> None:
    seed = rng.random()
    deal = draw_deal(state, Random(seed).randrange)
    assert deal_text(deal) == table_of(state).draw(Random(seed).randrange)
    assert state.deal(deal).displays == deal


def test_numbers_pick_by_cumulative_count_in_colour_order() -> None:
    state = State.new()
    picks = iter([19, 19, 38, 57, *[0] * 16])
    assert draw_deal(state, lambda _: next(picks)) == deal_of("BYRK/BBBB/BBBB/BBBB/BBBB")
    assert draw_deal(state, lambda tiles: tiles - 1) == deal_of("WWWW/WWWW/WWWW/WWWW/WWWW")


def test_every_tile_asks_for_a_number_below_the_tiles_in_the_bag() -> None:
    asked: list[int] = []

    def uniform(tiles: int) -> int:
        asked.append(tiles)
        return 0

    draw_deal(State.new(3), uniform)
    assert asked == list(range(100, 72, -1))


def test_a_lone_tile_draws_too_and_the_lid_follows_it() -> None:
    state = arrange(phase="r", lid="B" * 20 + "Y" * 20 + "R" * 20 + "K" * 20 + "W" * 19)
    asked: list[int] = []

    def uniform(tiles: int) -> int:
        asked.append(tiles)
        return 0

    assert draw_deal(state, uniform) == deal_of("BBBW/BBBB/BBBB/BBBB/BBBB")
    assert asked == [1, *range(99, 80, -1)]


def test_nothing_is_asked_when_no_tile_is_left() -> None:
    boards = [board(wall=wall_without(colour)) for colour in "YRKW"]
    state = arrange(*boards, phase="r", lid="YYYYYRRRRRKKKKKWWWW")
    asked: list[int] = []

    def uniform(tiles: int) -> int:
        asked.append(tiles)
        return 0

    assert draw_deal(state, uniform) == deal_of("YYYW/YYRR/RRRK/KKKK/WWWW/-/-/-/-")
    assert asked == [1, *range(19, 0, -1)]


def test_a_number_beyond_the_tiles_is_refused() -> None:
    with pytest.raises(ValueError, match="below the number of tiles"):
        draw_deal(State.new(), lambda tiles: tiles)
