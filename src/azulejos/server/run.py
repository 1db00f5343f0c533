"""Running the server until somebody stops it."""

import asyncio
import errno
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Final

import uvicorn
from fastapi import FastAPI

from azulejos.errors import OptionError
from azulejos.server.config import Config
from azulejos.server.house import now_ms
from azulejos.server.services import Services
from azulejos.server.web.app import create_app
from azulejos.storage import claim_database, open_store

GRACE: Final = 10
"""Seconds that requests under way get when the server ends."""
_BACKLOG: Final = 2048


class Server(uvicorn.Server):
    """A server that ends its event streams when it is told to end."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app

    @property
    def services(self) -> Services | None:
        """The parts of the server while it runs."""
        services = getattr(self._app.state, "services", None)
        return services if isinstance(services, Services) else None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take signals as a wish to end; once that is done, all is well and nobody dies of it."""
        if current_thread() is not main_thread():
            yield
            return
        signals = (signal.SIGINT, signal.SIGTERM)
        before = [signal.signal(number, self.handle_exit) for number in signals]
        try:
            yield
        finally:
            for number, handler in zip(signals, before, strict=True):
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end: streams first, they would never end by themselves."""
        self._end_streams()
        super().handle_exit(sig, frame)  # where a second Ctrl-C means: at once

    def stop(self) -> None:
        """End as soon as the requests under way are answered."""
        self._end_streams()
        self.should_exit = True

    def _end_streams(self) -> None:
        if self.services is not None:
            self.services.begin_closing()


def make_server(config: Config, now: Callable[[], int] = now_ms) -> Server:
    """Return a server that is ready to run; ``now`` is its clock, in milliseconds."""
    app = create_app(config, now)
    return Server(
        uvicorn.Config(
            app,
            host=config.host,
            port=config.port,
            access_log=False,  # ours leaves out what may hold a key
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=GRACE,
            timeout_keep_alive=30,
            ws="none",
            lifespan="on",
        ),
        app,
    )


def listen(config: Config) -> socket.socket:
    """Return a socket at the server's address; an address in use raises `OSError`."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    return socket.create_server((config.host, config.port), family=family, backlog=_BACKLOG)


def _listen_or_refuse(config: Config) -> socket.socket:
    try:
        return listen(config)
    except OSError as error:
        code = error.errno or 0
        if code not in errno.errorcode:  # then it is what the look-up of a name says
            raise OptionError(f"no machine is known as {config.host!r}", "host") from None
        field = "port" if code in (errno.EADDRINUSE, errno.EACCES) else "host"
        where = f"{config.host}, port {config.port}"
        raise OptionError(f"cannot listen on {where}: {os.strerror(code)}", field) from None


def serve_until_stopped(config: Config, ready: Callable[[str], None]) -> bool:
    """Serve until a signal says otherwise; return whether all went well.

    ``ready`` is called with the server's address when it listens. A database that cannot
    be opened, or that another server has, raises `StorageError` before that, an address
    that cannot be had `OptionError`.
    """
    with claim_database(config.database):
        asyncio.run(_try_database(config))
        return _serve(config, ready)


def _serve(config: Config, ready: Callable[[str], None]) -> bool:
    with _listen_or_refuse(config) as listening:
        port = listening.getsockname()[1]
        name = f"[{config.host}]" if ":" in config.host else config.host
        ready(config.public_url or f"http://{name}:{port}")
        server = make_server(config)
        server.run(sockets=[listening])
        return server.started


def configure_logging(*, verbose: bool) -> None:
    """Write the log to standard error: problems, and every request if asked."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("azulejos").setLevel(logging.INFO if verbose else logging.WARNING)


async def _try_database(config: Config) -> None:
    async with open_store(config.database) as store:
        await store.check()
