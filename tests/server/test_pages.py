"""The browser app as it is served: its files, its pages, and nothing else of this machine."""

import socket
from collections.abc import Iterator
from gzip import decompress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from azulejos.server.web.pages import NOT_BUILT
from tests.server.serving import Site, serving
from tests.server.tables import HOST, local

PAGE = '<!doctype html><html lang="en"><title>Azulejos</title>' + "<p>tile</p>" * 50
GAME_PAGE = PAGE + "<p>table</p>"
SCRIPT = "export const tile = 1;\n" * 100
FONT = bytes(range(256)) * 4
TYPES = {
    "/": "text/html; charset=utf-8",
    "/index.html": "text/html; charset=utf-8",
    "/game.html": "text/html; charset=utf-8",
    "/icon.svg": "image/svg+xml",
    "/manifest.webmanifest": "application/manifest+json",
    "/assets/app-1.js": "text/javascript; charset=utf-8",
    "/assets/app-1.css": "text/css; charset=utf-8",
    "/assets/en-1.json": "application/json",
    "/assets/font-1.woff2": "font/woff2",
}
"""What the tests' app consists of, and as what it has to come."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with a small app; a secret lies just outside of its folder."""
    folder = tmp_path_factory.mktemp("pages")
    pages = folder / "web"
    (pages / "assets").mkdir(parents=True)
    (folder / "secret.txt").write_text("secret")
    (pages / "index.html").write_text(PAGE)
    (pages / "game.html").write_text(GAME_PAGE)
    (pages / "icon.svg").write_text("<svg/>")
    (pages / "manifest.webmanifest").write_text("{}")
    (pages / "assets" / "app-1.js").write_text(SCRIPT)
    (pages / "assets" / "app-1.css").write_text("p{}")
    (pages / "assets" / "en-1.json").write_text("{}")
    (pages / "assets" / "font-1.woff2").write_bytes(FONT)
    with serving(str(folder / "games.sqlite"), pages=pages) as running:
        yield running


def raw(site: Site, path: str, method: str = "GET", **headers: str) -> bytes:
    """Send a request exactly as it is written, and return the whole answer."""
    address = urlsplit(site.url)
    lines = [f"{method} {path} HTTP/1.1", f"Host: {address.netloc}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    with socket.create_connection((address.hostname, address.port or 80), timeout=30) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode())
        return b"".join(iter(lambda: line.recv(65536), b""))


@pytest.mark.parametrize(("path", "kind"), TYPES.items())
def test_every_file_comes_as_what_it_is(site: Site, path: str, kind: str) -> None:
    with site.client() as browser:
        answer = browser.http.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'; script-src 'self';" in answer.headers["content-security-policy"]
        head = browser.http.head(path)
        assert (head.status_code, head.content) == (200, b"")
        for name in ("content-type", "content-length", "cache-control", "etag"):
            assert head.headers[name] == answer.headers[name]


@pytest.mark.parametrize("path", ["/new", "/game", "/games", "/rules/", "/a/b/c"])
def test_every_address_of_the_app_is_the_page(site: Site, path: str) -> None:
    with site.client() as browser:
        answer = browser.http.get(path)
        assert (answer.status_code, answer.text) == (200, PAGE)
        assert answer.headers["cache-control"] == "no-cache"
        assert browser.http.head(path).status_code == 200


@pytest.mark.parametrize("path", ["/game/abc", "/game/abc/12", "/game/abc?key=a.b"])
def test_the_address_of_a_game_is_a_page_of_its_own(site: Site, path: str) -> None:
    with site.client() as browser:
        answer = browser.http.get(path)
        assert (answer.status_code, answer.text) == (200, GAME_PAGE)
        assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    ["/assets/gone-1.js", "/assets/", "/assets/x", "/favicon.ico", "/api", "/api/", "/a/b.c"],
)
def test_what_is_not_there_is_missing(site: Site, path: str) -> None:
    with site.client() as browser:
        answer = browser.http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "missing")
        assert browser.http.head(path).status_code == 404


