"""The simplest backend: one job after the other, in this process."""

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from azulejos.compute.backend import Job, Outcome, attempt

T = TypeVar("T")
R = TypeVar("R")


class InProcess:
    """Runs jobs one after the other in the calling thread."""

    def run(
        self,
        function: Callable[[T], R],
        jobs: Iterable[Job[T]],
        *,
        stop: Callable[[], bool] | None = None,
    ) -> Generator[Outcome[R], None, None]:
        """Do the jobs in their order; ``stop`` is asked between two of them."""
        for job in jobs:
            if stop is not None and stop():
                return
            yield attempt(function, job)
