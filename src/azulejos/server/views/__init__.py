"""What the server shows: of a table to somebody, of an event, of a game in a list."""

from azulejos.server.views.build import study, summarise, view_game, view_update
from azulejos.server.views.models import GameView, Study, Summary, Update

__all__ = [
    "GameView",
    "Study",
    "Summary",
    "Update",
    "study",
    "summarise",
    "view_game",
    "view_update",
]
