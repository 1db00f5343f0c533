"""Everything a running server is made of, put together and taken apart."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from azulejos.compute import Crew
from azulejos.server.config import Config
from azulejos.server.guests import Guests
from azulejos.server.house import House
from azulejos.server.keeper import Keeper
from azulejos.server.levels import Levels
from azulejos.server.limits import Limiter, Streams
from azulejos.server.lobby import Lobby
from azulejos.server.metrics import Metrics
from azulejos.storage import Store, open_store

_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class Services:
    """The parts of a running server."""

    config: Config
    store: Store
    house: House
    guests: Guests
    levels: Levels
    keeper: Keeper
    lobby: Lobby
    metrics: Metrics
    people: Limiter
    newcomers: Limiter
    tables: Limiter
    streams: Streams
    closing: bool = field(default=False)

    def begin_closing(self) -> None:
        """End all event streams: their clients come back when the server does."""
        self.closing = True
        self.house.wake_all()
        self.lobby.wake()


@asynccontextmanager
async def open_services(
    config: Config, metrics: Metrics, now: Callable[[], int]
) -> AsyncIterator[Services]:
    """Open the database, take up the games in it, and close everything at the end."""
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(
            open_store(config.database, pool_size=config.pool_size)
        )
        house = House(store, now=now)
        crew = Crew(config.workers)
        stack.callback(crew.close)
        levels = Levels(house, crew)
        stack.push_async_callback(levels.close)
        keeper = Keeper(house, levels)
        stack.push_async_callback(keeper.close)
        lobby = Lobby(house)
        stack.push_async_callback(lobby.close)
        services = Services(
            config,
            store,
            house,
            Guests(store, house.now),
            levels,
            keeper,
            lobby,
            metrics,
            Limiter(config.person_rate),
            Limiter(config.guest_rate),
            Limiter(config.table_rate),
            Streams(config.max_streams),
        )
        await lobby.start()
        await levels.resume()
        keeper.start()
        for work in (_listen(services), _look_around(services)):
            stack.push_async_callback(_end, asyncio.create_task(work))
        yield services
        services.begin_closing()


async def _listen(services: Services) -> None:
    """Follow what other processes on the same database do."""
    notices = services.store.notices()
    if notices is None:
        return
    async for notice in notices:
        services.lobby.touch()
        try:
            if notice.game_id is None:
                await services.house.refresh_all()
            else:
                await services.house.refresh(notice.game_id, notice.number)
        except Exception:
            _LOG.exception("a change by another process could not be read")


async def _look_around(services: Services) -> None:
    """Find what other processes did and could not tell of: they may die at any time."""
    while services.store.is_shared:
        await asyncio.sleep(services.config.look_around)
        try:
            if await services.house.refresh_all():
                services.lobby.touch()
        except Exception:
            _LOG.exception("changes by other processes could not be looked for")


async def _end(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
