"""Every route and every kind of caller: who is let in, and who changes nothing.

A route without a row in the table fails the test.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import Route

from azulejos.notation import format_position
from azulejos.rules import State
from azulejos.server import Config
from azulejos.server.web import game_routes, house_routes, people_routes
from azulejos.server.web.app import create_app
from tests.server.serving import API, Client, Site, serving
from tests.server.tables import HOST, OPEN

COOKIE = "azulejos"
NONCE = "ab" * 32
GAME = API + "/games/{id}"
START = format_position(State.new())


class Row(NamedTuple):
    """A route, where the table stands, and what each kind of caller is answered."""

    method: str
    path: str
    stage: str
    nobody: int
    guest: int
    """Somebody without a seat."""
    host: int
    """The player to move, in a browser."""
    other: int
    """The player of the other seat, a program."""
    forged: int = 401
    """A bearer token that was never given out, or no longer holds."""
    body: dict[str, Any] | None = None

    def name(self) -> str:
        """Return how the test calls it."""
        return f"{self.method} {self.path}"


NEWCOMER = {"name": "Eve", "bearer": True}
READ = (200, 200, 200, 200)
WISH = {"number": 0}
"""Stands for the number of the game's last event."""
TABLE = (
    Row("GET", "/health", "", *READ, forged=200),
    Row("GET", "/metrics", "", *READ, forged=200),
    Row("GET", API + "/openapi.json", "", *READ, forged=200),
    Row("GET", API + "/levels", "", *READ, forged=200),
    Row("GET", API + "/lobby", "", *READ, forged=200),
    Row("GET", API + "/lobby/events", "", *READ, forged=200),
    Row("POST", API + "/verify", "", 422, 422, 422, 422, body={"record": "x"}),
    Row("POST", API + "/study", "", *READ, body={"position": START}),
    Row("POST", API + "/guests", "", 201, 201, 201, 201, forged=201, body=NEWCOMER),
    Row("POST", API + "/guests/claim", "", 404, 404, 404, 404, forged=404, body={"code": "no"}),
    Row("GET", API + "/me", "", 401, 200, 200, 200),
    Row("PATCH", API + "/me", "", 401, 200, 200, 200, body={"name": "Eve"}),
    Row("POST", API + "/me/link", "", 401, 201, 201, 201),
    Row("DELETE", API + "/me/session", "", 401, 204, 204, 204),
    Row("GET", API + "/me/games", "", 401, 200, 200, 200),
    Row("POST", API + "/games", "", 401, 201, 201, 201, body={"seats": [HOST, OPEN]}),
    Row("GET", GAME, "playing", *READ),
    Row("GET", GAME + "/updates", "playing", *READ),
    Row("GET", GAME + "/events", "playing", *READ),
    Row("GET", GAME + "/record", "playing", *READ),
    Row("GET", GAME + "/hint", "playing", 401, 403, 200, 409),
    Row("POST", GAME + "/join", "free", 401, 200, 200, 200),
    Row("POST", GAME + "/nonce", "free", 401, 403, 200, 200, body={"nonce": NONCE}),
    Row("POST", GAME + "/leave", "free", 401, 403, 200, 200),
    Row("POST", GAME + "/start", "full", 401, 403, 200, 403),
    Row("POST", GAME + "/moves", "playing", 401, 403, 200, 409, body={**WISH, "move": ""}),
    Row("POST", GAME + "/undo", "moved", 401, 403, 200, 409, body=WISH),
    Row("POST", GAME + "/undo/answer", "asked", 401, 403, 403, 200, body={**WISH, "accept": True}),
    Row("POST", GAME + "/resign", "playing", 401, 403, 200, 200, body=WISH),
    Row("POST", GAME + "/return", "playing", 401, 403, 200, 200),
    Row("POST", GAME + "/rematch", "over", 401, 403, 200, 200),
)
NEEDS_BODY = ("POST", "PATCH")


class People:
    """One caller of every kind, and tables they may or may not get at."""

    def __init__(self, site: Site, stack: ExitStack) -> None:
        self._site = site
        self._stack = stack
        self.host = self._add(site.client())
        self.host.post("/guests", name="Ana")
        self.other = self._add(site.guest("Bea"))
        self.guest = self._add(site.guest("Eve"))
        self.nobody = self._add(site.client())
        self.forged_cookie = self._add(site.client())
        self.forged_cookie.http.cookies.set(COOKIE, "x" * 43)
        self.forged = self._add(site.client("x" * 43))
        self.expired = self._add(site.guest("Old"))
        self.expired.ask("DELETE", "/me/session")

    def open(self, stage: str, *, public: bool) -> tuple[str, str | None]:
        """Return a table at a stage, with the host to move once it plays, and its key."""
        seats = (HOST, OPEN, OPEN) if stage == "free" else (HOST, OPEN)
        game = self.host.open(*seats, public=public, start=0, hints=True)
        key: str | None = self.host.game(game)["key"]
        self.other.post(f"/games/{game}/join" + ("" if public else f"?key={key}"))
        if stage in ("free", "full"):
            return game, key
        self.host.post(f"/games/{game}/start")
        if stage in ("moved", "asked"):
            self.host.move(game)
        if stage == "asked":
            self.host.post(f"/games/{game}/undo", number=self.host.game(game)["number"])
        if stage == "over":
            self.other.post(f"/games/{game}/resign", number=self.host.game(game)["number"])
        return game, key

    def _add(self, client: Client) -> Client:
        return self._stack.enter_context(client)


