"""A mode of the game, and the sizes that follow from it."""

from typing import Final, NamedTuple

from azulejos.neural.observation import observation_size
from azulejos.rules import State, Wall

NUM_TAKES: Final = 30
"""Actions that take from one source: five colours, six targets."""


class Mode(NamedTuple):
    """How many play, on which wall."""

    players: int
    wall: Wall

    @staticmethod
    def of(state: State) -> "Mode":
        """Return the mode of a state."""
        return Mode(state.num_players, state.wall)

    @staticmethod
    def every() -> "tuple[Mode, ...]":
        """Return all six modes."""
        return tuple(Mode(players, wall) for players in (2, 3, 4) for wall in Wall)

    @staticmethod
    def parse(name: str) -> "Mode":
        """Return the mode of a name such as ``2c``."""
        for mode in Mode.every():
            if mode.name == name:
                return mode
        raise ValueError(f"no mode of the game: {name!r}")

    @property
    def name(self) -> str:
        """The mode in short: ``2c``, ``3g``."""
        return f"{self.players}{self.wall.value}"

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return observation_size(self.players, self.wall)

    @property
    def num_displays(self) -> int:
        """How many displays are on the table."""
        return 2 * self.players + 1

    @property
    def num_actions(self) -> int:
        """How many actions there are: what may be taken and placed, then the columns."""
        return NUM_TAKES * (self.num_displays + 1) + 5 * (self.wall is Wall.GRAY)

    @property
    def num_outputs(self) -> int:
        """How many numbers a network says: a share and a lead for each seat, then the policy."""
        return 2 * self.players + self.num_actions
