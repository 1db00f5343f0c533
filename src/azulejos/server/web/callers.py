"""Who is asking, and what they may see."""

import secrets
from typing import Annotated, Any, Final, TypeAlias

from fastapi import Depends, Path, Query, Request, Response, Security
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer

from azulejos.errors import IdentityError, MissingError
from azulejos.server.config import Config
from azulejos.server.live import LiveGame
from azulejos.server.services import Services
from azulejos.storage import Person

COOKIE: Final = "azulejos"
_YEAR: Final = 365 * 86_400
_MAX_TOKEN: Final = 200

_bearer = HTTPBearer(auto_error=False, description="For programs: the token of a guest.")
_cookie = APIKeyCookie(
    name=COOKIE, auto_error=False, description="For browsers; set when a guest is made."
)


OPTIONAL: Final[dict[str, Any]] = {"security": [{}]}
"""What the documentation of a route says that also answers strangers."""


def services_of(request: Request) -> Services:
    """Return the parts of the running server."""
    services = request.app.state.services
    assert isinstance(services, Services)
    return services


Parts: TypeAlias = Annotated[Services, Depends(services_of)]
"""The parts of the running server."""


def cookie_name(config: Config) -> str:
    """Return the cookie's name; over HTTPS browsers guard one that begins like this."""
    return f"__Host-{COOKIE}" if config.is_secure else COOKIE


def token_of(
    request: Request,
    parts: Parts,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)],
    _declared: Annotated[str | None, Security(_cookie)],
) -> str | None:
    """Return the token a request brings, in its header or else in its cookie."""
    if bearer is not None:
        return bearer.credentials[:_MAX_TOKEN]
    if "authorization" in request.headers:
        raise IdentityError("the header Authorization is: Bearer, a space, the token")
    token = request.cookies.get(cookie_name(parts.config))
    return None if token is None else token[:_MAX_TOKEN]


Token: TypeAlias = Annotated[str | None, Depends(token_of)]


async def anybody(request: Request, parts: Parts, token: Token) -> Person | None:
    """Return who is asking, None for somebody unknown; a wrong bearer token is refused."""
    person = None if token is None else await parts.guests.find(token)
    if person is None and "authorization" in request.headers:
        raise IdentityError("this token is nobody's")
    if person is not None and request.method not in ("GET", "HEAD"):
        parts.people.take(person.id)
    return person


Anybody: TypeAlias = Annotated[Person | None, Depends(anybody)]
"""Who is asking, known or not."""


def somebody(person: Anybody) -> Person:
    """Return who is asking, or refuse."""
    if person is None:
        raise IdentityError("say who you are first: make a guest with POST /api/v1/guests")
    return person


Somebody: TypeAlias = Annotated[Person, Depends(somebody)]
"""Who is asking, and has said so."""

GameId: TypeAlias = Annotated[
    str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$", description="the id of a game")
]
Key: TypeAlias = Annotated[
    str | None, Query(max_length=64, description="the key in the link to a private table")
]


async def visible_game(parts: Parts, person: Anybody, id: GameId, key: Key = None) -> LiveGame:
    """Return a game if the caller may see it; a private one needs a seat or its key."""
    game = await parts.house.find(id)
    if game.table.settings.public or (person is not None and person.id in game.table.people):
        return game
    if key is not None and secrets.compare_digest(
        key.encode("utf-8", "replace"), game.secret.key.encode()
    ):
        return game
    raise MissingError("there is no such game")


Visible: TypeAlias = Annotated[LiveGame, Depends(visible_game)]
"""A game the caller may see."""


def set_cookie(response: Response, config: Config, token: str) -> None:
    """Let a browser keep a token where its pages cannot read it."""
    response.set_cookie(
        cookie_name(config),
        token,
        max_age=_YEAR,
        path="/",
        secure=config.is_secure,
        httponly=True,
        samesite="lax",
    )


def clear_cookie(response: Response, config: Config) -> None:
    """Make a browser forget its token."""
    response.delete_cookie(
        cookie_name(config), path="/", secure=config.is_secure, httponly=True, samesite="lax"
    )
