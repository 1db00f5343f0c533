"""A table without a server: its log, what the log comes to, and what may happen next.

Everything here is a value or a function of values; no clock, database or network is touched.
"""

from azulejos.server.game.events import Event, format_event, parse_event
from azulejos.server.game.fold import apply, open_table
from azulejos.server.game.secret import Secret, new_secret
from azulejos.server.game.settings import Settings
from azulejos.server.game.table import Seat, Table

__all__ = [
    "Event",
    "Seat",
    "Secret",
    "Settings",
    "Table",
    "apply",
    "format_event",
    "new_secret",
    "open_table",
    "parse_event",
]
