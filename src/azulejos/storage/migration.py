"""Bringing a database to the present shape of its tables."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from azulejos.errors import StorageError

FOLDER: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x417A756C
"""What PostgreSQL knows the lock by that lets one process migrate at a time."""


def migrate(connection: Connection) -> None:
    """Run the migrations a database lacks, all of them or none."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = configuration()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StorageError(
            f"the database was made by a later version of azulejos ({error})", "database"
        ) from None


def configuration() -> Config:
    """Return alembic's settings: where the migrations are."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def revisions() -> tuple[str, ...]:
    """Return the names of all migrations, the first one first."""
    scripts = ScriptDirectory.from_config(configuration()).walk_revisions()
    return tuple(script.revision for script in reversed(list(scripts)))
