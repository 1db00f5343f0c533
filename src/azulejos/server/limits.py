"""How much is too much: token buckets, and streams at a time."""

import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from azulejos.errors import LimitError
from azulejos.server.config import Rate

_MAX_BUCKETS: Final = 50_000


class Limiter:
    """A bucket for everybody who asks: it fills slowly, and each request takes from it."""

    def __init__(self, rate: Rate | None, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> None:
        """Let a request pass, or raise `LimitError` with the time to wait."""
        if self._rate is None:
            return
        now = self._clock()
        level, since = self._buckets.pop(who, (float(self._rate.burst), now))
        level = min(float(self._rate.burst), level + (now - since) * self._rate.per_second)
        passes = level >= 1
        self._buckets[who] = (level - passes, now)
        if len(self._buckets) > _MAX_BUCKETS:
            # Whoever was quiet the longest has the fullest bucket, so nothing is given away.
            self._buckets.popitem(last=False)
        if not passes:
            wait = math.ceil((1 - level) / self._rate.per_second)
            raise LimitError(f"too many requests; try again in {wait} s", retry_after=wait)


class Streams:
    """Counts the event streams each address holds."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @property
    def num_open(self) -> int:
        """How many streams are open in all."""
        return self._open.total()

    def check(self, address: str) -> None:
        """Raise `LimitError` if an address holds too many."""
        if self._open[address] >= self._most:
            raise LimitError(f"{self._most} event streams are open from here", retry_after=60)

    @contextmanager
    def hold(self, address: str) -> Iterator[None]:
        """Count a stream for as long as it lasts."""
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
