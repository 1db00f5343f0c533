"""Being told to go, but not just now."""

import os
import signal
from threading import current_thread, main_thread
from types import FrameType
from typing import Final

_TELLING: Final = (signal.SIGTERM, signal.SIGINT)


class Postponed:
    """Signals to end, put off from the making of this until they are delivered.

    Raised while a program is being started, they would leave it behind: nobody knows it yet.
    Only the main thread is told, so elsewhere there is nothing to put off.
    """

    def __init__(self) -> None:
        self._came: set[int] = set()
        is_told = current_thread() is main_thread()
        # What was not set by Python cannot be set again, and raises nothing either.
        self._before = {
            number: handler
            for number in (_TELLING if is_told else ())
            if callable(handler := signal.getsignal(number))
        }
        for number in self._before:
            signal.signal(number, self._note)

    def deliver(self) -> None:
        """Let signals come as before, first of all those that came meanwhile."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        for came in sorted(self._came):
            os.kill(os.getpid(), came)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self._came.add(number)
