"""How long a search goes on: limits made into a deadline and a number of simulations."""

import time
from collections.abc import Callable
from typing import Final

from azulejos.players.protocol import Limits

MOVES_TO_GO: Final = 15
"""A clock is shared out as if so many moves were still to come."""
SAFETY_MS: Final = 30
"""What a clock keeps back for the way of the answer."""


class Budget:
    """What one move may cost; the first limit reached ends it."""

    def __init__(self, limits: Limits, stop: Callable[[], bool]) -> None:
        self.started = time.monotonic()
        self.nodes = limits.nodes
        self.depth = limits.depth
        self.infinite = limits.infinite
        self._stop = stop
        milliseconds = None if limits.infinite else _milliseconds(limits)
        self.deadline = None if milliseconds is None else self.started + milliseconds / 1000

    @property
    def seconds(self) -> float:
        """Time spent so far."""
        return time.monotonic() - self.started

    @property
    def seconds_left(self) -> float | None:
        """Time left, or None without a deadline."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def is_spent(self) -> bool:
        """Whether the time is up or somebody asked to stop."""
        return self._stop() or (self.deadline is not None and time.monotonic() >= self.deadline)


def _milliseconds(limits: Limits) -> float | None:
    if limits.time_ms is None:
        return limits.movetime_ms
    share = limits.time_ms / MOVES_TO_GO + 0.8 * (limits.inc_ms or 0)
    share = min(share, max(1.0, limits.time_ms - SAFETY_MS))
    return share if limits.movetime_ms is None else min(share, limits.movetime_ms)
