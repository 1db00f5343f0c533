"""A program on the other end of pipes: lines out, lines in, never a wait without end."""

import os
import shlex
import signal
import subprocess
from collections import deque
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread
from time import monotonic
from typing import IO, Final

from azulejos.arena.seats import ForfeitError

_MAX_LINE: Final = 1 << 16
_MAX_HEARD: Final = 4096
"""Lines that may wait to be read; a chattier program waits itself."""
_LAST_BREATH: Final = 1.0
"""Seconds a program that has fallen silent gets to end, so that its exit code is known."""


class LineProcess:
    """A running program that is spoken to in lines.

    It leads a process group of its own: Ctrl-C passes it by, and closing it takes
    along whatever it has started. Everything that goes wrong raises `ForfeitError`.
    """

    def __init__(self, command: str) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the command is the user's own
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise ForfeitError(f"crash: it does not start: {error.strerror}") from None
        self._heard: Queue[str | None] = Queue(_MAX_HEARD)
        self._complaints: deque[str] = deque(maxlen=1)
        self._closed = Event()
        assert self._process.stdout is not None and self._process.stderr is not None
        listening, self._noting = (
            Thread(target=listen, args=(pipe,), name="azulejos-engine", daemon=True)
            for listen, pipe in (
                (self._listen, self._process.stdout),
                (self._note, self._process.stderr),
            )
        )
        listening.start()
        self._noting.start()

    def tell(self, line: str) -> None:
        """Send a line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._crash() from None

    def hear(self, deadline: float) -> str | None:
        """Return the next line, or None if none comes before that moment of `monotonic`."""
        try:
            line = self._heard.get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            return None
        if line is None:
            raise self._crash()
        return line

    def dismiss(self) -> None:
        """Ask the program to end, without waiting for it."""
        with suppress(ForfeitError):
            self.tell("quit")
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.close()

    def close(self, deadline: float) -> None:
        """Wait until that moment of `monotonic` for the program to end, then force it."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - monotonic()))
        self.kill()

    def kill(self) -> None:
        """End the program, and all it has started, at once."""
        self._closed.set()
        # Of a program that has ended nothing is left but its number, which may be taken.
        if self._process.poll() is None:
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.close()

    def _crash(self) -> ForfeitError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST_BREATH)
            self._noting.join(_LAST_BREATH)  # its last words may come a moment after its end
        code = self._process.poll()
        end = "it closed its output" if code is None else f"it ended with exit code {code}"
        said = f": {self._complaints[-1]}" if self._complaints else ""
        return ForfeitError(f"crash: {end}{said}")

    def _listen(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError), pipe:
            while line := pipe.readline(_MAX_LINE):
                self._put(line.decode("utf-8", "replace").strip())
        self._put(None)

    def _put(self, line: str | None) -> None:
        while not self._closed.is_set():
            with suppress(Full):
                self._heard.put(line, timeout=0.5)
                return

    def _note(self, pipe: IO[bytes]) -> None:
        """Keep the last thing said on standard error: it often is the reason for a crash."""
        with suppress(OSError, ValueError), pipe:
            while line := pipe.readline(_MAX_LINE):
                if text := line.decode("utf-8", "replace").strip():
                    self._complaints.append(text[:200])
