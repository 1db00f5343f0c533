"""The game itself: states, moves, tiling, scoring, legality. No randomness, no I/O."""

from azulejos.rules.move import Move
from azulejos.rules.perft import perft
from azulejos.rules.state import State
from azulejos.rules.types import (
    CENTRE,
    EMPTY_BOARD,
    FLOOR,
    FLOOR_COSTS,
    MARKER,
    NUM_MOVES,
    Board,
    Colour,
    Counts,
    Deal,
    Line,
    Marker,
    Phase,
    Wall,
    num_displays,
    wall_column,
)

__all__ = [
    "CENTRE",
    "EMPTY_BOARD",
    "FLOOR",
    "FLOOR_COSTS",
    "MARKER",
    "NUM_MOVES",
    "Board",
    "Colour",
    "Counts",
    "Deal",
    "Line",
    "Marker",
    "Move",
    "Phase",
    "State",
    "Wall",
    "num_displays",
    "perft",
    "wall_column",
]
