"""Event streams: every event once, in order, from wherever the client left off."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from fastapi import Request
from fastapi.responses import StreamingResponse

from azulejos.server.live import LiveGame
from azulejos.server.services import Services
from azulejos.server.web.gate import address_of
from azulejos.storage import Person

HEARTBEAT: Final = ": here\n\n"
RETRY: Final = "retry: 1000\n\n"
_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def resume_point(request: Request, after: int | None) -> int | None:
    """Return the last event a client has seen, None if it has seen nothing."""
    last = request.headers.get("last-event-id", "")
    if last.isascii() and last.isdecimal() and len(last) < 10:
        return int(last)
    return after


def stream_game(
    request: Request, parts: Services, game: LiveGame, person: Person | None, after: int | None
) -> StreamingResponse:
    """Answer with the events of a game, those after a number or from where it stands."""
    address = address_of(request.scope)
    parts.streams.check(address)
    person_id = None if person is None else person.id

    async def messages() -> AsyncIterator[str]:
        with parts.streams.hold(address), parts.keeper.presence(person_id):
            async for message in _follow(parts, game, person_id, after):
                yield message

    return StreamingResponse(messages(), media_type="text/event-stream", headers=_HEADERS)


async def _follow(
    parts: Services, game: LiveGame, person: str | None, after: int | None
) -> AsyncIterator[str]:
    yield RETRY
    # A number the game has not reached is no place to resume from: begin anew.
    if after is None or after > game.number:
        sent = game.number
        yield _message(sent, game.snapshot(person))
    else:
        sent = after
    while not parts.closing:
        for step in game.steps(sent):
            sent = step.after.number
            yield _message(sent, game.render(step, person))
        try:
            async with asyncio.timeout(parts.config.heartbeat):
                await game.wait(sent)
        except TimeoutError:
            yield HEARTBEAT


def stream_lobby(request: Request, parts: Services) -> StreamingResponse:
    """Answer with the list of public tables, and again whenever it changes."""
    address = address_of(request.scope)
    parts.streams.check(address)

    async def messages() -> AsyncIterator[str]:
        with parts.streams.hold(address):
            yield RETRY
            sent = -1
            while not parts.closing:
                if parts.lobby.number > sent:
                    sent = parts.lobby.number
                    yield _message(sent, f'{{"games":{parts.lobby.text}}}')
                try:
                    async with asyncio.timeout(parts.config.heartbeat):
                        await parts.lobby.wait(sent)
                except TimeoutError:
                    yield HEARTBEAT

    return StreamingResponse(messages(), media_type="text/event-stream", headers=_HEADERS)


def _message(number: int, data: str) -> str:
    return f"id: {number}\ndata: {data}\n\n"
