"""Routes for people: becoming somebody, other names, other devices."""

from typing import Any

from fastapi import APIRouter, Request, Response

from azulejos.server.web.answers import DeviceLink, Games, Guest
from azulejos.server.web.callers import (
    Parts,
    Somebody,
    Token,
    clear_cookie,
    set_cookie,
)
from azulejos.server.web.errors import refusals
from azulejos.server.web.gate import address_of
from azulejos.server.web.requests import Claim, NewGuest, Rename

router = APIRouter(tags=["people"])
MY_GAMES = 100


@router.post("/guests", status_code=201, responses=refusals())
async def make_guest(request: Request, response: Response, parts: Parts, body: NewGuest) -> Guest:
    """Become somebody: a name, and a token in a cookie or, for programs, in the answer."""
    parts.newcomers.take(address_of(request.scope))
    person, token = await parts.guests.add(body.name)
    if body.bearer:
        return Guest(name=person.name, token=token)
    set_cookie(response, parts.config, token)
    return Guest(name=person.name, token=None)


@router.post("/guests/claim", status_code=201, responses=refusals(404))
async def claim_link(request: Request, response: Response, parts: Parts, body: Claim) -> Guest:
    """Be on this device who you are on another: the code of a personal link, good once."""
    parts.newcomers.take(address_of(request.scope))
    person, token = await parts.guests.claim(body.code)
    if body.bearer:
        return Guest(name=person.name, token=token)
    set_cookie(response, parts.config, token)
    return Guest(name=person.name, token=None)


@router.get("/me", responses=refusals(401))
async def who_am_i(person: Somebody) -> Guest:
    """Say who is asking."""
    return Guest(name=person.name, token=None)


@router.patch("/me", responses=refusals(401))
async def rename_me(parts: Parts, person: Somebody, body: Rename) -> Guest:
    """Take another name, for tables from now on."""
    return Guest(name=(await parts.guests.rename(person, body.name)).name, token=None)


@router.post("/me/link", status_code=201, responses=refusals(401))
async def link_device(parts: Parts, person: Somebody) -> DeviceLink:
    """Make a personal link: whoever has it takes over your seats on another device, once."""
    code, expires_at = await parts.guests.new_link(person)
    return DeviceLink(code=code, expires_at=expires_at)


@router.delete("/me/session", status_code=204, responses=refusals(401))
async def sign_out(parts: Parts, _person: Somebody, token: Token) -> Response:
    """Make the token of this device worthless."""
    await parts.guests.sign_out(token or "")
    response = Response(status_code=204)
    clear_cookie(response, parts.config)
    return response


@router.get("/me/games", response_model=Games, responses=refusals(401))
async def my_games(parts: Parts, person: Somebody) -> Any:  # noqa: ANN401  # stored as JSON
    """List the games you have to do with, the latest first."""
    summaries = await parts.store.summaries_of(person.id, MY_GAMES)
    text = '{"games":[' + ",".join(summaries) + "]}"
    return Response(text, media_type="application/json")
