"""The lobby: public tables, and who watches for new ones."""

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any, Final

from azulejos.server.game.table import Table
from azulejos.server.house import House
from azulejos.server.live import LiveGame

_LOG: Final = logging.getLogger(__name__)
_PAUSE: Final = 0.5
"""Seconds between two lists: many changes at once are one."""
SHOWN: Final = 100
_STATUSES: Final = ("open", "playing")
_LASTING: Final = ("id", "status", "wall", "clock", "seats")
"""What a new list is sent for; scores and rounds change too often."""


class Lobby:
    """Keeps the list of public tables for those who watch it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._touched = asyncio.Event()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._lasting: object = None
        self.text = "[]"
        self.number = 0
        house.tell(self._look)

    async def read(self) -> str:
        """Return the list of public tables in JSON, the latest first."""
        return "[" + ",".join(await self._house.store.summaries(_STATUSES, SHOWN)) + "]"

    def touch(self) -> None:
        """Say that something may have changed."""
        self._touched.set()

    async def wait(self, number: int) -> None:
        """Wait for a list after the one of this number, or until somebody wakes us."""
        if self.number <= number:
            await self._changed.wait()

    def wake(self) -> None:
        """Wake everybody who waits."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def start(self) -> None:
        """Read the first list and begin to watch."""
        await self._refresh()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop watching."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def _look(self, game: LiveGame, before: Table | None) -> None:
        after = game.table
        if not after.settings.public:
            return
        if before is None or (before.status, before.seats) != (after.status, after.seats):
            self.touch()

    async def _refresh(self) -> None:
        text = await self.read()
        tables: list[dict[str, Any]] = json.loads(text)
        lasting = [[table[name] for name in _LASTING] for table in tables]
        self.text = text
        if lasting == self._lasting:
            return
        self._lasting = lasting
        self.number += 1
        self.wake()

    async def _run(self) -> None:
        while True:
            await self._touched.wait()
            self._touched.clear()
            try:
                await self._refresh()
            except Exception:
                _LOG.exception("the lobby could not be read")
            await asyncio.sleep(_PAUSE)
