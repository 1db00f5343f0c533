"""Real databases for tests: SQLite files, and a PostgreSQL server of the tests' own."""

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

import psycopg
import pytest

from tests.processes import wait_until

SERVERS = Path("/usr/lib/postgresql")
SETTINGS = {
    "listen_addresses": "",  # a socket in a private folder, no network at all
    "fsync": "off",  # the tests kill programs, not machines
    "shared_buffers": "32MB",
    "max_connections": "100",
}


class Postgres(NamedTuple):
    """A running PostgreSQL server that nobody else knows of."""

    folder: Path
    user: str
    numbers: Iterator[int]

    def address(self, database: str = "postgres") -> str:
        """Return the address of one of its databases."""
        return f"postgresql://{self.user}@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """Make room for an empty database and return its address.

        It is a schema of its own: a real database takes seconds to make and to remove.
        """
        name = f"games{next(self.numbers)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.address()}&options=-csearch_path%3D{name}"


def binaries() -> Path | None:
    """Return the folder of the newest PostgreSQL programs, None if there is none."""
    found = sorted(SERVERS.glob("*/bin/postgres"), key=lambda p: int(p.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("postgres")
    return None if on_path is None else Path(on_path).resolve().parent


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Start a PostgreSQL server for as long as it is wanted."""
    programs = binaries()
    if programs is None:
        pytest.skip("there is no PostgreSQL here; scripts/postgres.sh installs it")
    folder = Path(mkdtemp(prefix="azulejos-postgres-"))
    # PostgreSQL refuses to run as root, so root hands it to the account made for it.
    is_root = os.getuid() == 0
    user = "postgres" if is_root else pwd.getpwuid(os.getuid()).pw_name
    as_user: list[str | Path] = ["runuser", "-u", user, "--"] if is_root else []
    if is_root:
        shutil.chown(folder, user)
    data = folder / "data"
    subprocess.run(
        [*as_user, programs / "initdb", "-D", data, "-U", user, "-A", "trust", "-N", "-E", "UTF8"],
        check=True,
        capture_output=True,
        cwd=folder,
    )
    options = [f"-c{name}={value}" for name, value in SETTINGS.items()]
    command = [*as_user, programs / "postgres", "-D", data, "-k", folder, *options]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
    postgres = Postgres(folder, user, count())
    try:
        wait_until(lambda: _answers(postgres), "PostgreSQL answered")
        yield postgres
    finally:
        with suppress(FileNotFoundError, ProcessLookupError):
            os.kill(int((data / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _answers(postgres: Postgres) -> bool:
    with suppress(psycopg.OperationalError), psycopg.connect(postgres.address()):
        return True
    return False
