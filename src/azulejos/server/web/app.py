"""The web application, put together."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI, Response
from fastapi.responses import PlainTextResponse

from azulejos.server.config import Config
from azulejos.server.house import now_ms
from azulejos.server.metrics import Metrics
from azulejos.server.services import Services, open_services
from azulejos.server.web import errors, game_routes, house_routes, people_routes
from azulejos.server.web.answers import Health
from azulejos.server.web.callers import Parts
from azulejos.server.web.gate import Gate
from azulejos.server.web.pages import Pages, built_pages
from azulejos.server.web.shrinking import Shrinking
from azulejos.version import __version__

PREFIX: Final = "/api/v1"
_DESCRIPTION: Final = """\
Tables, seats, live play and fair deals for the tile game Azul. A program makes a guest with
`bearer: true`, sends the token as `Authorization: Bearer …`, joins a table, follows its event
stream, and answers each update in which `game.legal` is not empty with a move.
Seats, displays, lines and columns count from 0; moves, deals and positions are written as in
the notation, where they count from 1. Times are milliseconds since 1970.
"""


def create_app(config: Config, now: Callable[[], int] = now_ms) -> FastAPI:
    """Return the server as an ASGI application; it opens its database when it starts."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_services(config, metrics, now) as services:
            app.state.services = services
            yield

    app = FastAPI(
        title="Azulejos",
        version=__version__,
        description=_DESCRIPTION,
        lifespan=lifespan,
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    errors.install(app)
    for routes in (people_routes, game_routes, house_routes):
        app.include_router(routes.router, prefix=PREFIX)
    app.add_api_route("/health", _health, tags=["host"], responses=errors.refusals())
    app.add_api_route(
        "/metrics", _metrics, tags=["host"], response_class=PlainTextResponse, responses={}
    )
    # Not a route: those come first, and one that is asked in a wrong way says so itself.
    app.router.default = Pages(config.pages or built_pages(), app.router.not_found)
    app.add_middleware(Shrinking)
    app.add_middleware(Gate, config=config, metrics=metrics)
    return app


async def _health(parts: Parts) -> Health:
    """Say whether the server and its database are well."""
    await parts.store.check()
    return Health(status="ok", name="azulejos", version=__version__)


async def _metrics(parts: Parts) -> Response:
    """Say what the server counts, in the text form that Prometheus reads."""
    gauges = {
        "games_in_memory": ("Games kept in memory.", float(parts.house.num_games)),
        "event_streams": ("Event streams open.", float(parts.streams.num_open)),
        "levels_thinking": ("Computer players that think.", float(parts.levels.num_thinking)),
        "level_moves": ("Moves of computer players.", float(parts.levels.num_moves)),
        "people": ("People known.", float(await parts.store.num_people())),
        **await _games(parts),
    }
    return PlainTextResponse(parts.metrics.format(gauges))


async def _games(parts: Services) -> dict[str, tuple[str, float]]:
    counts = await parts.store.num_games()
    return {
        f"games_{status}": (f"Games {status}.", float(counts.get(status, 0)))
        for status in ("open", "playing", "over", "closed")
    }
