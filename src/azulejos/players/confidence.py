"""How sure a player may be: chances to win, brought in line with what comes of them."""

from collections.abc import Mapping
from typing import Final

from azulejos.rules import State

MAY_END: Final = 5
"""No game ends before this round."""

Temperatures = Mapping[str, tuple[float, float]]
"""By mode, such as ``2c``: what log odds are divided by in rounds after which the game goes on,
and in those that may be the last."""


def mode_name(state: State) -> str:
    """Return a state's mode as temperatures are listed by."""
    return f"{state.num_players}{state.wall.value}"


def temperature_in(state: State, temperatures: Temperatures) -> float:
    """Return the temperature of a state's mode and round."""
    return temperatures[mode_name(state)][state.round >= MAY_END]


def with_temperature(win: float, temperature: float, seats: int) -> float:
    """Return a chance to win whose log odds, beyond those of a fair share, are divided.

    A temperature above 1 moves it towards a fair share, one below 1 away from it; what is
    certain stays so.
    """
    if not 0 < win < 1:
        return win
    fair = 1 / (seats - 1)
    odds: float = fair * (win / (1 - win) / fair) ** (1 / temperature)
    return odds / (1 + odds)
