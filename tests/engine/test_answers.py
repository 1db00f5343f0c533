"""The lines an engine says have the form of the notation, whatever goes into them."""

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.engine.answers import MAX_ERROR, format_error, format_info, format_refusal
from azulejos.errors import PositionError
from azulejos.players import Thought
from azulejos.rules import Move

PV = (Move.draft(2, 0, 1), Move.draft(9, 2, 5))


@pytest.mark.parametrize(
    ("thought", "line"),
    [
        (
            Thought(7, 12345, 0.5, 0.61, 4.2, PV),
            "info depth 7 nodes 12345 nps 24690 win 0.6100 margin 4.20 pv 3B2 cR-",
        ),
        (Thought(), "info"),
        (Thought(depth=1), "info depth 1"),
        (Thought(nodes=10, seconds=0.0), "info nodes 10"),
        (Thought(seconds=1.0, win=1.0, margin=-0.004), "info win 1.0000 margin -0.00"),
        (Thought(win=nan, margin=inf, pv=PV[:1]), "info pv 3B2"),
    ],
)
def test_a_thought_has_the_fields_it_knows(thought: Thought, line: str) -> None:
    assert format_info(thought) == line


def test_a_refusal_names_the_command_the_code_and_the_field() -> None:
    error = PositionError("99 tiles, there must be 100", "bag")
    assert format_refusal("position", error) == (
        "error position position: bag: 99 tiles, there must be 100"
    )


@given(st.text())
def test_an_error_is_always_one_plain_line(message: str) -> None:
    line = format_error("input", message * 20)
    assert line.startswith("error input")
    assert line.isascii() and line.isprintable()
    assert len(line) <= MAX_ERROR
