"""Deals: what the bag can produce is accepted, anything else refused with the reason."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos.errors import IllegalDealError
from azulejos.rules import Counts, Deal, Phase, State
from tests.bridge import (
    arrange,
    board,
    counts,
    deal_of,
    deal_text,
    position,
    table_of,
    wall_without,
)
from tests.strategies import deals, rngs, states

# Only three white tiles are in the bag, everything else in the lid.
LOW_BAG = arrange(phase="r", lid="B" * 20 + "Y" * 20 + "R" * 20 + "K" * 20 + "W" * 17, centre="-")

# Four players hold eighty tiles on their walls; of Y, R, K and W five each are left.
FEW_LEFT = arrange(
    *(board(wall=wall_without(colour)) for colour in "YRKW"),
    phase="r",
    lid="YYRRKKWW",
    centre="-",
)


@given(deals())
def test_what_the_bag_can_produce_is_dealt(dealt: tuple[State, Deal]) -> None:
    state, deal = dealt
    after, table = state.deal(deal), table_of(state)
    table.deal(deal_text(deal))
    assert position(after) == table.position()
    assert after.displays == deal
    assert (after.phase, after.player, after.round) == (Phase.DRAFT, state.start, state.round)
    assert after.marker_in_centre
    assert state.phase is Phase.DEAL, "the old state is as it was"


def mangled(deal: Deal, rng: Random) -> Deal:
    """Change a deal a little: a tile's colour, a tile too few or many, two tiles swapped."""
    displays = [list(display) for display in deal]
    kind = rng.randrange(6)
    one, other = rng.sample(range(len(displays)), 2)
    colour, new = rng.sample(range(5), 2)
    if kind == 0:
        displays[one][colour] -= 1
        displays[one][new] += 1
    elif kind == 1:
        displays[one][colour] += rng.choice((-1, 1))
    elif kind == 2:
        displays[one], displays[other] = displays[other], displays[one]
    elif kind == 3:
        displays[one][colour] -= 1
        displays[other][colour] += 1
    elif kind == 4:
        displays[one][colour] -= 1
        displays[one][new] += 1
        displays[other][colour] += 1
        displays[other][new] -= 1
    else:
        displays = displays[:-1] if rng.random() < 0.5 else [*displays, [1, 1, 1, 1, 0]]
    return tuple((b, y, r, k, w) for b, y, r, k, w in displays)


@settings(max_examples=200)
@given(deals(), rngs())
def test_a_changed_deal_is_refused_just_when_it_cannot_be_drawn(
    dealt: tuple[State, Deal], rng: Random
) -> None:
    state, deal = dealt
    deal = mangled(deal, rng)
    table = table_of(state)
    possible = all(count >= 0 for display in deal for count in display)
    try:
        table.deal(deal_text(deal))
    except ValueError:
        possible = False
    if possible:
        assert position(state.deal(deal)) == table.position()
    else:
        with pytest.raises(IllegalDealError) as refused:
            state.deal(deal)
        assert refused.value.field == "deal"
        assert refused.value.message


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ("BBRK/YYWW/BYRW/KKKK", "4 displays, there are 5"),
        ("BBRK/YYWW/BYRW/KKKK/BBYY/RRRR", "6 displays, there are 5"),
        ("BBRKK/YYWW/BYRW/KKKK/BBYY", "display 1 holds 5 tiles, it gets 4"),
        ("BBRK/YYWW/BYR/KKKK/BBYY", "display 3 holds 3 tiles, it gets 4"),
        ("BBRK/YYWW/BYRW/-/BBYY", "display 4 holds 0 tiles, it gets 4"),
    ],
)
def test_a_deal_of_the_wrong_size_is_refused(deal: str, reason: str) -> None:
    with pytest.raises(IllegalDealError, match=reason):
        State.new().deal(deal_of(deal))


def test_colours_the_bag_does_not_have_are_refused() -> None:
    blue_gone = arrange(
        board(wall="B..../.B.../..B../...B./....B"),
        board(wall="B..../.B.../..B../...B./....B"),
        phase="r",
        lid="BBBB",
        centre="-",
    )
    assert blue_gone.bag[0] == 6
    blue_gone.deal(deal_of("BBBB/BBYY/YYYY/RRRR/KKKK"))
    with pytest.raises(IllegalDealError, match="display 2: the bag holds only 6 blue"):
        blue_gone.deal(deal_of("BBBB/BBBY/YYYY/RRRR/KKKK"))


