"""A backend of several processes on this machine."""

import signal
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from multiprocessing import connection, get_context, resource_tracker
from time import monotonic
from typing import Any, Final, TypeVar

from azulejos.compute.backend import Job, Outcome
from azulejos.compute.worker import GRACE, work
from azulejos.errors import OptionError

T = TypeVar("T")
R = TypeVar("R")

_LOOK_UP: Final = 0.1
"""Seconds between two questions whether to stop, while no outcome comes."""

# Fresh interpreters: a fork would copy threads' locks and open files into the workers.
_CONTEXT: Final = get_context("spawn")


class LocalPool:
    """Runs jobs in worker processes of this machine, one job a worker at a time.

    Workers start when they are first needed. One that dies takes only its own job with it,
    and another takes its place.
    """

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise OptionError(f"{workers} is not a number of workers from 1 on", "workers")
        self._num_workers = workers

    def run(
        self,
        function: Callable[[T], R],
        jobs: Iterable[Job[T]],
        *,
        stop: Callable[[], bool] | None = None,
    ) -> Generator[Outcome[R], None, None]:
        """Do the jobs; the function and everything that comes and goes must be picklable."""
        team = _Team(function, self._num_workers)
        waiting = iter(jobs)
        try:
            while stop is None or not stop():
                while team.has_room and (job := next(waiting, None)) is not None:
                    if (refusal := team.give(job)) is not None:
                        yield refusal
                if not team.is_busy:
                    return
                yield from team.take()
        finally:
            team.end()


class _Team:
    """The workers of one run, idle and busy."""

    def __init__(self, function: Callable[[Any], Any], size: int) -> None:
        self._function = function
        self._size = size
        self._idle: list[_Worker] = []
        self._busy: dict[connection.Connection[Any, Any], _Worker] = {}

    @property
    def has_room(self) -> bool:
        return len(self._busy) < self._size

    @property
    def is_busy(self) -> bool:
        return bool(self._busy)

    def give(self, job: Job[Any]) -> Outcome[Any] | None:
        """Give a job to a free worker; return the outcome if it cannot even be sent."""
        worker = self._idle.pop() if self._idle else _Worker(self._function)
        try:
            worker.give(job)
        except OSError:
            # The worker died while it was idle: that is no fault of the job.
            worker.end(at=monotonic())
            worker = _Worker(self._function)
            worker.give(job)
        except Exception as error:  # noqa: BLE001  # pickling can raise anything
            self._idle.append(worker)
            return Outcome(job.id, failure=f"the job cannot be sent to a worker: {error!r}")
        self._busy[worker.pipe] = worker
        return None

    def take(self) -> list[Outcome[Any]]:
        """Wait a moment, and return the outcomes that have come."""
        outcomes = []
        for pipe in connection.wait(list(self._busy), _LOOK_UP):
            assert isinstance(pipe, connection.Connection)
            worker = self._busy.pop(pipe)
            outcome = worker.take()
            if worker.is_dead:
                worker.end(at=monotonic())
            else:
                self._idle.append(worker)
            outcomes.append(outcome)
        return outcomes

    def end(self) -> None:
        """End all workers, politely at first."""
        workers = [*self._idle, *self._busy.values()]
        for worker in self._busy.values():
            worker.process.terminate()
        for worker in workers:
            worker.pipe.close()
        deadline = monotonic() + GRACE
        for worker in workers:
            worker.end(at=deadline)
        self._idle.clear()
        self._busy.clear()


class _Worker:
    """A worker process and this side's end of its pipe."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.pipe, far_end = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(
            target=work, args=(far_end, function), name="azulejos-worker", daemon=True
        )
        self.is_dead = False
        self._job_id = ""
        # Unless it runs already, the tracker would lift the mask that the worker must inherit:
        # an interrupt while the worker's interpreter starts would end it with a traceback.
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        far_end.close()

    def give(self, job: Job[Any]) -> None:
        self.pipe.send(job)
        self._job_id = job.id

    def take(self) -> Outcome[Any]:
        """Return the outcome of the job; if the worker died over it, that is the outcome."""
        try:
            outcome: Outcome[Any] = self.pipe.recv()
        except (EOFError, OSError):
            self.is_dead = True
            self.process.join(GRACE)
            code = self.process.exitcode
            return Outcome(self._job_id, failure=f"the worker process died with exit code {code}")
        return outcome

    def end(self, at: float) -> None:
        """Wait for the process until that moment, then end it by force."""
        self.pipe.close()
        self.process.join(max(0.0, at - monotonic()))
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        with suppress(ValueError):
            self.process.close()
