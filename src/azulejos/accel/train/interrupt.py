"""Stopping a run in good order: the first signal is a wish, the second an end."""

import os
import signal
from threading import Thread
from types import FrameType, TracebackType
from typing import Final, Self

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
STDERR: Final = 2
ANSWER: Final = b"stopping after this iteration; Ctrl-C again ends at once\n"


class Interrupt:
    """Notices Ctrl-C and requests to end, so that a run can save between two iterations.

    While an iteration runs its arrays are on their way from one step to the next, so there
    is nothing to save. Whoever asks a second time ends the program there, with nothing saved
    but the checkpoint before.

    Python runs handlers between two of its own steps, and a program that is being compiled
    makes none for minutes. So it is a thread that answers, woken by the signal itself.
    """

    def __init__(self) -> None:
        self.asked = False
        self._before: dict[int, signal._HANDLER] = {}

    def __enter__(self) -> Self:
        wakes, self._sends = os.pipe()
        os.set_blocking(self._sends, False)
        self._thread = Thread(target=_answer, args=(wakes,), daemon=True)
        self._thread.start()
        self._woken_before = signal.set_wakeup_fd(self._sends, warn_on_full_buffer=False)
        self._before = {number: signal.signal(number, self._notice) for number in SIGNALS}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        while self._before:
            signal.signal(*self._before.popitem())
        signal.set_wakeup_fd(self._woken_before)
        os.close(self._sends)
        self._thread.join()

    def __call__(self) -> bool:
        """Tell whether somebody asked to stop."""
        return self.asked

    def _notice(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.asked = True


def _answer(wakes: int) -> None:
    """Answer the first signal and end the program with the second, until no more can come.

    The end waits for nobody: what is said is said line by line, and nothing is left to write.
    """
    asked = False
    with open(wakes, "rb", buffering=0) as pipe:
        while number := pipe.read(1):
            if number[0] not in SIGNALS:
                continue
            if asked:
                os._exit(128 + number[0])
            asked = True
            try:
                os.write(STDERR, ANSWER)
            except OSError:  # nobody reads it
                continue
