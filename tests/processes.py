"""Waiting for processes in tests, never for ever."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic, sleep

PATIENCE = 30.0


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Wait for something that is about to happen."""
    deadline = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < deadline, f"it never happened that {what}"
        sleep(0.01)


def is_running(process_id: int) -> bool:
    """Return whether there is such a process, other than one that only waits to be buried."""
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process_id}/stat")
    try:
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for_the_end_of(process_ids: Iterable[int]) -> None:
    """Wait until none of the processes is left."""
    process_ids = list(process_ids)
    wait_until(lambda: not any(map(is_running, process_ids)), f"{process_ids} ended")
