"""Work for the backends in the tests; workers import it by name."""

import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    """Return the square."""
    return number * number


def square_unless_three(number: int) -> int:
    """Return the square, but fail over 3."""
    if number == 3:
        raise ValueError("three is too many")
    return number * number


def die_over_three(number: int) -> int:
    """Return the square, but take the whole process down over 3."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def leave_over_three(number: int) -> int:
    """Return the square, but leave the process over 3."""
    if number == 3:
        raise SystemExit(7)
    return number * number


def unspeakable(number: int) -> object:
    """Return something that cannot be sent, but for 0."""
    return (lambda: number) if number else 0


def sleep_after_signing(folder: str) -> int:
    """Leave the number of this process in a folder, then sleep for long."""
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(600)
    return 0


def process_id(_: int) -> int:
    """Return the number of this process."""
    return os.getpid()


def die_once(trace: str) -> str:
    """Take the whole process down, but only the first time."""
    if not Path(trace).exists():
        Path(trace).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"
