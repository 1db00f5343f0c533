"""A real server for tests: uvicorn on a free port, real requests, a clock that can be moved."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from threading import Thread
from time import monotonic
from typing import Any, Self

import httpx

from azulejos.notation import parse_position
from azulejos.server import Config
from azulejos.server.house import now_ms
from azulejos.server.run import Server, listen, make_server
from azulejos.server.services import Services
from tests.processes import PATIENCE, wait_until
from tests.server.tables import any_move

API = "/api/v1"
PLAIN = SSLContext(PROTOCOL_TLS_CLIENT)
"""Never used over plain HTTP; without it every client reads all certificates of the system."""


class Site:
    """A running server and its address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.ahead_ms = 0
        self.server: Server | None = None

    def now(self) -> int:
        """Return the server's time."""
        return now_ms() + self.ahead_ms

    @property
    def services(self) -> Services:
        assert self.server is not None and self.server.services is not None
        return self.server.services

    def client(self, token: str | None = None, **headers: str) -> "Client":
        """Return somebody who may ask the server."""
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return Client(httpx.Client(base_url=self.url, headers=headers, timeout=30, verify=PLAIN))

    def guest(self, name: str) -> "Client":
        """Return a program that has said who it is."""
        with self.client() as stranger:
            made = stranger.post("/guests", name=name, bearer=True)
        return self.client(made["token"])


class Client:
    """Somebody who asks the server."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        """Send a request and return the answer, whatever it is."""
        content = body if method in ("POST", "PATCH") else None
        return self.http.request(method, API + path, json=content)

    def post(self, path: str, **body: Any) -> Any:
        """Send something that is accepted."""
        response = self.ask("POST", path, **body)
        assert response.status_code in (200, 201), response.text
        return response.json()

    def get(self, path: str) -> Any:
        """Read something that can be read."""
        response = self.ask("GET", path)
        assert response.status_code == 200, response.text
        return response.json()

    def refused(self, status: int, path: str, **body: Any) -> dict[str, Any]:
        """Send something that is refused, and return the reason."""
        response = self.ask("POST", path, **body)
        assert response.status_code == status, response.text
        refusal: dict[str, Any] = response.json()
        assert {"code", "message", "field"} <= refusal.keys()
        return refusal

    def open(self, *seats: dict[str, str], **said: Any) -> str:
        """Open a table and return the id of its game."""
        game: str = self.post("/games", seats=list(seats), **said)["game"]["id"]
        return game

    def game(self, game_id: str) -> Any:
        """Return a game as it stands."""
        return self.get(f"/games/{game_id}")["game"]

    def move(self, game_id: str, choice: int = 0) -> Any:
        """Make one of the legal moves."""
        game = self.game(game_id)
        move = game["legal"][choice % len(game["legal"])]
        return self.post(f"/games/{game_id}/moves", number=game["number"], move=move)

    @contextmanager
    def follow(self, path: str, last: int | None = None) -> Iterator[Iterator[tuple[int, Any]]]:
        """Follow an event stream; yields numbers and what was sent."""
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        with self.http.stream("GET", API + path, headers=headers) as response:
            assert response.status_code == 200, response.read()
            yield messages(response.iter_lines())


def wander(game: Any, rng: Random) -> str:
    """Return a random move of a game as a client sees it, but one that lets games end."""
    return str(any_move(parse_position(game["position"]["text"]), rng))


def play_out(game_id: str, *people: Client, seed: int = 1) -> None:
    """Let people make random moves until the game is over."""
    rng = Random(seed)
    while True:
        for person in people:
            game = person.game(game_id)
            if game["status"] == "over":
                return
            if game["legal"]:
                move = wander(game, rng)
                person.post(f"/games/{game_id}/moves", number=game["number"], move=move)


def messages(lines: Iterator[str]) -> Iterator[tuple[int, Any]]:
    """Read the messages of an event stream."""
    number, since = 0, monotonic()
    for line in lines:
        assert monotonic() - since < PATIENCE, "the stream only shows signs of life"
        if line.startswith("id: "):
            number = int(line[4:])
        elif line.startswith("data: "):
            yield number, json.loads(line[6:])
            since = monotonic()


@contextmanager
def serving(database: str, **said: Any) -> Iterator[Site]:
    """Serve a database for as long as it is wanted."""
    unlimited = dict.fromkeys(("address_rate", "person_rate", "guest_rate", "table_rate"))
    config = Config(database, port=0, workers=1, heartbeat=0.5, **unlimited)  # type: ignore[arg-type]
    config = replace(config, **said)
    with listen(config) as listening:
        site = Site(f"http://127.0.0.1:{listening.getsockname()[1]}")
        site.server = make_server(config, site.now)
        thread = Thread(target=site.server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            wait_until(lambda: site.server is not None and site.server.started, "it serves")
            yield site
        finally:
            site.server.should_exit = True
            if site.server.services is not None:
                site.server.services.closing = True
            thread.join()
