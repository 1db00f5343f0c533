"""Errors as answers: one shape for all, with the code, the message and the field at fault."""

import re
from collections.abc import Sequence
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from azulejos.errors import (
    AzulejosError,
    ConflictError,
    ForbiddenError,
    IdentityError,
    LimitError,
    MissingError,
    StorageError,
)
from azulejos.server.views import GameView

_STATUSES: Final[dict[type[AzulejosError], int]] = {
    IdentityError: 401,
    ForbiddenError: 403,
    MissingError: 404,
    ConflictError: 409,
    LimitError: 429,
    StorageError: 503,
}
_CODES: Final = {404: "missing", 405: "method"}
_WORDS: Final = {
    "model_attributes_type": "this should be an object",
    "too_long": "there should be at most {max_length}, not {actual_length}",
    "too_short": "there should be at least {min_length}, not {actual_length}",
    "tuple_type": "this should be a list",
    "union_tag_invalid": "its {discriminator} should be one of {expected_tags}",
    "union_tag_not_found": "it has no {discriminator}",
}
"""What is said instead of messages in which the validator speaks of its own workings."""


class Refusal(BaseModel):
    """Why a request was refused."""

    code: str = Field(description="stable, for programs", examples=["illegal-move"])
    message: str = Field(description="for people", examples=["there is no black tile on display 4"])
    field: str | None = Field(None, description="the field at fault", examples=["move"])


class Conflict(Refusal):
    """The table has moved on; this is how it stands."""

    game: GameView | None = None


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe the refusals of a route for its documentation."""
    words = {
        401: "Nobody knows who is asking.",
        403: "This caller may not do this.",
        404: "There is no such thing, or not for this caller.",
        409: "The table has moved on; the present state is in `game`.",
    }
    common = {
        400: "The request cannot be read.",
        413: "The request is too large.",
        422: "Something in the request is wrong.",
        429: "Too many requests; see `Retry-After`.",
    }
    chosen = {**{status: words[status] for status in statuses}, **common}
    return {
        status: {"model": Conflict if status == 409 else Refusal, "description": text}
        for status, text in chosen.items()
    }


def answer(error: AzulejosError, game: str | None = None) -> JSONResponse:
    """Return an error as an answer, with the game it is about if that helps."""
    status = next((s for kind, s in _STATUSES.items() if isinstance(error, kind)), 422)
    headers = {}
    if isinstance(error, LimitError) and error.retry_after is not None:
        headers["Retry-After"] = str(error.retry_after)
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    response = refuse(status, error.code, error.message, error.field, headers)
    if game is not None:
        body = bytes(response.body)[:-1] + b',"game":' + game.encode() + b"}"
        response.body = body
        response.headers["content-length"] = str(len(body))
    return response


def refuse(
    status: int,
    code: str,
    message: str,
    field: str | None = None,
    headers: dict[str, str] | None = None,
) -> JSONResponse:
    """Return a refusal; whatever came in with the request is made harmless first."""
    content = {"code": code, "message": _plain(message), "field": field and _plain(field)}
    return JSONResponse(content, status, headers)


def install(app: FastAPI) -> None:
    """Make an app answer all errors in this shape."""
    app.add_exception_handler(AzulejosError, _on_error)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)


async def _on_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, AzulejosError)
    return answer(error)


async def _on_invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _unreadable(f"the body is not JSON: see character {first['loc'][1] + 1}")
    whole, *place = first["loc"]
    message = str(first["msg"]).removeprefix("Value error, ")
    if first["type"] in _WORDS:
        message = _WORDS[first["type"]].format(**first.get("ctx", {}))
    return refuse(422, "invalid", message, _path(place, error.body) or str(whole))


async def _on_http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    if error.status_code == 400:
        # Only a body fails so: one that is no text, or with lists or numbers without an end.
        return _unreadable("the body cannot be read as JSON")
    code = _CODES.get(error.status_code, "http")
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(_allowed(request))
    return refuse(error.status_code, code, str(error.detail), None, headers)


def _unreadable(message: str) -> JSONResponse:
    return refuse(400, "invalid", message, "body")


def _path(place: Sequence[str | int], body: object) -> str:
    """Return the path to a value in a body, as the body has it.

    Where an object may be of several kinds, the validator names its kind as if it were a field
    around the others, never at the end.
    """
    path = []
    for n, part in enumerate(place, 1):
        if isinstance(body, dict):
            if body.get("kind") == part and n < len(place):
                continue
            body = body.get(part)
        elif isinstance(body, list) and isinstance(part, int):
            body = body[part]
        path.append(str(part))
    return ".".join(path)


def _allowed(request: Request) -> list[str]:
    """Return the methods of all routes at a request's path, not only those of the first one."""
    path = request.url.path
    found = {
        method.upper()
        for route, methods in request.app.openapi()["paths"].items()
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", route), path)
        for method in methods
    }
    return sorted(found or {"GET"})


def _plain(text: str) -> str:
    return text[:500].encode("utf-8", "replace").decode()
