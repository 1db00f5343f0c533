"""Where the database is, and how to talk to it."""

import os
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from azulejos.errors import OptionError

READING: Final = "azulejos_reading"
"""The option of a connection that will not write."""
BUSY_MS: Final = 10_000
"""How long SQLite waits for another process that writes."""


def default_database() -> str:
    """Return the file in the user's data folder that is used if nothing else is said."""
    home = os.environ.get("XDG_DATA_HOME", "")
    folder = Path(home) if home.startswith("/") else Path.home() / ".local" / "share"
    return str(folder / "azulejos" / "games.sqlite")


def parse_database(text: str) -> URL:
    """Return the address of a database: a file's path, ``sqlite:…`` or ``postgresql:…``."""
    if "://" not in text:
        if not text or "\0" in text:
            raise OptionError("give a file, or an address such as postgresql://…", "database")
        return URL.create("sqlite+aiosqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        # What was given may hold a password, so it is not repeated.
        raise OptionError("this is not the address of a database", "database") from None
    match url.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            if not url.database or url.database == ":memory:":
                raise OptionError("a database in memory would forget every game", "database")
            return url.set(drivername="sqlite+aiosqlite")
        case "postgres" | "postgresql" | "postgresql+psycopg":
            return url.set(drivername="postgresql+psycopg")
        case other:
            raise OptionError(f"{other} is neither sqlite nor postgresql", "database")


def is_sqlite(url: URL) -> bool:
    """Return whether an address is that of an SQLite file."""
    return url.get_backend_name() == "sqlite"


def connect(url: URL, pool_size: int) -> AsyncEngine:
    """Return an engine for a database; nothing is opened before its first use."""
    if not is_sqlite(url):
        _need_psycopg()
        return create_async_engine(url, pool_size=pool_size, pool_pre_ping=True)
    path = Path(url.database or "")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Only its owner reads the file: it holds seeds that must not be known yet.
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    engine = create_async_engine(url, pool_size=pool_size)
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _need_psycopg() -> None:
    try:
        import psycopg  # noqa: F401, PLC0415  # an extra
    except ImportError:
        raise OptionError(
            "PostgreSQL needs one more package: pip install 'azulejos[postgres]'", "database"
        ) from None


def _prepare_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401  # a driver's own
    connection.isolation_level = None  # transactions begin where we say so
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    # FULL: when a commit returns, it is on the disk, whatever happens to the machine.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later could fail half-way; this one waits.
    reading = connection.get_execution_options().get(READING, False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
