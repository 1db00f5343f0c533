"""The migrations lead to the tables the code uses."""

import asyncio
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from azulejos.storage import open_store
from azulejos.storage.migration import revisions
from azulejos.storage.schema import METADATA


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection)
    return list(compare_metadata(context, METADATA))


def test_the_migrations_make_the_tables_of_the_code(database: str) -> None:
    async def look() -> list[Any]:
        async with open_store(database) as store, store._writing() as connection:
            return await connection.run_sync(differences)

    assert asyncio.run(look()) == []


def test_opening_twice_migrates_once(database: str) -> None:
    async def open_both() -> None:
        async with open_store(database) as one, open_store(database) as two:
            await one.check()
            await two.check()

    asyncio.run(open_both())


def test_migrations_have_an_order() -> None:
    assert revisions() == tuple(sorted(revisions()))
    assert revisions()[0] == "0001"
