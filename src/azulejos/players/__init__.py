"""Named players behind one protocol; `create` makes one from the registry."""

from azulejos.players.protocol import Limits, Player, Thought, never
from azulejos.players.registry import DEFAULT, character, create, levels, names

__all__ = [
    "DEFAULT",
    "Limits",
    "Player",
    "Thought",
    "character",
    "create",
    "levels",
    "names",
    "never",
]
