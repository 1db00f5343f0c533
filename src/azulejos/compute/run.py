"""Run jobs with a journal: what is written there is not done again."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from contextlib import closing
from typing import Any, NamedTuple, TypeVar

from azulejos.compute.backend import Backend, Job, Outcome
from azulejos.compute.inprocess import InProcess
from azulejos.compute.journal import Journal

T = TypeVar("T")
R = TypeVar("R")


class Progress(NamedTuple):
    """How far a run has come."""

    done: int
    """Jobs that went well, those of earlier runs included."""
    failed: int
    """Jobs that failed in this run."""
    total: int | None
    """All jobs there are, None if nobody knows."""


def run(
    function: Callable[[T], R],
    jobs: Iterable[Job[T]],
    *,
    backend: Backend | None = None,
    journal: Journal | None = None,
    keep: Callable[[Outcome[R]], Any] = Outcome.unwrap,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Generator[Outcome[R], None, None]:
    """Run jobs and yield their outcomes as they come, each written to the journal before.

    Jobs that are in the journal already are skipped; failed ones are not written there, so
    a later run tries them again. ``keep`` turns an outcome into what the journal keeps,
    something JSON can hold: the result itself unless told otherwise.

    Close the generator (`contextlib.closing`) to be sure that an error or an interrupt
    between two outcomes ends all workers at once.
    """
    done = failed = 0
    total = len(jobs) if isinstance(jobs, Sized) else None
    if journal is not None and total is not None:
        done = sum(job.id in journal for job in jobs)
    fresh = _not_in(journal, jobs)
    with closing((backend or InProcess()).run(function, fresh, stop=stop)) as outcomes:
        for outcome in outcomes:
            if outcome.failure is not None:
                failed += 1
            else:
                done += 1
                if journal is not None:
                    journal.append(outcome.id, keep(outcome))
            if progress is not None:
                progress(Progress(done, failed, total))
            yield outcome


def _not_in(journal: Journal | None, jobs: Iterable[Job[T]]) -> Iterator[Job[T]]:
    return (job for job in jobs if journal is None or job.id not in journal)
