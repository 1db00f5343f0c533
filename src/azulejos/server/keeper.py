"""The keeper of the house: looks after what happens by time alone."""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from azulejos.errors import AzulejosError
from azulejos.server.game.sequel import due_at, on_time
from azulejos.server.house import House
from azulejos.server.levels import Levels
from azulejos.server.live import LiveGame

_LOG: Final = logging.getLogger(__name__)
_TICK: Final = 1.0
"""Seconds between two looks at the clock."""
_SEEN_EVERY: Final = 5
"""Ticks between two notes of who is there."""
_BATCH: Final = 200


class Keeper:
    """Times players out, calls stand-ins, closes stale tables, and notes who is there.

    What is due stands in the store, so nothing is forgotten when a process ends.
    """

    def __init__(self, house: House, levels: Levels) -> None:
        self._house = house
        self._levels = levels
        self._present: Counter[str] = Counter()
        self._opened_at = house.now()
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def presence(self, person_id: str | None) -> Iterator[None]:
        """Count a person as there for as long as this lasts."""
        if person_id is None:
            yield
            return
        self._present[person_id] += 1
        try:
            yield
        finally:
            self._present[person_id] -= 1
            if not self._present[person_id]:
                del self._present[person_id]

    def start(self) -> None:
        """Begin to look at the clock."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def look(self) -> None:
        """Do everything that is due by now."""
        for game_id in await self._house.store.due(self._house.now(), _BATCH):
            game = await self._house.find(game_id)
            try:
                await self._look_at(game)
            except AzulejosError as error:
                _LOG.warning("game %s: %s", game_id, error)

    async def _look_at(self, game: LiveGame) -> None:
        await self._house.refresh(game.id, game.number + 1)
        seen = await self._last_seen(game)
        opened = self._opened_at
        done = await self._house.act(game, lambda table, now: on_time(table, now, seen, opened))
        if not done:
            self._levels.look(game)
            again = due_at(game.table, seen)
            soon = self._house.now() + int(_TICK * 1000)
            await self._house.store.postpone(game.id, again and max(again, soon))

    async def _last_seen(self, game: LiveGame) -> int:
        """Return when the person to act was last there; nobody is gone while the house is shut."""
        table = game.table
        person = None if table.acting is None else table.seats[table.acting].person
        if person is None or table.settings.stand_in is None:
            return self._opened_at
        if person in self._present:
            return self._house.now()
        return max(self._opened_at, await self._house.store.seen_at(person))

    async def _run(self) -> None:
        ticks = 0
        while True:
            try:
                await self.look()
                if ticks % _SEEN_EVERY == 0 and self._present:
                    await self._house.store.see(list(self._present), self._house.now())
            except Exception:
                _LOG.exception("the keeper stumbled and goes on")
            ticks += 1
            await asyncio.sleep(_TICK)
