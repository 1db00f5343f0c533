"""A worker process: it waits for jobs on a pipe, does them, and leaves no trace when it ends."""

import os
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import connection, parent_process
from threading import Thread, main_thread
from time import sleep
from types import FrameType
from typing import Any, Final

from azulejos.compute.backend import Job, Outcome, attempt

GRACE: Final = 3.0
"""Seconds a worker that was told to end gets to put its things away."""

_TERMINATED: Final = 128 + signal.SIGTERM


def work(
    pipe: "connection.Connection[Any, Any]",
    function: Callable[[Any], Any],
) -> None:
    """Do the jobs that come through the pipe until it closes."""
    # Ctrl-C reaches every process of a terminal; the one that started us decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
    Thread(target=_leave_with_parent, name="azulejos-parent", daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            job: Job[Any] = pipe.recv()
            _answer(pipe, attempt(function, job))


def _answer(pipe: "connection.Connection[Any, Any]", outcome: Outcome[Any]) -> None:
    """Send an outcome; a result that cannot travel is a failure of its job."""
    try:
        pipe.send(outcome)
    except OSError:
        raise
    except Exception:  # noqa: BLE001  # pickling can raise anything
        pipe.send(Outcome(outcome.id, failure=traceback.format_exc()))


def _leave(_number: int, _frame: FrameType | None) -> None:
    """End as if the program had come to its end, so that everything opened is closed."""
    raise SystemExit(_TERMINATED)


def _leave_with_parent() -> None:
    """Wait for the end of the process that started this one, however it ends, and follow it."""
    parent = parent_process()
    if parent is None:
        return
    connection.wait([parent.sentinel])
    # To the main thread and no other: only a signal of its own wakes it up.
    signal.pthread_kill(main_thread().ident or 0, signal.SIGTERM)
    sleep(GRACE)
    os._exit(_TERMINATED)
