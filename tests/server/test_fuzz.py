"""Nonsense in headers, cookies, tokens, links and streams: no failure, and nothing secret."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from threading import Thread
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.processes import wait_until
from tests.server.serving import API, Client, Site, serving
from tests.server.tables import HOST, OPEN, local

FEW = settings(max_examples=25, suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=2000, suppress_health_check=list(HealthCheck))
NUMBERS = st.integers(-(10**40), 10**40).map(lambda number: str(number).encode())
NONSENSE = st.one_of(st.binary(max_size=300), NUMBERS, st.text(max_size=80).map(str.encode))
WORDS = st.text(max_size=200)


class Scene(NamedTuple):
    """A server with a public and a private game at play, and what nobody may get to know."""

    site: Site
    ana: Client
    public: str
    private: str
    secrets: list[bytes]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with ExitStack() as stack:
        database = str(tmp_path_factory.mktemp("fuzz") / "games.sqlite")
        site = stack.enter_context(serving(database))
        ana = stack.enter_context(site.guest("Ana"))
        public, private = ana.open(HOST, local("Bo"), public=True), ana.open(HOST, local("Cy"))
        for game in (public, private):
            ana.post(f"/games/{game}/nonce", nonce="ab" * 32)
            ana.post(f"/games/{game}/start")
            ana.move(game)
        kept = [site.services.house._games[game].secret for game in (public, private)]
        secrets = [secret.server_seed for secret in kept] + [kept[1].key, "ab" * 32, private]
        secrets.append(ana.http.headers["Authorization"].removeprefix("Bearer "))
        secrets.append(ana.post("/me/link")["code"])
        yield Scene(site, ana, public, private, [secret.encode() for secret in secrets])


def send(site: Site, method: str, path: str, *headers: bytes, body: bytes = b"") -> bytes:
    """Send a request byte by byte as it is, and return what comes back."""
    address = urlsplit(site.url)
    lines = [f"{method} {path} HTTP/1.1".encode(), b"Host: 127.0.0.1", *headers]
    if body:
        lines += [b"Content-Type: application/json", b"Content-Length: %d" % len(body)]
    request = b"\r\n".join([*lines, b"Connection: close", b"", b""]) + body
    with socket.create_connection((address.hostname or "", address.port or 0), 30) as connection:
        connection.sendall(request)
        answer = bytearray()
        while part := connection.recv(65536):
            answer += part
            if b"text/event-stream" in answer and (b"\ndata: " in answer or b"\n: " in answer):
                break  # a stream goes on for ever
    return bytes(answer)


def status_of(answer: bytes) -> int:
    """Return the status of an answer; none at all is one to what is no request."""
    return int(answer.split(b" ", 2)[1]) if answer else 400


def check(scene: Scene, answer: bytes, *, asked: bytes = b"") -> int:
    """See that an answer is no failure and tells no secret but one that was asked with."""
    status = status_of(answer)
    assert status < 500, answer
    for secret in scene.secrets:
        assert secret not in answer or secret in asked
    return status


def shake_stream(scene: Scene, last: bytes) -> None:
    path = f"{API}/games/{scene.public}/events"
    if b"\r" in last or b"\n" in last:
        last = last.replace(b"\r", b"").replace(b"\n", b"")
    status = check(scene, send(scene.site, "GET", path, b"Last-Event-ID: " + last))
    assert status in (200, 400)


@given(NONSENSE)
@example(b"")
@example(b"0")
@example(b"-1")
@example(b"9" * 400)
@example("٣".encode())
@FEW
def test_a_stream_resumes_from_nonsense(scene: Scene, last: bytes) -> None:
    shake_stream(scene, last)


@pytest.mark.slow
@given(NONSENSE)
@MANY
def test_a_stream_resumes_from_much_nonsense(scene: Scene, last: bytes) -> None:
    shake_stream(scene, last)


def shake_doors(scene: Scene, junk: bytes, text: str) -> None:
    """Knock at every door with a wrong key: cookie, token, key in the link, code, id."""
    line = junk.replace(b"\r", b"").replace(b"\n", b"")
    words = quote(text, safe="")
    private = f"{API}/games/{scene.private}"
    for header in (b"Cookie: azulejos=", b"Cookie: ", b"Authorization: Bearer ", b"Authorization:"):
        for method, path in (("GET", f"{API}/me"), ("GET", private), ("POST", f"{private}/leave")):
            status = check(scene, send(scene.site, method, path, header + line))
            assert status in (400, 401, 404)
    for path in (f"{private}?key={words}", f"{private}/events?key={words}&after={words}"):
        assert check(scene, send(scene.site, "GET", path)) in (400, 404, 422)
    status = check(scene, send(scene.site, "GET", f"{API}/games/{words}."), asked=text.encode())
    assert status in (400, 404, 422)
    for body in (b'{"code": "' + junk + b'"}', junk or b"{"):
        status = check(scene, send(scene.site, "POST", f"{API}/guests/claim", body=body))
        assert status in (400, 404, 422)


@given(NONSENSE, WORDS)
@example(b"\xff\xfe", "\x00")
@example(b'"', "../../me")
@settings(FEW, max_examples=12)
def test_wrong_keys_open_no_door(scene: Scene, junk: bytes, text: str) -> None:
    shake_doors(scene, junk, text)


@pytest.mark.slow
@given(NONSENSE, WORDS)
@settings(MANY, max_examples=500)
def test_many_wrong_keys_open_no_door(scene: Scene, junk: bytes, text: str) -> None:
    shake_doors(scene, junk, text)


@given(st.binary(max_size=200))
@FEW
def test_what_is_no_request_does_no_harm(scene: Scene, junk: bytes) -> None:
    address = urlsplit(scene.site.url)
    with socket.create_connection((address.hostname or "", address.port or 0), 30) as connection:
        connection.sendall(junk)
        connection.shutdown(socket.SHUT_WR)
        answer = connection.recv(65536)
    check(scene, answer)


def storm(scene: Scene, seed: int, rounds: int) -> None:
    """Connect and hang up at once, or a little later, again and again."""
    rng = Random(seed)
    address = urlsplit(scene.site.url)
    paths = [f"{API}/games/{scene.public}/events", f"{API}/lobby/events"]
    for _ in range(rounds):
        connection = socket.create_connection((address.hostname or "", address.port or 0), 30)
        with connection:
            last = rng.randrange(-2, 12)
            request = f"GET {rng.choice(paths)} HTTP/1.1\r\nHost: localhost\r\n"
            request += f"Last-Event-ID: {last}\r\n\r\n"
            connection.sendall(request.encode()[: rng.randrange(1, len(request) * 3)])
            if rng.random() < 0.5:
                connection.settimeout(rng.random() * 0.05)
                try:
                    check(scene, connection.recv(4096) or b"- 200 -")
                except (TimeoutError, ConnectionError):
                    continue


@pytest.mark.parametrize("rounds", [15, pytest.param(500, marks=pytest.mark.slow)])
def test_a_storm_of_streams_passes(tmp_path_factory: pytest.TempPathFactory, rounds: int) -> None:
    database = str(tmp_path_factory.mktemp("storm") / "games.sqlite")
    with serving(database, max_streams=10**6) as site, site.guest("Ana") as ana:
        game = ana.open(HOST, OPEN, public=True)
        secret = site.services.house._games[game].secret.server_seed.encode()
        scene = Scene(site, ana, game, game, [secret])
        threads = [Thread(target=storm, args=(scene, seed, rounds)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        wait_until(lambda: site.services.streams.num_open == 0, "all streams were closed")
        with ana.follow(f"/games/{game}/events", last=0) as stream:
            assert next(stream)[0] == 1
