"""Who people are: a secret token says so, and only its hash is kept."""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from azulejos.errors import MissingError
from azulejos.storage import Person, Store

TOKEN_BYTES: Final = 32
LINK_MS: Final = 3_600_000
"""How long a link to another device is good for."""
_CACHE: Final = 20_000
_CACHE_MS: Final = 30_000


def hash_token(token: str) -> str:
    """Return what is kept of a token; tokens are random and long, so a plain hash will do."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


class Guests:
    """The people this house knows, by their tokens."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._known: OrderedDict[str, tuple[int, Person]] = OrderedDict()

    async def add(self, name: str) -> tuple[Person, str]:
        """Welcome somebody new; return them and the token that proves it."""
        person, token = Person(secrets.token_urlsafe(12), name), _new_token()
        await self._store.add_person(person, hash_token(token), self._now())
        return person, token

    async def find(self, token: str) -> Person | None:
        """Return whose token this is, None if nobody's."""
        hashed, now = hash_token(token), self._now()
        known = self._known.get(hashed)
        if known is not None and known[0] > now:
            return known[1]
        person = await self._store.find_person(hashed, now)
        if person is not None:
            self._known[hashed] = (now + _CACHE_MS, person)
            if len(self._known) > _CACHE:
                self._known.popitem(last=False)
        return person

    async def rename(self, person: Person, name: str) -> Person:
        """Give somebody another name."""
        await self._store.rename(person.id, name)
        self._forget(person)
        return Person(person.id, name)

    async def new_link(self, person: Person) -> tuple[str, int]:
        """Return a code that opens another device for this person once, and until when."""
        code, now = _new_token(), self._now()
        await self._store.add_link(person.id, hash_token(code), now, now + LINK_MS)
        return code, now + LINK_MS

    async def claim(self, code: str) -> tuple[Person, str]:
        """Use up a code for another device; return whose it is and the new token."""
        token = _new_token()
        person = await self._store.redeem_link(hash_token(code), hash_token(token), self._now())
        if person is None:
            raise MissingError("this link has been used or has expired", "code")
        return person, token

    async def sign_out(self, token: str) -> None:
        """Make a token worthless."""
        await self._store.forget_token(hash_token(token))
        self._known.pop(hash_token(token), None)

    def _forget(self, person: Person) -> None:
        for hashed in [h for h, (_, known) in self._known.items() if known.id == person.id]:
            del self._known[hashed]


def _new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)
