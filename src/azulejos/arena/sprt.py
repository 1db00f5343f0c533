"""The sequential probability ratio test: play only as long as the question is open.

Two hypotheses about the Elo difference are weighed after every pair. The log-likelihood
ratio (LLR) is that of the generalised test on pairs in its normal approximation, the one
chess engines are tested with. It leaves the interval between two bounds, sooner or later,
and the side says which hypothesis is taken; ``alpha`` and ``beta`` are the chances to err.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from azulejos.arena.luce import expected_share
from azulejos.errors import OptionError

_PRIOR_PAIRS: Final = 16
"""How many pairs the first guess of their spread is worth; measured to keep the promised errors."""


class Verdict(Enum):
    """What the test says so far."""

    OPEN = "open"
    ACCEPTED = "accepted"
    """The difference is elo1 or more, rather than elo0."""
    REJECTED = "rejected"
    """The difference is elo0 or less, rather than elo1."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """The two hypotheses and the chances to err."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The chance to accept when the difference is elo0."""
    beta: float = 0.05
    """The chance to reject when the difference is elo1."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise OptionError("elo0 must be below elo1, both finite", "sprt")
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise OptionError(f"{chance} is not between 0 and 0.5", name)

    def __str__(self) -> str:
        return f"Elo {self.elo0:g} against {self.elo1:g}, errors {self.alpha:g} and {self.beta:g}"

    @property
    def lower(self) -> float:
        """The LLR at which the test rejects."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which the test accepts."""
        return math.log((1 - self.beta) / self.alpha)

    def verdict(self, llr: float) -> Verdict:
        """Return what an LLR says."""
        if llr >= self.upper:
            return Verdict.ACCEPTED
        return Verdict.REJECTED if llr <= self.lower else Verdict.OPEN


class Trial:
    """A test in progress: pairs come in, the LLR goes up and down."""

    def __init__(self, sprt: Sprt, own_seats: Sequence[tuple[int, int]]) -> None:
        self.sprt = sprt
        self._share0 = expected_share(sprt.elo0, own_seats)
        self._share1 = expected_share(sprt.elo1, own_seats)
        even = expected_share(0, own_seats)
        # Some pairs' worth of spread as equal players would show it, to begin with: without
        # it the first few pairs, if they end alike, would seem to prove anything.
        self._squares = _PRIOR_PAIRS * even * (1 - even) / len(own_seats)
        self._count = 0
        self._mean = 0.0

    def add(self, share: float) -> None:
        """Take in the first contestant's mean share of victory in the next pair."""
        self._count += 1
        step = share - self._mean
        self._mean += step / self._count
        self._squares += step * (share - self._mean)

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of the two hypotheses, after all pairs so far."""
        if self._count == 0:
            return 0.0
        variance = self._squares / (self._count + _PRIOR_PAIRS)
        gain = self._share1 - self._share0
        excess = 2 * self._mean - self._share0 - self._share1
        return self._count * gain * excess / (2 * variance)

    @property
    def verdict(self) -> Verdict:
        """What the test says so far."""
        return self.sprt.verdict(self.llr)


def parse_sprt(text: str, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
    """Read the two hypotheses from a text such as ``0,10``."""
    parts = text.split(",")
    try:
        elo0, elo1 = (float(part) for part in parts)
    except ValueError:
        raise OptionError(f"{text[:40]!r} is not of the form elo0,elo1", "sprt") from None
    return Sprt(elo0, elo1, alpha, beta)
