"""Computer players at tables: they think elsewhere and move like anybody else."""

import asyncio
import logging
from functools import partial
from typing import Final

from azulejos.compute import Crew
from azulejos.errors import ConflictError, OptionError
from azulejos.players.registry import find
from azulejos.rules import Move, State
from azulejos.server.game import play
from azulejos.server.game.events import Event
from azulejos.server.game.settings import SIMPLE
from azulejos.server.game.table import Table
from azulejos.server.house import House
from azulejos.server.live import LiveGame
from azulejos.server.thinking import choose

_LOG: Final = logging.getLogger(__name__)
_PAUSE: Final = 2.0
"""Seconds before a thought that failed is tried again."""


def known(name: str) -> str:
    """Return the name of a player there is; one that a later version dropped has a successor."""
    try:
        return find(name).name
    except OptionError:
        return SIMPLE


def _decide(seat: int, move: Move, table: Table, _now: int) -> list[Event]:
    return play.level_move(table, seat, move)


class Levels:
    """Sees to it that computer players move when it is their turn."""

    def __init__(self, house: House, crew: Crew) -> None:
        self._house = house
        self._crew = crew
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self.num_moves = 0
        house.tell(self.look)

    @property
    def num_thinking(self) -> int:
        """How many players think or wait to."""
        return len(self._tasks)

    def look(self, game: LiveGame, before: Table | None = None) -> None:
        """Begin to think if a computer player is to act in a game and does not yet."""
        del before
        table = game.table
        acting, key = table.acting, (game.id, table.number)
        if acting is None or table.seats[acting].player is None or key in self._tasks:
            return
        task = asyncio.create_task(self._play(game, table))
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    async def resume(self) -> None:
        """Take up every game in which a computer player was to act when the server ended."""
        for game_id in await self._house.store.thinking():
            self.look(await self._house.find(game_id))

    async def close(self) -> None:
        """Stop thinking; whoever opens the database next goes on."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def hint(self, name: str, game_id: str, state: State) -> Move:
        """Return what a player would do in a game."""
        return await self._crew.call(choose, known(name), f"{game_id} hints", state)

    async def _play(self, game: LiveGame, table: Table) -> None:
        acting, state = table.acting, table.state
        assert acting is not None and state is not None
        name = table.seats[acting].player or SIMPLE
        while game.number == table.number:
            try:
                move = await self._think(name, f"{game.id} {acting}", state)
                decide = partial(_decide, acting, move)
                await self._house.act(game, decide, number=table.number)
            except ConflictError:
                return  # somebody took back a move, or another process was faster
            except Exception:
                _LOG.exception("no move in game %s, trying again", game.id)
                await asyncio.sleep(_PAUSE)
            else:
                self.num_moves += 1

    async def _think(self, name: str, seat: str, state: State) -> Move:
        """Return a player's move; where that fails a simpler one takes over, so games go on."""
        try:
            return await self._crew.call(choose, known(name), seat, state)
        except Exception:
            _LOG.exception("the player %s failed, %s moves for it", name, SIMPLE)
            return await self._crew.call(choose, SIMPLE, seat, state)
