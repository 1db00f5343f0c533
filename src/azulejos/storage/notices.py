"""What processes that serve the same PostgreSQL database tell one another."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from typing import Final, NamedTuple

from sqlalchemy import URL, text

CHANNEL: Final = "azulejos"
NOTIFY: Final = text("SELECT pg_notify(:channel, :notice)")
_PAUSE: Final = 1.0
"""Seconds before a lost connection is tried again."""

_LOG: Final = logging.getLogger(__name__)


class Notice(NamedTuple):
    """A game has come to an event; without a game, anything may have happened meanwhile."""

    game_id: str | None
    number: int = 0

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"


def parse_notice(text: str) -> Notice | None:
    """Read a notice; None if it is not one of ours."""
    game_id, _, number = text.partition(" ")
    return Notice(game_id, int(number)) if game_id and number.isdecimal() else None


async def listen(url: URL) -> AsyncGenerator[Notice, None]:
    """Yield notices for ever; each new connection begins with one that names no game."""
    import psycopg  # noqa: PLC0415  # an extra

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as own:
                await own.execute(f"LISTEN {CHANNEL}")
                yield Notice(None)
                async for notify in own.notifies():
                    notice = parse_notice(notify.payload)
                    if notice is not None:
                        yield notice
        except psycopg.OperationalError:
            _LOG.warning("lost the connection for notices, trying again")
        await asyncio.sleep(_PAUSE)