@contextmanager
def people_at(site: Site) -> Iterator[People]:
    with ExitStack() as stack:
        yield People(site, stack)


def knock(people: People, row: Row, caller: Client, game: str | None, key: str | None) -> int:
    """Ask for a route and return the answer's status."""
    body = dict(row.body or {})
    if game is not None:
        now = people.host.game(game)
        if "number" in body:
            body["number"] = now["number"]
        if "move" in body:
            body["move"] = now["legal"][0]
    path = row.path.format(id=game) + ("" if key is None else f"?key={key}")
    content = body if row.method in NEEDS_BODY else None
    with caller.http.stream(row.method, path, json=content) as response:
        return response.status_code


def refused_and_let_in(
    people: People, row: Row, *, public: bool
) -> tuple[list[tuple[str, Client, bool, int]], list[tuple[str, Client, bool, int]]]:
    """Return name, client, whether with the key, and status of those refused and those let in."""
    hidden = bool(row.stage) and not public
    nobody = 404 if hidden and row.nobody != 401 else row.nobody
    callers = [
        ("nobody", people.nobody, False, nobody),
        ("forged cookie", people.forged_cookie, False, nobody),
        ("forged token", people.forged, False, row.forged),
        ("expired token", people.expired, False, row.forged),
        ("guest", people.guest, False, 404 if hidden else row.guest),
        ("host", people.host, False, row.host),
        ("other", people.other, False, row.other),
    ]
    if hidden:
        callers += [
            ("nobody with the key", people.nobody, True, row.nobody),
            ("forged token with the key", people.forged, True, row.forged),
            ("guest with the key", people.guest, True, row.guest),
        ]
    refused = [caller for caller in callers if caller[3] >= 400]
    return refused, [caller for caller in callers if caller[3] < 400]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(str(tmp_path_factory.mktemp("callers") / "games.sqlite")) as running:
        yield running


@pytest.fixture(scope="module", params=[True, False], ids=["public", "private"])
def public(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(scope="module")
def people(site: Site, public: bool) -> Iterator[People]:  # noqa: ARG001  # not all at once
    with people_at(site) as known:
        yield known


@pytest.mark.parametrize("row", [row for row in TABLE if not row.stage], ids=Row.name)
def test_the_house_answers_every_caller(site: Site, row: Row) -> None:
    with people_at(site) as people:
        for callers in refused_and_let_in(people, row, public=True):
            for name, client, _, status in callers:
                assert knock(people, row, client, None, None) == status, name


@pytest.mark.parametrize("row", [row for row in TABLE if row.stage], ids=Row.name)
def test_a_table_answers_every_caller(people: People, row: Row, public: bool) -> None:
    refused, let_in = refused_and_let_in(people, row, public=public)
    game, key = people.open(row.stage, public=public)
    before = people.host.game(game)
    for name, client, with_key, status in refused:
        assert knock(people, row, client, game, key if with_key else None) == status, name
    assert people.host.game(game) == before
    for n, (name, client, with_key, status) in enumerate(let_in):
        if n and row.method != "GET":
            game, key = people.open(row.stage, public=public)
        assert knock(people, row, client, game, key if with_key else None) == status, name


def described(app: FastAPI) -> set[tuple[str, str]]:
    """Return the routes of the documentation, where every route of ours has to be."""
    for module in (people_routes, game_routes, house_routes):
        for route in module.router.routes:
            assert isinstance(route, APIRoute) and route.include_in_schema
    paths = app.openapi()["paths"]
    return {(method.upper(), path) for path, methods in paths.items() for method in methods}


def test_every_route_has_a_row(tmp_path: Path) -> None:
    app = create_app(Config(str(tmp_path / "games.sqlite")))
    ours = {route.path for route in app.routes if isinstance(route, Route)}
    assert ours == {"/health", "/metrics", app.openapi_url}
    rows = [(row.method, row.path) for row in TABLE]
    assert described(app) | {("GET", app.openapi_url)} == set(rows)
    assert len(set(rows)) == len(rows)
