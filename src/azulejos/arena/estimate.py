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
_ALIKE: Final = 1e-9
"""Shares closer than this are the same."""
_FEW: Final = {2: 12.706205, 3: 4.302653}
"""What takes the place of `Z95` with two and three pairs."""


def students_t(pairs: int) -> float:
    """Return the standard errors that hold 95 % if the spread is known from so many pairs only.

    Those of Student's distribution, by its expansion around the normal one, which is right to a
    thousandth or two from four pairs on.
    """
    if pairs in _FEW:
        return _FEW[pairs]
    z, n = Z95, pairs - 1
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


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
    error = students_t(count) * math.sqrt(variance / count)
    return Estimate(mean, mean - error, mean + error)


def share_of_pairs(shares: Sequence[float]) -> Estimate:
    """Return the mean share of victory over pairs.

    Where all pairs ended alike there is no spread to learn from. So many of the pairs may then have
    ended in another way, all won or all lost, as leave such a run a chance of 2.5 %.
    """
    found = mean_of_pairs(shares)
    if not shares:
        return Estimate(math.nan, 0.0, 1.0)
    if max(shares) - min(shares) < _ALIKE:
        seen = _TAIL ** (1 / len(shares))
        return Estimate(shares[0], seen * shares[0], 1 - seen + seen * shares[0])
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))


def elo_of_pairs(share: Estimate, own_seats: Sequence[tuple[int, int]]) -> Estimate:
    """Return the Elo difference that a share of victory stands for, its interval included."""
    if math.isnan(share.value):
        return Estimate(math.nan, -math.inf, math.inf)
    value, low, high = (
        elo_of_share(end, own_seats) for end in (share.value, share.low, share.high)
    )
    return Estimate(value, low, high)
