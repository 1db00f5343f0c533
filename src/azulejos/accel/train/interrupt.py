"""Stopping a run in good order: the first signal is a wish, the second an end."""

import signal
from types import FrameType, TracebackType
from typing import Final, Self

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class Interrupt:
    """Notices Ctrl-C and requests to end, so that a run can save between two iterations.

    While an iteration runs its arrays are on their way from one step to the next, so there
    is nothing to save. Whoever asks a second time ends the program there.
    """

    def __init__(self) -> None:
        self.asked = False
        self._before: dict[int, signal._HANDLER] = {}

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._notice) for number in SIGNALS}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._restore()

    def __call__(self) -> bool:
        """Tell whether somebody asked to stop."""
        return self.asked

    def _notice(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.asked = True
        self._restore()

    def _restore(self) -> None:
        while self._before:
            signal.signal(*self._before.popitem())
