"""People and what proves who they are."""

from typing import NamedTuple

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from azulejos.storage.schema import PEOPLE, TOKENS


class Person(NamedTuple):
    """Somebody the server knows: an id nobody else has, and a name anybody may have."""

    id: str
    name: str


async def add_person(connection: AsyncConnection, person: Person, at: int) -> None:
    """Write a new person down."""
    row = {"id": person.id, "name": person.name, "created_at": at, "seen_at": at}
    await connection.execute(insert(PEOPLE).values(row))


async def rename(connection: AsyncConnection, person_id: str, name: str) -> None:
    """Give a person another name; what they did under the old one stays so."""
    await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person_id).values(name=name))


async def see(connection: AsyncConnection, person_ids: list[str], at: int) -> None:
    """Note that people were there at that time."""
    here = PEOPLE.c.id.in_(person_ids) & (PEOPLE.c.seen_at < at)
    await connection.execute(update(PEOPLE).where(here).values(seen_at=at))


async def seen_at(connection: AsyncConnection, person_id: str) -> int:
    """Return when a person was last there, 0 for nobody."""
    found = await connection.scalar(select(PEOPLE.c.seen_at).where(PEOPLE.c.id == person_id))
    return int(found or 0)


async def add_token(
    connection: AsyncConnection, hash: str, person_id: str, kind: str, expires_at: int | None
) -> None:
    """Write down the hash of a token that stands for a person."""
    row = {"hash": hash, "person_id": person_id, "kind": kind, "expires_at": expires_at}
    await connection.execute(insert(TOKENS).values(row))


async def find_person(connection: AsyncConnection, hash: str, kind: str, now: int) -> Person | None:
    """Return whom a token of a kind stands for, None if it is unknown or has expired."""
    valid = or_(TOKENS.c.expires_at.is_(None), TOKENS.c.expires_at > now)
    query = (
        select(PEOPLE.c.id, PEOPLE.c.name)
        .join(TOKENS, TOKENS.c.person_id == PEOPLE.c.id)
        .where(TOKENS.c.hash == hash, TOKENS.c.kind == kind, valid)
    )
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else _person(row)


async def remove_token(connection: AsyncConnection, hash: str) -> bool:
    """Forget a token; return whether it was there."""
    gone = await connection.execute(delete(TOKENS).where(TOKENS.c.hash == hash))
    return gone.rowcount == 1


async def remove_expired(connection: AsyncConnection, now: int) -> None:
    """Forget the tokens whose time is over."""
    await connection.execute(delete(TOKENS).where(TOKENS.c.expires_at <= now))


async def num_people(connection: AsyncConnection) -> int:
    """Count the people known."""
    return int(await connection.scalar(select(func.count()).select_from(PEOPLE)) or 0)


def _person(row: RowMapping) -> Person:
    return Person(row["id"], row["name"])