def test_the_api_keeps_its_own_refusals(site: Site) -> None:
    with site.client() as browser:
        assert browser.http.get("/api/v1/nothing").json()["code"] == "missing"
        assert browser.http.post("/api/v2/games").json()["code"] == "missing"
        wrong = browser.http.get("/api/v1/study")
        assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")
        posted = browser.http.post("/new")
        assert (posted.status_code, posted.json()["code"]) == (405, "method")
        assert posted.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/../../secret.txt",
        "/assets/..%5c..%5csecret.txt",
        "//secret.txt",
        "/assets/%00/../../secret.txt",
        "/./../web/../secret.txt",
    ],
)
def test_no_path_leads_out_of_the_folder(site: Site, path: str) -> None:
    answer = raw(site, path)
    assert answer.startswith(b"HTTP/1.1 404") and not answer.endswith(b"secret")


def test_names_with_a_hash_stay_for_ever_and_the_page_is_asked_for_again(site: Site) -> None:
    with site.client() as browser:
        script = browser.http.get("/assets/app-1.js")
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        page = browser.http.get("/")
        assert page.headers["cache-control"] == "no-cache"
        for path in ("/", "/new"):
            again = browser.http.get(path, headers={"If-None-Match": page.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == page.headers["etag"]
            assert again.headers["cache-control"] == "no-cache"
        other = browser.http.get("/", headers={"If-None-Match": '"another", W/"one"'})
        assert other.status_code == 200


def test_texts_are_compressed_for_those_who_can_read_it(site: Site) -> None:
    with site.client() as browser:
        for path, text in (("/", PAGE), ("/assets/app-1.js", SCRIPT)):
            small = browser.http.get(path, headers={"Accept-Encoding": "br, gzip;q=0.5"})
            assert small.headers["content-encoding"] == "gzip" and small.text == text
            assert int(small.headers["content-length"]) < len(text) / 2
            assert small.headers["vary"] == "Accept-Encoding"
            for refused in ("identity", "gzip;q=0", "gzip; q=0.0", "br"):
                plain = browser.http.get(path, headers={"Accept-Encoding": refused})
                assert "content-encoding" not in plain.headers and plain.text == text
                assert plain.headers["vary"] == "Accept-Encoding"
        font = browser.http.get("/assets/font-1.woff2")
        assert "content-encoding" not in font.headers and font.content == FONT
        tiny = browser.http.get("/icon.svg")
        assert "content-encoding" not in tiny.headers


def test_large_answers_are_compressed_and_streams_are_not(site: Site) -> None:
    with site.client() as ana:
        ana.post("/guests", name="Ana")
        game = ana.open(HOST, local("Bo"))
        ana.post(f"/games/{game}/start")
        for _ in range(12):
            ana.move(game)
        path = f"/api/v1/games/{game}/updates"
        large = ana.http.get(path, headers={"Accept-Encoding": "gzip"})
        plain = ana.http.get(path, headers={"Accept-Encoding": "identity"})
        assert large.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert large.json() == plain.json()
        assert int(large.headers["content-length"]) * 5 < len(plain.content)
        assert int(plain.headers["content-length"]) == len(plain.content)
        cookie = f"azulejos={ana.http.cookies['azulejos']}"
        first, second = (
            raw(site, path, Accept_Encoding="gzip", Cookie=cookie).partition(b"\r\n\r\n")[2]
            for _ in range(2)
        )
        assert first == second and decompress(first) == plain.content
        small = ana.http.get("/api/v1/levels", headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in small.headers
        stream = ana.http.stream(
            "GET", f"/api/v1/games/{game}/events", headers={"Accept-Encoding": "gzip"}
        )
        with stream as events:
            assert "content-encoding" not in events.headers
            assert next(events.iter_raw()).startswith(b"retry: ")


def test_an_app_that_is_not_built_says_what_to_run(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.sqlite"), pages=tmp_path / "web") as site:
        for path in ("/", "/game/abc"):
            answer = httpx.get(site.url + path)
            assert (answer.status_code, answer.text) == (503, NOT_BUILT)
        assert httpx.get(site.url + "/assets/app.js").status_code == 404
        assert httpx.get(site.url + "/api/v1/levels").status_code == 200
