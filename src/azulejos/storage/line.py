"""Commits in line: whoever is first writes for all who wait, in one trip to the disk."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from azulejos.errors import StorageError
from azulejos.storage.games import Change, moved_on, write_change


@dataclass(eq=False, slots=True)
class _Waiting:
    """Changes that belong together, and what became of them."""

    changes: Sequence[Change]
    done: bool = field(default=False)
    error: BaseException | None = field(default=None)


class CommitLine:
    """Commits to a database with one writer at a time.

    A transaction costs a trip to the disk, whatever is in it. Changes that come while one is
    under way wait together and go into the next, each refused or accepted by itself.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.lock = asyncio.Lock()
        self._engine = engine
        self._waiting: list[_Waiting] = []

    async def commit(self, changes: Sequence[Change]) -> None:
        """Write changes, all or nothing; raises `ConflictError` if a number is taken."""
        own = _Waiting(changes)
        self._waiting.append(own)
        try:
            async with self.lock:
                if not own.done:
                    batch, self._waiting = self._waiting, []
                    await self._write(batch)
        finally:
            if own in self._waiting:
                self._waiting.remove(own)
        if own.error is not None:
            raise own.error

    async def _write(self, batch: list[_Waiting]) -> None:
        try:
            if len(batch) == 1:
                batch[0].error = await self._write_alone(batch[0].changes)
            else:
                await self._write_together(batch)
        except BaseException as error:
            for each in batch:
                is_own = isinstance(error, Exception)
                each.error = error if is_own else StorageError("the server was interrupted")
            raise
        finally:
            for each in batch:
                each.done = True

    async def _write_alone(self, changes: Sequence[Change]) -> BaseException | None:
        try:
            async with self._engine.begin() as connection:
                for change in changes:
                    await write_change(connection, change)
        except IntegrityError:
            return moved_on()
        return None

    async def _write_together(self, batch: list[_Waiting]) -> None:
        async with self._engine.begin() as connection:
            for each in batch:
                each.error = await _attempt(connection, each.changes)


async def _attempt(connection: AsyncConnection, changes: Sequence[Change]) -> BaseException | None:
    """Write changes inside a transaction; return why they could not be."""
    try:
        async with connection.begin_nested():
            for change in changes:
                await write_change(connection, change)
    except IntegrityError:
        return moved_on()
    return None
