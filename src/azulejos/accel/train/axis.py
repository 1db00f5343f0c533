"""Axes of a picture: where a value has its place, and which round numbers stand beside it."""

import math
from collections.abc import Sequence
from typing import Final, Protocol

SHARES: Final = (0.1, 0.5, 1.0, 5.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.5, 99.9)
"""Per cent that are written beside an axis of shares."""
END: Final = 99.95
"""What is drawn where a share is 100 %, of which the stretched axis knows no place."""


class Axis(Protocol):
    """Maps values to places along a line."""

    start: float
    end: float
    ticks: list[float]

    def __call__(self, value: float) -> float:
        """Return the place of a value."""

    def write(self, value: float) -> str:
        """Write a value with the digits that the axis needs."""


class Even:
    """An axis on which equal distances are equal differences, from one round number to another.

    With ``tight`` it ends with the last value itself.
    """

    def __init__(
        self,
        values: Sequence[float],
        start: float,
        end: float,
        parts: int,
        *,
        tight: bool = False,
    ) -> None:
        least, most = min(values, default=0.0), max(values, default=1.0)
        if most <= least:
            most = least + 1
        self.start, self.end = start, end
        self._step = _round_step((most - least) / parts)
        first = math.floor(least / self._step + 1e-9)
        last = (math.floor if tight else math.ceil)(most / self._step - 1e-9 + 2e-9 * tight)
        self.ticks = [n * self._step for n in range(first, last + 1)]
        self._least, self._most = self.ticks[0], most if tight else self.ticks[-1]

    def __call__(self, value: float) -> float:
        """Return the place of a value."""
        part = (value - self._least) / (self._most - self._least)
        return self.start + part * (self.end - self.start)

    def write(self, value: float) -> str:
        """Write a value with the digits that the axis needs."""
        digits = max(0, -math.floor(math.log10(self._step) + 1e-9))
        return f"{value:,.{digits}f}".replace("-", "−")


class Stretched:
    """An axis of shares in per cent on which equal distances are equal differences in Elo."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        inside = [_inside(value) for value in values] or [25.0, 75.0]
        below = max([each for each in SHARES if each <= min(inside)], default=100 - END)
        above = min([each for each in SHARES if each >= max(inside)], default=END)
        if sum(below <= each <= above for each in SHARES) < 2:
            below, above = min(below, 25.0), max(above, 75.0)
        self.start, self.end = start, end
        self._least, self._most = _log_odds(below), _log_odds(above)
        self.ticks: list[float] = [each for each in SHARES if below <= each <= above]

    def __call__(self, value: float) -> float:
        """Return the place of a share."""
        part = (_log_odds(_inside(value)) - self._least) / (self._most - self._least)
        return self.start + part * (self.end - self.start)

    def write(self, value: float) -> str:
        """Write a share."""
        return f"{value:g}"


def _inside(share: float) -> float:
    return min(max(share, 100 - END), END)


def _log_odds(share: float) -> float:
    return math.log(share / (100 - share))


def _round_step(least: float) -> float:
    """Return the next of 1, 2, 5, 10, 20, … that is large enough."""
    size = 10.0 ** math.floor(math.log10(least))
    return next(part * size for part in (1, 2, 5, 10) if part * size >= least * (1 - 1e-9))
