"""What a backend is: something that runs jobs, wherever it likes, and hands out what comes of them.

Nothing here assumes one machine. A function and its jobs can be pickled and share nothing,
so a cluster can take them as they are.
"""

import traceback
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Job(Generic[T]):
    """One piece of work: a name that no other job of the run has, and what to work on."""

    id: str
    argument: T


@dataclass(frozen=True, slots=True)
class Outcome(Generic[R]):
    """What became of a job: its result, or the reason why there is none."""

    id: str
    result: R | None = None
    failure: str | None = None
    """The traceback of the job's error, or what ended its worker; None if all went well."""

    def unwrap(self) -> R:
        """Return the result of a job that went well."""
        if self.failure is not None:
            raise RuntimeError(f"job {self.id} failed: {self.failure}")
        # A result may itself be None, then R says so.
        return self.result  # type: ignore[return-value]


class Backend(Protocol):
    """Anything that can run jobs."""

    def run(
        self,
        function: Callable[[T], R],
        jobs: Iterable[Job[T]],
        *,
        stop: Callable[[], bool] | None = None,
    ) -> Generator[Outcome[R], None, None]:
        """Call the function on every job's argument, and yield outcomes as they come.

        Jobs are taken one by one as there is room for them, so they may be endless. A job
        that fails is an outcome like any other. When ``stop`` answers yes, or the generator
        is closed, running jobs are given up and nothing of them stays behind.
        """
        ...


def attempt(function: Callable[[T], R], job: Job[T]) -> Outcome[R]:
    """Do a job here and now; its error, if any, becomes the outcome."""
    try:
        return Outcome(job.id, result=function(job.argument))
    except Exception:  # noqa: BLE001  # whatever it is, the other jobs go on
        return Outcome(job.id, failure=traceback.format_exc())
