"""The store: games as numbered events, and the people who play them."""

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from typing import Any, Final

from sqlalchemy import (
    URL,
    Select,
    func,
    select,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from azulejos.errors import StorageError
from azulejos.storage import people
from azulejos.storage.connection import READING, connect, is_sqlite, parse_database
from azulejos.storage.games import (
    Change,
    Entry,
    StoredGame,
    moved_on,
    read_entries,
    read_numbers,
    write_change,
)
from azulejos.storage.line import CommitLine
from azulejos.storage.migration import migrate
from azulejos.storage.notices import CHANNEL, NOTIFY, Notice, listen
from azulejos.storage.people import Person
from azulejos.storage.schema import GAMES, SEATS

_BATCH: Final = 1000
"""Games asked for in one query."""

_LOG: Final = logging.getLogger(__name__)


@asynccontextmanager
async def open_store(database: str, *, pool_size: int = 5) -> AsyncIterator["Store"]:
    """Open a database, bring its tables up to date, and close it at the end."""
    url = parse_database(database)
    engine = connect(url, pool_size)
    try:
        try:
            async with engine.begin() as connection:
                await connection.run_sync(migrate)
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()
            raise StorageError(
                f"cannot be opened: {reason[0] if reason else 'no reason given'}", "database"
            ) from None
        yield Store(engine, url)
    finally:
        await engine.dispose()


class Store:
    """Everything that is kept; when a method that writes returns, it is on the disk."""

    def __init__(self, engine: AsyncEngine, url: URL) -> None:
        self._engine = engine
        self._url = url
        # SQLite has one writer at a time; waiting here in line beats its polling.
        self._in_line = CommitLine(engine) if is_sqlite(url) else None
        self._writer = nullcontext() if self._in_line is None else self._in_line.lock

    @property
    def kind(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self._url.get_backend_name()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the same database."""
        return not is_sqlite(self._url)

    async def check(self) -> None:
        """Raise an error if the database does not answer."""
        async with self._reading() as connection:
            await connection.execute(select(1))

    async def commit(self, *changes: Change) -> None:
        """Add events to games, all or nothing.

        If somebody else has used one of the numbers it raises `ConflictError`.
        """
        if self._in_line is not None:
            with _explained():
                await self._in_line.commit(changes)
            return
        with _explained():
            async with self._engine.connect() as connection:
                try:
                    async with connection.begin():
                        for change in changes:
                            await write_change(connection, change)
                except IntegrityError:
                    raise moved_on() from None
                await self._tell(connection, changes)

    async def load(self, game_id: str) -> StoredGame | None:
        """Return a game with its whole log, None if there is none."""
        async with self._reading() as connection:
            secret = await connection.scalar(select(GAMES.c.secret).where(GAMES.c.id == game_id))
            if secret is None:
                return None
            return StoredGame(game_id, secret, await read_entries(connection, game_id, 0))

    async def entries_after(self, game_id: str, number: int) -> list[Entry]:
        """Return the events of a game after a number."""
        async with self._reading() as connection:
            return await read_entries(connection, game_id, number)

    async def numbers(self, game_ids: Collection[str]) -> dict[str, int]:
        """Return the number of the last event of each of these games."""
        ids = sorted(game_ids)
        found: dict[str, int] = {}
        async with self._reading() as connection:
            for begin in range(0, len(ids), _BATCH):
                found |= await read_numbers(connection, ids[begin : begin + _BATCH])
        return found

    async def summaries(self, statuses: Collection[str], limit: int) -> list[str]:
        """Return the summaries of public games in one of these statuses, the latest first."""
        wanted = GAMES.c.public.is_(true()) & GAMES.c.status.in_(statuses)
        return await self._summaries(select(GAMES.c.summary).where(wanted), limit)

    async def summary(self, game_id: str) -> str | None:
        """Return the summary of a public game, None if there is none."""
        async with self._reading() as connection:
            query = select(GAMES.c.summary).where(GAMES.c.id == game_id, GAMES.c.public.is_(true()))
            return await connection.scalar(query)

    async def summaries_of(self, person_id: str, limit: int) -> list[str]:
        """Return the summaries of a person's games, the latest first."""
        query = select(GAMES.c.summary).join(SEATS, SEATS.c.game_id == GAMES.c.id)
        return await self._summaries(query.where(SEATS.c.person_id == person_id), limit)

    async def num_games_of(self, person_id: str, statuses: Collection[str]) -> int:
        """Count a person's games in one of these statuses."""
        async with self._reading() as connection:
            query = (
                select(func.count())
                .select_from(GAMES.join(SEATS, SEATS.c.game_id == GAMES.c.id))
                .where(SEATS.c.person_id == person_id, GAMES.c.status.in_(statuses))
            )
            return int(await connection.scalar(query) or 0)

    async def num_games(self) -> dict[str, int]:
        """Count the games in each status."""
        async with self._reading() as connection:
            query = select(GAMES.c.status, func.count()).group_by(GAMES.c.status)
            return {row[0]: row[1] for row in await connection.execute(query)}

    async def due(self, now: int, limit: int) -> list[str]:
        """Return the games that somebody has to look at by now, the longest overdue first."""
        query = select(GAMES.c.id).where(GAMES.c.due_at <= now).order_by(GAMES.c.due_at)
        return await self._ids(query.limit(limit))

    async def thinking(self) -> list[str]:
        """Return the games in which a computer player is to act."""
        return await self._ids(select(GAMES.c.id).where(GAMES.c.thinking.is_(true())))

    async def postpone(self, game_id: str, due_at: int | None) -> None:
        """Look at a game again at another time."""
        async with self._writing() as connection:
            await connection.execute(
                update(GAMES).where(GAMES.c.id == game_id).values(due_at=due_at)
            )

    async def add_person(self, person: Person, token_hash: str, at: int) -> None:
        """Write down a new person and their first token."""
        async with self._writing() as connection:
            await people.add_person(connection, person, at)
            await people.add_token(connection, token_hash, person.id, "session", None)

    async def rename(self, person_id: str, name: str) -> None:
        """Give a person another name."""
        async with self._writing() as connection:
            await people.rename(connection, person_id, name)

    async def find_person(self, token_hash: str, now: int) -> Person | None:
        """Return whom a token stands for."""
        async with self._reading() as connection:
            return await people.find_person(connection, token_hash, "session", now)

    async def forget_token(self, token_hash: str) -> None:
        """Make a token worthless."""
        async with self._writing() as connection:
            await people.remove_token(connection, token_hash)

    async def add_link(self, person_id: str, link_hash: str, now: int, expires_at: int) -> None:
        """Write down a link that opens a new device for a person, once."""
        async with self._writing() as connection:
            await people.remove_expired(connection, now)
            await people.add_token(connection, link_hash, person_id, "link", expires_at)

    async def redeem_link(self, link_hash: str, token_hash: str, now: int) -> Person | None:
        """Use a link up for a new token; return whose it is, None if it is no good."""
        async with self._writing() as connection:
            person = await people.find_person(connection, link_hash, "link", now)
            if person is None or not await people.remove_token(connection, link_hash):
                return None
            await people.add_token(connection, token_hash, person.id, "session", None)
            return person

    async def see(self, person_ids: Collection[str], at: int) -> None:
        """Note that people were there at that time."""
        async with self._writing() as connection:
            await people.see(connection, sorted(person_ids), at)

    async def seen_at(self, person_id: str) -> int:
        """Return when a person was last there, 0 for nobody."""
        async with self._reading() as connection:
            return await people.seen_at(connection, person_id)

    async def num_people(self) -> int:
        """Count the people known."""
        async with self._reading() as connection:
            return await people.num_people(connection)

    def notices(self) -> AsyncGenerator[Notice, None] | None:
        """Return what other processes tell of their changes; None if there are no others."""
        return listen(self._url) if self.is_shared else None

    async def _tell(self, connection: AsyncConnection, changes: Collection[Change]) -> None:
        """Tell other processes of changes that are on the disk.

        Within the transaction this would make all commits wait for one another's trip to the
        disk. What is lost between the two is found by those who ask for `numbers` at times.
        """
        try:
            at_once = await connection.execution_options(isolation_level="AUTOCOMMIT")
            for change in changes:
                notice = Notice(change.game_id, change.entries[-1].number)
                await at_once.execute(NOTIFY, {"channel": CHANNEL, "notice": str(notice)})
        except SQLAlchemyError:
            _LOG.warning("other processes could not be told of a change; they will find it")

    async def _ids(self, query: Select[Any]) -> list[str]:
        async with self._reading() as connection:
            return list(await connection.scalars(query))

    async def _summaries(self, query: Select[Any], limit: int) -> list[str]:
        async with self._reading() as connection:
            latest = query.order_by(GAMES.c.updated_at.desc(), GAMES.c.id).limit(limit)
            return list(await connection.scalars(latest))

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        with _explained():
            async with self._engine.connect() as connection:
                yield await connection.execution_options(**{READING: True})

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        with _explained():
            async with self._writer, self._engine.begin() as connection:
                yield connection


@contextmanager
def _explained() -> Iterator[None]:
    """Tell a database that fails from a change that came too late."""
    try:
        yield
    except IntegrityError:
        raise
    except SQLAlchemyError as error:
        raise StorageError(f"the database does not do its work: {type(error).__name__}") from error
