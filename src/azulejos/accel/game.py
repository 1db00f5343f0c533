"""Which game is played: the number of players, the wall, and where games are broken off."""

from dataclasses import dataclass
from typing import Final, Literal

NUM_COLOURS: Final = 5
NUM_LINES: Final = 5
NUM_TARGETS: Final = 6
"""Where tiles of one take may go: five pattern lines and the floor line."""
TILES_PER_COLOUR: Final = 20
FLOOR_SIZE: Final = 7
ROW_BONUS: Final = 2
COLUMN_BONUS: Final = 7
COLOUR_BONUS: Final = 10
MOST_ROUNDS: Final = 1000
"""No game lasts nearly so long; rounds are counted in 16 bits."""

WallName = Literal["coloured", "gray"]


@dataclass(frozen=True)
class Game:
    """The settings that are fixed when a function is traced.

    Everything that depends on them is decided while JAX traces, so that a compiled function
    holds nothing of the other modes: the coloured wall pays nothing for the gray one.
    """

    players: int = 2
    wall: WallName = "coloured"
    max_rounds: int = 0
    """End the game, bonuses included, after so many rounds; 0 sets no limit, as the rules do."""

    def __post_init__(self) -> None:
        if self.players not in {2, 3, 4}:
            raise ValueError(f"players: 2, 3 or 4, not {self.players}")
        if self.wall not in {"coloured", "gray"}:
            raise ValueError(f"wall: coloured or gray, not {self.wall}")
        if not 0 <= self.max_rounds <= MOST_ROUNDS:
            raise ValueError(
                f"max_rounds: 1 to {MOST_ROUNDS}, or 0 for no limit, not {self.max_rounds}"
            )

    @property
    def is_gray(self) -> bool:
        """Whether the walls are gray, so that players choose columns."""
        return self.wall == "gray"

    @property
    def num_displays(self) -> int:
        """How many displays there are: 5, 7 or 9."""
        return 2 * self.players + 1

    @property
    def num_sources(self) -> int:
        """How many places tiles are taken from: the displays, then the centre."""
        return self.num_displays + 1

    @property
    def num_drafts(self) -> int:
        """How many actions take tiles: ``(source * 5 + colour) * 6 + target``."""
        return self.num_sources * NUM_COLOURS * NUM_TARGETS

    @property
    def num_actions(self) -> int:
        """How many actions there are; on the gray wall five columns follow the drafts."""
        return self.num_drafts + (NUM_COLOURS if self.is_gray else 0)

    @property
    def name(self) -> str:
        """The mode in short: ``2c``, ``3g``."""
        return f"{self.players}{self.wall[0]}"
