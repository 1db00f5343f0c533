"""Deals as text."""

import pytest
from hypothesis import given

from azulejos.errors import NotationError
from azulejos.notation import apply_event, format_deal, format_event, parse_deal, parse_event
from azulejos.rules import Deal, State
from tests.bridge import deal_text
from tests.strategies import deals

TEXT = "BBRK/YYWW/BYRW/KKKK/BBYY"
DEAL: Deal = (
    (2, 0, 1, 1, 0),
    (0, 2, 0, 0, 2),
    (1, 1, 1, 0, 1),
    (0, 0, 0, 4, 0),
    (2, 2, 0, 0, 0),
)


def test_a_deal_lists_the_displays() -> None:
    assert parse_deal(TEXT) == DEAL
    assert format_deal(DEAL) == TEXT


def test_as_an_event_a_deal_has_an_equals_sign() -> None:
    assert parse_event("=" + TEXT) == DEAL
    assert format_event(DEAL) == "=" + TEXT
    assert apply_event(State.new(), DEAL) == State.new().deal(DEAL)


def test_displays_may_stay_short_or_empty() -> None:
    assert format_deal(parse_deal("BBRK/Y/-/-/-")) == "BBRK/Y/-/-/-"


@given(deals())
def test_every_deal_of_a_game_is_read_as_it_is_written(drawn: tuple[State, Deal]) -> None:
    _, deal = drawn
    assert format_deal(deal) == deal_text(deal)
    assert parse_deal(format_deal(deal)) == deal


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "displays: '' is no display, a game has 5, 7 or 9"),
        ("BBRK/YYWW", "displays: 'BBRK/YYWW' is 2 displays"),
        ("-/-/-/-/-/-", "is 6 displays"),
        ("//BYRW/KKKK/BBYY", "display 1: nothing here, '-' stands for no tiles"),
        ("BBRK/YYWW/BYRW/KKKK/YYBB", "display 5: 'YYBB' is out of order"),
        ("BBRK/YYWW/BYRX/KKKK/BBYY", "display 3: 'X' is no colour, colours are B Y R K W"),
        ("BBRK/YYWW/-B/KKKK/BBYY", "display 3: '-' is no colour"),
        ("bbrk/-/-/-/-", "display 1: 'b' is no colour"),
        ("B" * 1_000_000, "longer than any deal"),
    ],
)
def test_what_is_no_deal_is_refused_with_the_display_at_fault(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_deal(text)
    assert reason in str(error.value)
