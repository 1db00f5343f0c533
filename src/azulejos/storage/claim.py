"""Keeping an SQLite file to one server."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from azulejos.errors import StorageError
from azulejos.storage.connection import is_sqlite, parse_database


@contextmanager
def claim_database(database: str) -> Iterator[None]:
    """Keep other servers off an SQLite file; PostgreSQL is for as many as there are.

    Servers on one file would not hear of each other's events. The lock is on a file beside
    the database, and the system lifts it however this process ends.
    """
    url = parse_database(database)
    if not is_sqlite(url):
        yield
        return
    path = Path(url.database or "").resolve()  # one file by two names is one file
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.with_name(path.name + ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StorageError(f"another server uses this file: {path}", "database") from None
        yield
