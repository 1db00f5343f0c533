"""Games as they are stored: values, and how they are written and read."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from azulejos.errors import ConflictError
from azulejos.storage.schema import EVENTS, GAMES, SEATS


def moved_on() -> ConflictError:
    """Return the refusal of a change whose number is taken."""
    return ConflictError("the game has moved on")


class Entry(NamedTuple):
    """An event as it is stored: its number from 1, its time in milliseconds, what it says."""

    number: int
    at: int
    body: str


class Listing(NamedTuple):
    """What can be found of a game without reading its log."""

    status: str
    public: bool
    thinking: bool
    """A computer player is to act."""
    due_at: int | None
    """When somebody has to look at the game even if nothing happens."""
    summary: str
    people: frozenset[str] | None
    """Who has to do with the game; None if that is as before."""


class Change(NamedTuple):
    """Events to add to a game, and what is found of it after them; a new game brings its secret."""

    game_id: str
    entries: Sequence[Entry]
    listing: Listing
    secret: str | None = None


class StoredGame(NamedTuple):
    """A game as it is stored."""

    id: str
    secret: str
    entries: list[Entry]


async def write_change(connection: AsyncConnection, change: Change) -> None:
    """Add events to a game; a number that is taken raises `IntegrityError`."""
    listing = change.listing
    row: dict[str, Any] = {
        "status": listing.status,
        "public": listing.public,
        "thinking": listing.thinking,
        "due_at": listing.due_at,
        "updated_at": change.entries[-1].at,
        "summary": listing.summary,
    }
    if change.secret is not None:
        game = {"id": change.game_id, "secret": change.secret, **row}
        await connection.execute(insert(GAMES).values(game))
    rows = [{"game_id": change.game_id, **entry._asdict()} for entry in change.entries]
    await connection.execute(insert(EVENTS), rows)
    if change.secret is None:
        await connection.execute(update(GAMES).where(GAMES.c.id == change.game_id).values(row))
    await _write_people(connection, change)


async def read_entries(connection: AsyncConnection, game_id: str, after: int) -> list[Entry]:
    """Return the events of a game after a number."""
    query = (
        select(EVENTS.c.number, EVENTS.c.at, EVENTS.c.body)
        .where(EVENTS.c.game_id == game_id, EVENTS.c.number > after)
        .order_by(EVENTS.c.number)
    )
    return [Entry(*row) for row in await connection.execute(query)]


async def read_numbers(connection: AsyncConnection, game_ids: Sequence[str]) -> dict[str, int]:
    """Return the number of the last event of each of these games."""
    last = select(func.max(EVENTS.c.number)).where(EVENTS.c.game_id == GAMES.c.id).scalar_subquery()
    found = await connection.execute(select(GAMES.c.id, last).where(GAMES.c.id.in_(game_ids)))
    return {row[0]: row[1] for row in found}


async def _write_people(connection: AsyncConnection, change: Change) -> None:
    if change.listing.people is None:
        return
    game = SEATS.c.game_id == change.game_id
    known = set(await connection.scalars(select(SEATS.c.person_id).where(game)))
    gone, fresh = known - change.listing.people, change.listing.people - known
    if gone:
        await connection.execute(delete(SEATS).where(game, SEATS.c.person_id.in_(gone)))
    if fresh:
        rows = [{"game_id": change.game_id, "person_id": person} for person in sorted(fresh)]
        await connection.execute(insert(SEATS), rows)
