"""The house: all tables of one process, and the only way to change them.

A command is decided on the table as it stands, its events are stored, and only then does
anybody hear of them. If another process was faster, the store refuses, the game is read
again and the command decided anew.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

from azulejos.errors import AzulejosError, ConflictError, LimitError, MissingError
from azulejos.server.game import commands
from azulejos.server.game.events import Created, Event, format_event
from azulejos.server.game.fold import apply_all, open_table
from azulejos.server.game.secret import Secret, new_secret
from azulejos.server.game.sequel import complete, due_at
from azulejos.server.game.settings import Settings
from azulejos.server.game.table import Table
from azulejos.server.live import LiveGame
from azulejos.server.views import summarise
from azulejos.storage import Change, Entry, Listing, Person, Store

Decision: TypeAlias = Callable[[Table, int], list[Event]]
"""What to do with a table as it stands at a time: the events that follow."""

MAX_UNFINISHED: Final = 100
"""How many games that are not over a person may have to do with at a time."""

_ATTEMPTS: Final = 8
_GAME_ID_BYTES: Final = 9


def now_ms() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """The tables of this process, read from the store when somebody asks for one."""

    def __init__(
        self, store: Store, *, now: Callable[[], int] = now_ms, max_games: int = 5000
    ) -> None:
        self.store = store
        self.now = now
        self._max_games = max_games
        # A game that a stream still follows stays the one and only, kept in line or not.
        self._games: WeakValueDictionary[str, LiveGame] = WeakValueDictionary()
        self._line: OrderedDict[str, LiveGame] = OrderedDict()
        self._listeners: list[Callable[[LiveGame, Table | None], None]] = []

    def tell(self, listener: Callable[[LiveGame, Table | None], None]) -> None:
        """Call a function after each change made here, with the game and the table before."""
        self._listeners.append(listener)

    @property
    def num_games(self) -> int:
        """How many games are in memory."""
        return len(self._games)

    def wake_all(self) -> None:
        """Wake everybody who waits for any game."""
        for game in list(self._games.values()):
            game.wake()

    async def find(self, game_id: str) -> LiveGame:
        """Return a game, from memory or from the store."""
        game = self._games.get(game_id)
        if game is None:
            stored = await self.store.load(game_id)
            if stored is None:
                raise MissingError("there is no such game")
            # Somebody else may have read it meanwhile.
            game = self._games.get(game_id) or LiveGame.of(stored)
        self._keep(game)
        return game

    async def open(self, settings: Settings, person: Person) -> LiveGame:
        """Open a table."""
        unfinished = await self.store.num_games_of(person.id, ("open", "playing"))
        if unfinished >= MAX_UNFINISHED:
            raise LimitError(f"finish some of your {unfinished} games first")
        secret = new_secret()
        created = commands.create(settings, person.id, person.name, secret)
        game, change = _new_game(_new_id(), created, secret, self.now())
        await self.store.commit(change)
        self._keep(game)
        self._changed(game, None)
        return game

    async def rematch(self, game: LiveGame, person: Person, nonce: str | None) -> LiveGame:
        """Open a table for the same people, or sit down at it if there is one."""
        async with game.lock:
            for _ in range(_ATTEMPTS):
                if game.table.rematch is not None:
                    break
                try:
                    return await self._open_rematch(game, person, nonce)
                except ConflictError:
                    if not await self._catch_up(game):
                        raise
        again = await self.find(game.table.rematch or "")
        await self.act(
            again, lambda table, _: commands.join(table, person.id, person.name, None, nonce)
        )
        return again

    async def act(self, game: LiveGame, decide: Decision, *, number: int | None = None) -> range:
        """Do what a decision says, once, and return the numbers of its events.

        ``number`` is the event the command answers. If the game has moved on since, and what
        followed is exactly what this command would have done, it has been done: the same
        numbers come back. Otherwise it raises `ConflictError`.
        """
        async with game.lock:
            for _ in range(_ATTEMPTS):
                if number is not None and number > game.number:
                    await self._catch_up(game)
                    if number > game.number:
                        raise ConflictError(f"there is no event {number} yet", "number")
                if number is not None and number != game.number:
                    return _done_before(game, decide, number)
                events, at = self._decide(game, decide)
                if not events:
                    return range(game.number + 1, game.number + 1)
                try:
                    return await self._commit(game, events, at)
                except ConflictError:
                    await self._catch_up(game)
        raise ConflictError("the game is too busy; try again")

    async def refresh(self, game_id: str, number: int) -> LiveGame | None:
        """Read what another process has added to a game, if it is in memory here."""
        game = self._games.get(game_id)
        if game is None or game.number >= number:
            return None
        async with game.lock:
            await self._catch_up(game)
        return game

    async def refresh_all(self) -> bool:
        """Read what other processes may have added to any game in memory; return if they did."""
        numbers = await self.store.numbers(list(self._games))
        found = [await self.refresh(game_id, number) for game_id, number in numbers.items()]
        return any(game is not None for game in found)

    def _decide(self, game: LiveGame, decide: Decision) -> tuple[list[Event], int]:
        at = max(self.now(), game.table.at)
        events = decide(game.table, at)
        return complete(game.table, events, game.secret, at), at

    async def _commit(self, game: LiveGame, events: Sequence[Event], at: int) -> range:
        before = game.table
        change = _change(game, events, at)
        await self.store.commit(change)
        game.extend(change.entries)
        self._changed(game, before)
        return range(before.number + 1, game.number + 1)

    async def _open_rematch(self, game: LiveGame, person: Person, nonce: str | None) -> LiveGame:
        secret, new_id, at = new_secret(), _new_id(), max(self.now(), game.table.at)
        created, event = commands.rematch(
            game.table, person.id, person.name, secret, (game.id, new_id)
        )
        table = open_table(created, at)
        given = [] if nonce is None else commands.give_nonce(table, person.id, None, nonce)
        again, opened = _new_game(new_id, created, secret, at, given)
        told = _change(game, [event], at)
        await self.store.commit(opened, told)
        before = game.table
        game.extend(told.entries)
        self._keep(again)
        self._changed(again, None)
        self._changed(game, before)
        return again

    async def _catch_up(self, game: LiveGame) -> bool:
        """Read what was stored by others; return whether there was anything."""
        entries = await self.store.entries_after(game.id, game.number)
        if entries:
            game.extend(entries)
        return bool(entries)

    def _changed(self, game: LiveGame, before: Table | None) -> None:
        for listener in self._listeners:
            listener(game, before)

    def _keep(self, game: LiveGame) -> None:
        self._games[game.id] = game
        self._line[game.id] = game
        self._line.move_to_end(game.id)
        if len(self._line) > self._max_games:
            self._line.popitem(last=False)


def _done_before(game: LiveGame, decide: Decision, number: int) -> range:
    """Return the numbers of what a command did before; raise `ConflictError` if it did not."""
    moved_on = ConflictError(f"the game has moved on to event {game.number}", "number")
    if not 1 <= number < game.number:
        raise moved_on
    table, at = game.table_at(number), game.time(number + 1)
    try:
        events = complete(table, decide(table, at), game.secret, at)
    except AzulejosError:
        raise moved_on from None
    numbers = range(number + 1, number + 1 + len(events))
    if not events or numbers[-1] > game.number:
        raise moved_on
    if any(game.event(n) != event for n, event in zip(numbers, events, strict=True)):
        raise moved_on
    return numbers


def _new_id() -> str:
    return secrets.token_urlsafe(_GAME_ID_BYTES)


def _new_game(
    game_id: str, created: Created, secret: Secret, at: int, more: Sequence[Event] = ()
) -> tuple[LiveGame, Change]:
    table = open_table(created, at)
    events: list[Event] = [created, *complete(table, more, secret, at)]
    table = apply_all(table, events[1:], at)
    entries = _entries(0, events, at)
    listing = _listing(game_id, table)
    change = Change(game_id, entries, listing, secret=secret.model_dump_json())
    return LiveGame(game_id, secret, entries), change


def _change(game: LiveGame, events: Sequence[Event], at: int) -> Change:
    after = apply_all(game.table, events, at)
    listing = _listing(game.id, after)
    if after.people == game.table.people:
        listing = listing._replace(people=None)
    return Change(game.id, _entries(game.number, events, at), listing)


def _entries(number: int, events: Sequence[Event], at: int) -> list[Entry]:
    return [Entry(n, at, format_event(event)) for n, event in enumerate(events, number + 1)]


def _listing(game_id: str, table: Table) -> Listing:
    acting = table.acting
    return Listing(
        status=table.status,
        public=table.settings.public,
        thinking=acting is not None and table.seats[acting].player is not None,
        due_at=due_at(table),
        summary=summarise(game_id, table).model_dump_json(),
        people=table.people,
    )