def test_the_lid_goes_into_the_bag_when_a_tile_is_wanted_and_the_bag_is_empty() -> None:
    after = LOW_BAG.deal(deal_of("BWWW/BBBB/BBBB/BBBB/BBBB"))
    assert after.lid == (0, 0, 0, 0, 0)
    assert after.bag == (3, 20, 20, 20, 17)


def test_an_empty_bag_is_refilled_at_once() -> None:
    state = arrange(phase="r", centre="-", lid="BYRKW" * 20)
    assert sum(state.bag) == 0
    after = state.deal(deal_of("BBBB/YYYY/RRRR/KKKK/WWWW"))
    assert after.bag == (16, 16, 16, 16, 16)


def test_the_lid_stays_while_nothing_more_is_wanted() -> None:
    state = arrange(phase="r", centre="-", lid="BYRK" * 20)
    after = state.deal(deal_of("WWWW/WWWW/WWWW/WWWW/WWWW"))
    assert after.bag == (0, 0, 0, 0, 0)
    assert after.lid == (20, 20, 20, 20, 0)


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ("BBWW/BBBW/BBBB/BBBB/BBBB", "display 1: the bag runs out here, but 1 white are left"),
        ("BBBB/BWWW/BBBB/BBBB/BBBB", "display 1: the bag runs out here, but 3 white are left"),
    ],
)
def test_the_bag_is_emptied_before_the_lid_is_used(deal: str, reason: str) -> None:
    with pytest.raises(IllegalDealError, match=reason):
        LOW_BAG.deal(deal_of(deal))


def test_the_last_displays_stay_short_or_empty() -> None:
    assert sum(FEW_LEFT.bag) == 12
    after = FEW_LEFT.deal(deal_of("YYYR/RRKK/KWWW/RRYY/KKWW/-/-/-/-"))
    assert after.bag == after.lid == (0, 0, 0, 0, 0)
    assert [sum(display) for display in after.displays] == [4, 4, 4, 4, 4, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ("YYYR/RRKK/KWWW/RRYY/KKW/W/-/-/-", "display 5 holds 3 tiles, it gets 4"),
        ("YYYR/RRKK/KWWW/RRYY/-/KKWW/-/-/-", "display 5 holds 0 tiles, it gets 4"),
        ("YYYR/RRKK/KWWW/RRYY/KKWW/B/-/-/-", "display 6 holds 1 tiles, it gets 0"),
        ("YYYR/RRKK/KWWW/RRYY/BKWW/-/-/-/-", "bag and lid hold only 0 blue"),
    ],
)
def test_a_display_is_short_only_when_no_tile_is_left(deal: str, reason: str) -> None:
    with pytest.raises(IllegalDealError, match=reason):
        FEW_LEFT.deal(deal_of(deal))


@given(states([Phase.DRAFT, Phase.TILE, Phase.OVER]))
def test_a_deal_that_is_not_due_is_refused(state: State) -> None:
    with pytest.raises(IllegalDealError, match="no deal is due"):
        state.deal(state.displays)


@pytest.mark.parametrize(
    "display",
    [
        (1, 1, 1, 1),
        (4, 0, 0, 0, 0, 0),
        (-1, 5, 0, 0, 0),
        (5, -1, 0, 0, 0),
        ("4", 0, 0, 0, 0),
        (2.5, 1.5, 0, 0, 0),
        (1e9, 0, 0, 0, 0),
        (2**80, 0, 0, 0, 0),
        (None,) * 5,
    ],
)
def test_a_display_is_five_counts(display: tuple[object, ...]) -> None:
    good: list[Counts] = [counts("BYRK")] * 4
    with pytest.raises(IllegalDealError, match="display 5"):
        State.new().deal([*good, display])  # type: ignore[list-item]


@given(st.data())
def test_the_displays_may_be_any_sequences(data: st.DataObject) -> None:
    state, deal = data.draw(deals())
    assert state.deal([list(display) for display in deal]) == state.deal(deal)
