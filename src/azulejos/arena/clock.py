"""The clock of a contestant in a game."""

from dataclasses import replace
from typing import Final

from azulejos.arena.seats import ForfeitError
from azulejos.players import Limits

TOLERANCE: Final = 100
"""Milliseconds by which a clock may run over: the machine needs time of its own."""
GRACE: Final = 5.0
"""Seconds beyond its time for a move after which a contestant has lost."""


class Clock:
    """Keeps a contestant's time, if it has a clock; otherwise it only hands on the limits."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._left = limits.time_ms

    @property
    def limits(self) -> Limits:
        """The limits for the next move."""
        if self._left is None:
            return self._limits
        return replace(self._limits, time_ms=max(1, self._left))

    def spend(self, seconds: float) -> None:
        """Count the time of a move; who has used up more than there was loses the game."""
        movetime = self._limits.movetime_ms
        if movetime is not None and seconds > movetime / 1000 + GRACE:
            raise ForfeitError(f"time: {seconds:.1f} s for a move of {movetime} ms")
        if self._left is None:
            return
        self._left -= round(seconds * 1000)
        if self._left < -TOLERANCE:
            raise ForfeitError(f"time: the clock ran out {-self._left} ms ago")
        self._left = max(0, self._left) + (self._limits.inc_ms or 0)
