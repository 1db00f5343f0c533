"""The plain vocabulary of the game: colours, walls, phases, boards."""

from enum import Enum, IntEnum
from typing import Final, NamedTuple, TypeAlias

NUM_COLOURS: Final = 5
TILES_PER_COLOUR: Final = 20
DISPLAY_SIZE: Final = 4
FLOOR_SIZE: Final = 7
FLOOR_COSTS: Final = (1, 1, 2, 2, 2, 3, 3)
ROW_BONUS: Final = 2
COLUMN_BONUS: Final = 7
COLOUR_BONUS: Final = 10
CENTRE: Final = 9
"""The centre of the table as a source; displays are 0 to 8."""
FLOOR: Final = 5
"""The floor line as a target; pattern lines are 0 to 4."""
NUM_MOVES: Final = 325
"""How many moves there are in all: 300 drafts and 25 tilings."""

Counts: TypeAlias = tuple[int, int, int, int, int]
"""Tiles without order: how many of each colour, in colour order."""

Deal: TypeAlias = tuple[Counts, ...]
"""What a deal puts on the displays, in their order."""


class Colour(IntEnum):
    """The five colours, in the order used everywhere."""

    BLUE = 0
    YELLOW = 1
    RED = 2
    BLACK = 3
    WHITE = 4

    @property
    def letter(self) -> str:
        """The colour's letter in the notation."""
        return "BYRKW"[self]


class Wall(Enum):
    """The two sides of the player board; the value is the letter of the notation."""

    COLOURED = "c"
    GRAY = "g"


class Phase(Enum):
    """What happens next; the value is the letter of the notation."""

    DRAFT = "d"
    TILE = "t"
    DEAL = "r"
    OVER = "e"


class Marker(Enum):
    """The starting-player marker, where it stands among tiles."""

    MARKER = "x"


MARKER: Final = Marker.MARKER


def num_displays(players: int) -> int:
    """Return the number of displays for 2, 3 or 4 players: 5, 7 or 9."""
    return 2 * players + 1


def wall_column(colour: int, row: int) -> int:
    """Return the column of a colour in a row of the coloured wall, both from 0."""
    return (colour + row) % NUM_COLOURS


class Line(NamedTuple):
    """The tiles on a pattern line: at least one, all of one colour."""

    colour: Colour
    count: int  # type: ignore[assignment]  # nobody counts in a pair


class Board(NamedTuple):
    """One player's side of the table, as a value."""

    score: int
    lines: tuple[Line | None, ...]
    wall: tuple[tuple[Colour | None, ...], ...]
    floor: tuple[Colour | Marker, ...]
    marker_beside: bool = False
    """The player took the marker when the floor line was full: it costs nothing."""

    @property
    def holds_marker(self) -> bool:
        """Whether this player starts the next round."""
        return self.marker_beside or MARKER in self.floor

    @property
    def penalty(self) -> int:
        """Points the floor line costs at the end of the round, as a positive number."""
        return sum(FLOOR_COSTS[: len(self.floor)])

    @property
    def complete_rows(self) -> tuple[int, ...]:
        """The rows of the wall that are complete, from 0."""
        return tuple(r for r, row in enumerate(self.wall) if None not in row)

    @property
    def complete_columns(self) -> tuple[int, ...]:
        """The columns of the wall that are complete, from 0."""
        return tuple(c for c in range(5) if all(row[c] is not None for row in self.wall))

    @property
    def complete_colours(self) -> tuple[Colour, ...]:
        """The colours with all five tiles on the wall."""
        return tuple(colour for colour in Colour if all(colour in row for row in self.wall))

    @property
    def bonus(self) -> int:
        """The final bonuses this wall earns."""
        return (
            ROW_BONUS * len(self.complete_rows)
            + COLUMN_BONUS * len(self.complete_columns)
            + COLOUR_BONUS * len(self.complete_colours)
        )


EMPTY_BOARD: Final = Board(0, (None,) * 5, ((None,) * 5,) * 5, ())
