"""A process that has imported the server and forks one whenever asked.

Most of a server's start is Python's imports. Tests that start one hundreds of times start it
from here: the same command line, in a process of its own, a second sooner.
"""

import os
import signal
import sys
from importlib import import_module
from pathlib import Path

# By name and only in `attend`: the processes of computer players import this file as well.
IMPORTED = (
    "azulejos.cli.serve",
    "azulejos.server.run",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "aiosqlite",
    "psycopg",
)


def attend(arguments: list[str]) -> None:
    """Start a server for each line read, and write the number of its process."""
    main = import_module("azulejos.cli").main
    for name in IMPORTED:
        import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            sys.stdin = Path(os.devnull).open()  # noqa: SIM115  # open to the end
            main(["serve", *arguments])
        print(child, flush=True)


if __name__ == "__main__":
    attend(sys.argv[1:])
