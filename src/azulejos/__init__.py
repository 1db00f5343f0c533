"""Azulejos: the tile game Azul for 2 to 4 players, on both sides of the board.

A `State` is the game at one moment, an immutable value; chance is explicit, so a round
starts with a deal that somebody supplies:

>>> from azulejos import State, format_position, parse_deal, parse_move
>>> state = State.new(players=2)
>>> state = state.deal(parse_deal("BBRK/YYWW/BYRW/KKKK/BBYY"))
>>> state = state.play(parse_move("4K4"))
>>> format_position(state).split(" ")[2:6]
['d2', 's1', 'BBRK/YYWW/BYRW/-/BBYY', 'x']

Players, displays, lines and columns count from 0 in Python and from 1 in texts.
"""

from azulejos.errors import (
    AzulejosError,
    FairnessError,
    IllegalDealError,
    IllegalMoveError,
    NotationError,
    OptionError,
    PositionError,
    RecordError,
)
from azulejos.notation import (
    Record,
    Recorder,
    format_deal,
    format_event,
    format_move,
    format_position,
    format_record,
    parse_deal,
    parse_event,
    parse_move,
    parse_position,
    parse_record,
)
from azulejos.rules import (
    CENTRE,
    FLOOR,
    MARKER,
    NUM_MOVES,
    Board,
    Colour,
    Counts,
    Deal,
    Line,
    Marker,
    Move,
    Phase,
    State,
    Wall,
)
from azulejos.version import __version__

__all__ = [
    "CENTRE",
    "FLOOR",
    "MARKER",
    "NUM_MOVES",
    "AzulejosError",
    "Board",
    "Colour",
    "Counts",
    "Deal",
    "FairnessError",
    "IllegalDealError",
    "IllegalMoveError",
    "Line",
    "Marker",
    "Move",
    "NotationError",
    "OptionError",
    "Phase",
    "PositionError",
    "Record",
    "RecordError",
    "Recorder",
    "State",
    "Wall",
    "__version__",
    "format_deal",
    "format_event",
    "format_move",
    "format_position",
    "format_record",
    "parse_deal",
    "parse_event",
    "parse_move",
    "parse_position",
    "parse_record",
]
