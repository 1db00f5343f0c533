"""Processes that stand by for single calls, for programs that must not wait themselves."""

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from threading import Thread
from typing import Final, TypeVar, TypeVarTuple

from azulejos.errors import OptionError

Ts = TypeVarTuple("Ts")
R = TypeVar("R")

_ATTEMPTS: Final = 3
"""How often a call is made when its worker dies; a call that kills every worker is given up."""


class Crew:
    """Runs single calls in worker processes, first come first served.

    The caller's event loop never waits for a computation, nor for the interpreter's lock.
    Workers start when they are first needed; one that dies is replaced, and the calls it
    took with it are made again. If this process dies, whatever the reason, they follow.
    """

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise OptionError(f"{workers} is not a number of workers from 1 on", "workers")
        self._num_workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    async def call(self, function: Callable[[*Ts], R], *args: *Ts) -> R:
        """Return what a function returns there; it and its arguments must be picklable."""
        for attempt in range(_ATTEMPTS):
            pool = self._started()
            try:
                return await asyncio.wrap_future(pool.submit(function, *args))
            except BrokenProcessPool:
                self._discard(pool)
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable")

    def close(self) -> None:
        """End all workers at once; calls that wait are given up."""
        self._closed = True
        if self._pool is not None:
            _end(self._pool)
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._closed:
            raise RuntimeError("the crew has gone home")
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._num_workers, mp_context=get_context("spawn"), initializer=_stand_by
            )
        return self._pool

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
            pool.shutdown(wait=False, cancel_futures=True)


def _end(pool: ProcessPoolExecutor) -> None:
    workers = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join()


def _stand_by() -> None:
    """Prepare a worker: Ctrl-C is the parent's business, and its end is ours."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, name="azulejos-parent", daemon=True).start()


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
