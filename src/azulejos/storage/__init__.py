"""Games and people in a database: SQLite to start with, PostgreSQL when that is not enough.

A game is a secret and a log of numbered events; what an event says is not this folder's
business. An event's number is unique in its game, and that is the only lock there is.
"""

from azulejos.storage.claim import claim_database
from azulejos.storage.connection import default_database, parse_database
from azulejos.storage.games import Change, Entry, Listing, StoredGame
from azulejos.storage.people import Person
from azulejos.storage.store import Store, open_store

__all__ = [
    "Change",
    "Entry",
    "Listing",
    "Person",
    "Store",
    "StoredGame",
    "claim_database",
    "default_database",
    "open_store",
    "parse_database",
]
