"""How sure a figure is: means over pairs of games, with 95 % intervals.

The games of a pair share their deals, so they are not independent; pairs are. All errors
are therefore computed from the spread between pairs, never between games.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from azulejos.arena.luce import elo_of_share

Z95: Final = 1.959963984540054
"""Standard errors on each side of the mean that hold 95 % of a normal distribution."""

_TAIL: Final = 0.025


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and the interval in which it lies with 95 % confidence."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the interval; infinite if either end is."""
        return (self.high - self.low) / 2


def mean_of_pairs(values: Sequence[float]) -> Estimate:
    """Return the mean of a figure over pairs."""
    count = len(values)
    if count == 0:
        return Estimate(math.nan, -math.inf, math.inf)
    mean = math.fsum(values) / count
    if count == 1:
        return Estimate(mean, -math.inf, math.inf)
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    error = Z95 * math.sqrt(variance / count)
    return Estimate(mean, mean - error, mean + error)


def share_of_pairs(shares: Sequence[float]) -> Estimate:
    """Return the mean share of victory over pairs.

    Where every pair was won (or lost) outright there is no spread to learn from; the open
    end is then the share at which such a run still has a chance of 2.5 %.
    """
    found = mean_of_pairs(shares)
    if not shares:
        return Estimate(math.nan, 0.0, 1.0)
    bound = _TAIL ** (1 / len(shares))
    if found.value >= 1:
        return Estimate(1.0, bound, 1.0)
    if found.value <= 0:
        return Estimate(0.0, 0.0, 1 - bound)
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))


def elo_of_pairs(share: Estimate, own_seats: Sequence[tuple[int, int]]) -> Estimate:
    """Return the Elo difference that a share of victory stands for, its interval included."""
    if math.isnan(share.value):
        return Estimate(math.nan, -math.inf, math.inf)
    value, low, high = (
        elo_of_share(end, own_seats) for end in (share.value, share.low, share.high)
    )
    return Estimate(value, low, high)
