"""Text forms of moves, deals, positions and game records.

They come in pairs, ``parse_x`` and ``format_x``. A text of the wrong form raises
`NotationError`; a well-formed text that cannot be true raises `PositionError` or
`RecordError`. Both name the field at fault.
"""

from azulejos.notation.deals import format_deal, parse_deal
from azulejos.notation.events import Event, apply_event, format_event, parse_event
from azulejos.notation.moves import format_move, parse_move
from azulejos.notation.positions import format_position, parse_position
from azulejos.notation.record_text import format_record, parse_record
from azulejos.notation.recorder import Recorder
from azulejos.notation.records import Record, RecordedMove, RecordedRound

__all__ = [
    "Event",
    "Record",
    "RecordedMove",
    "RecordedRound",
    "Recorder",
    "apply_event",
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
