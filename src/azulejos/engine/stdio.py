"""The engine on standard input and output, for programs that start it as a process."""

import contextlib
import os
import sys
from typing import BinaryIO, Final

from azulejos.engine.session import MAX_LINE, Session

_PATIENCE: Final = 10.0
"""Seconds a player gets to obey its last stop."""


def run(source: BinaryIO | None = None, sink: BinaryIO | None = None) -> None:
    """Hold one conversation, from the first line of input to ``quit`` or the end of input."""
    source = sys.stdin.buffer if source is None else source
    session = Session(_Voice(sys.stdout.buffer if sink is None else sink).say)
    try:
        while session.listening:
            line = _read_line(source)
            if line is None:
                session.close()
                session.wait()
            else:
                session.receive(line)
    finally:
        session.quit()
        session.wait(_PATIENCE)


def _read_line(source: BinaryIO) -> str | None:
    """Return the next line, or None at the end of input; never more than the session reads."""
    limit = MAX_LINE + len("\r\n")
    line = source.readline(limit)
    if len(line) < limit or line.endswith(b"\n"):
        return line.decode("utf-8", "replace").rstrip("\r\n") if line else None
    rest = line
    while rest and not rest.endswith(b"\n"):
        rest = source.readline(limit)
    # One character a byte, so that the session sees that the line is too long.
    return line.decode("latin-1")


class _Voice:
    """Writes lines, each at once; when nobody listens any more it says so, once."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink

    def say(self, line: str) -> None:
        try:
            self._sink.write(line.encode("ascii", "backslashreplace") + b"\n")
            self._sink.flush()
        except (OSError, ValueError) as error:
            self._hush()
            raise BrokenPipeError from error

    def _hush(self) -> None:
        """Keep the interpreter from failing again when it flushes at its end."""
        with contextlib.suppress(OSError, ValueError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, self._sink.fileno())
            os.close(null)
