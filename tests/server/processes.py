"""The server as a process of its own, the way a host runs it."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile

from tests.processes import wait_until
from tests.server.serving import Site

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


class ServerProcess:
    """``azulejos serve`` on a port that stays the same over restarts."""

    PROGRAM: tuple[str, ...] = ("azulejos", "serve")

    def __init__(self, database: str, *options: str) -> None:
        self._port = free_port()
        self._command = [sys.executable, "-m", *self.PROGRAM, "--port", str(self._port)]
        self._command += ["--database", database, "--workers", "1", "--no-rate-limits", *options]
        self._process: subprocess.Popen[str] | None = None
        self.site = Site(f"http://127.0.0.1:{self._port}")
        self.errors = ""

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self.launch()
        wait_until(self._answers, "the server answered")

    def launch(self) -> None:
        """Start the server and wait for nothing."""
        self._process = subprocess.Popen(
            self._command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ,
        )

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send the server a signal and return its exit code."""
        assert self._process is not None
        self._process.send_signal(number)
        _, errors = self._process.communicate(timeout=30)
        self.errors += errors
        code, self._process = self._process.returncode, None
        return code

    def kill(self) -> None:
        """End the server as a power failure would, if it runs."""
        if self._process is not None:
            self.end(signal.SIGKILL)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self._port), timeout=1):
                return True
        except OSError:
            assert self._runs(), "it ended"
            return False

    def _runs(self) -> bool:
        return self._process is not None and self._process.poll() is None


class ForkedServer(ServerProcess):
    """A server that starts quickly, from a process that has imported it."""

    PROGRAM = ("tests.server.forking",)

    def __init__(self, database: str, *options: str) -> None:
        super().__init__(database, *options)
        self._child: int | None = None
        self._log = TemporaryFile("w+")  # noqa: SIM115  # closed with the server
        self._parent = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            cwd=ROOT,
        )

    def launch(self) -> None:
        """Start the server and wait for nothing."""
        assert self._parent.stdin is not None and self._parent.stdout is not None
        print("start", file=self._parent.stdin, flush=True)
        self._child = int(self._parent.stdout.readline())

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send the server a signal and wait for its end."""
        if self._child is not None:
            with suppress(ProcessLookupError):
                os.kill(self._child, number)
            wait_until(lambda: not self._runs(), "the server ended")
            self._child = None
        self._log.seek(0)
        self.errors = self._log.read()
        return 0

    def kill(self) -> None:
        """End the server as a power failure would, if it runs."""
        self.end(signal.SIGKILL)

    def close(self) -> None:
        """End the server and the process it starts from."""
        self.kill()
        self._parent.communicate()
        self._log.close()

    def _runs(self) -> bool:
        """Say whether any thread is left: the last one closes the server's socket."""
        try:
            os.kill(self._child or 0, 0)
        except ProcessLookupError:
            return False
        return self._child is not None


@contextmanager
def server_process(database: str, *options: str) -> Iterator[ServerProcess]:
    """Run a server of its own for as long as it is wanted."""
    server = ServerProcess(database, *options)
    server.start()
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def forked_server(database: str, *options: str) -> Iterator[ForkedServer]:
    """Run a server that can be started often for as long as it is wanted."""
    server = ForkedServer(database, *options)
    try:
        server.start()
        yield server
    finally:
        server.close()
