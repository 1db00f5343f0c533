"""The tables of the database as the code uses them; migrations/ says how they came to be."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

METADATA: Final = MetaData()

GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("secret", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("thinking", Boolean, nullable=False),
    Column("due_at", BigInteger),
    Column("updated_at", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    Index("games_by_lobby", "public", "status", "updated_at"),
    Index("games_by_due", "due_at"),
)
"""One row a game: its secret, and an index of its log that can be made anew at any time."""

EVENTS: Final = Table(
    "events",
    METADATA,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)
"""The logs: events are added and never changed."""

PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)

TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("person_id", ForeignKey("people.id"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("expires_at", BigInteger),
)
"""What proves who somebody is, as hashes: sessions of devices and links to new devices."""

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("person_id", ForeignKey("people.id"), primary_key=True, index=True),
)
"""Who has to do with which game; part of the index."""
