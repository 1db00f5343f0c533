"""The text form of events, which are moves and deals: ``3B2`` or ``=BBRK/YYWW/…``."""

from typing import TypeAlias

from azulejos.notation.deals import format_deal, parse_deal
from azulejos.notation.moves import format_move, parse_move
from azulejos.rules import Deal, Move, State

Event: TypeAlias = Move | Deal
"""Whatever moves a game on: somebody's move, or a deal."""


def parse_event(text: str) -> Event:
    """Read a move, or ``=`` and the displays of a deal."""
    if text.startswith("="):
        return parse_deal(text[1:])
    return parse_move(text)


def format_event(event: Event) -> str:
    """Write a move, or ``=`` and the displays of a deal."""
    if isinstance(event, Move):
        return format_move(event)
    return "=" + format_deal(event)


def apply_event(state: State, event: Event) -> State:
    """Return the state after a move or a deal."""
    return state.play(event) if isinstance(event, Move) else state.deal(event)
