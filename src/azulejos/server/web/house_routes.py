"""Routes for the house: the lobby, the players, positions to study, records to verify."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from azulejos.errors import AzulejosError
from azulejos.fair import verify
from azulejos.notation import parse_event, parse_position, parse_record
from azulejos.players import character, names
from azulejos.server.views import Study, study
from azulejos.server.web.answers import Games, LevelAnswer, Verified
from azulejos.server.web.callers import OPTIONAL, Anybody, Parts
from azulejos.server.web.errors import refusals
from azulejos.server.web.gate import address_of
from azulejos.server.web.requests import StudyPosition, Verify
from azulejos.server.web.streams import stream_lobby

router = APIRouter(tags=["house"])
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Server-sent events; `data` is a Games.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


@router.get("/lobby", response_model=Games, responses=refusals())
async def look_at_lobby(parts: Parts) -> Response:
    """List the public tables, those with free seats and those at play."""
    return Response(f'{{"games":{await parts.lobby.read()}}}', media_type="application/json")


@router.get("/lobby/events", response_class=StreamingResponse, responses={**refusals(), **STREAM})
async def follow_lobby(request: Request, parts: Parts) -> StreamingResponse:
    """Follow the lobby live: the whole list, and again whenever it changes."""
    return stream_lobby(request, parts)


@router.get("/levels", responses=refusals())
async def list_levels() -> list[LevelAnswer]:
    """List the computer players, weakest first."""
    return [LevelAnswer(name=name, character=character(name)) for name in names()]


@router.post("/verify", responses=refusals(401), openapi_extra=OPTIONAL)
async def verify_record(request: Request, parts: Parts, person: Anybody, body: Verify) -> Verified:
    """Check a record: its moves against the rules, its deals against its seeds."""
    parts.people.take(f"verify {address_of(request.scope) if person is None else person.id}")
    return await asyncio.to_thread(_verify, body.record)


@router.post("/study", responses=refusals(401), openapi_extra=OPTIONAL)
async def study_position(
    request: Request, parts: Parts, person: Anybody, body: StudyPosition
) -> Study:
    """Look at any position, after a move or a deal in it if one is named."""
    parts.people.take(f"study {address_of(request.scope) if person is None else person.id}")
    with _naming("position"):
        state = parse_position(body.position)
    with _naming("event"):
        return study(state, None if body.event is None else parse_event(body.event))


@contextmanager
def _naming(field: str) -> Iterator[None]:
    """Name the field of the request in a refusal; what the notation says of it comes after."""
    try:
        yield
    except AzulejosError as error:
        reason = error.message if error.field == field else str(error)
        raise type(error)(reason, field) from None


def _verify(text: str) -> Verified:
    record = parse_record(text)
    found = verify(record)
    return Verified(
        players=record.num_players,
        result=record.result,
        num_rounds=len(record.rounds),
        num_moves=sum(len(played.moves) for played in record.rounds),
        commitment=found.commitment,
        seed=found.seed,
        start_was_drawn=found.start_was_drawn,
        num_deals=found.num_deals,
        without_nonce=list(found.without_nonce),
    )
