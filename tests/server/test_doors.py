"""Closed doors: who gets in, who is turned away, and what nobody gets to see."""

import json
import logging
from pathlib import Path
from random import Random

import pytest

from azulejos.errors import LimitError, OptionError
from azulejos.server import Rate
from azulejos.server.game.values import clean_name
from azulejos.server.limits import Limiter
from azulejos.server.views import view_game, view_update
from tests.server.serving import serving
from tests.server.tables import ANA, BEA, CID, HOST, NAMES, OPEN, Scene, local, settings

COOKIE = "azulejos"
NONCE = "ab" * 32


def test_a_browser_gets_a_cookie_its_pages_cannot_read(database: str) -> None:
    with serving(database) as site, site.client(Origin=site.url) as ana:
        answer = ana.ask("POST", "/guests", name="  Ana \u00a0 B ")
        assert answer.json() == {"name": "Ana B", "token": None}
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=lax" in cookie and "path=/" in cookie
        assert ana.get("/me")["name"] == "Ana B"
        assert ana.ask("PATCH", "/me", name="Anna").json()["name"] == "Anna"
        assert ana.get("/me")["name"] == "Anna"
        assert ana.ask("DELETE", "/me/session").status_code == 204
        assert ana.ask("GET", "/me").status_code == 401


def test_a_secure_server_guards_its_cookie(database: str) -> None:
    with serving(database, public_url="https://azul.example.org") as site, site.client() as ana:
        answer = ana.ask("POST", "/guests", name="Ana")
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-azulejos=") and "Secure" in cookie
        assert "max-age" in answer.headers["strict-transport-security"]


def test_a_personal_link_takes_a_seat_to_another_device_once(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana, site.client() as phone:
        game = ana.open(HOST, local("Bo"))
        code = ana.post("/me/link")["code"]
        phone.post("/guests/claim", code=code)
        assert phone.game(game)["seats"][0]["you"]
        phone.post(f"/games/{game}/start")
        phone.move(game)
        with site.client() as thief:
            assert thief.refused(404, "/guests/claim", code=code)["field"] == "code"


def test_a_write_from_another_site_is_refused(database: str) -> None:
    with serving(database) as site, site.client() as ana:
        ana.post("/guests", name="Ana")
        for headers in (
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Sec-Fetch-Site": "cross-site"},
        ):
            answer = ana.http.post("/api/v1/me/link", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "origin")
        answer = ana.http.get("/api/v1/me", headers={"Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in answer.headers
        wrong = ana.http.get("/api/v1/me", headers={"Host": "evil.example"})
        assert wrong.status_code == 421


def test_a_private_table_is_not_there_without_its_key(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana, site.guest("Bea") as bea:
        game = ana.open(HOST, OPEN)
        key = ana.game(game)["key"]
        routes = ["", "/updates", "/events", "/record", "/hint"]
        for route in routes:
            assert bea.ask("GET", f"/games/{game}{route}").status_code == 404
            assert bea.ask("GET", f"/games/{game}{route}?key=wrong").status_code == 404
        missing = bea.refused(404, f"/games/{game}/join")
        assert missing == bea.refused(404, "/games/nosuchgame/join")
        assert bea.get("/lobby") == {"games": []}
        assert bea.get(f"/games/{game}?key={key}")["game"]["key"] is None
        bea.post(f"/games/{game}/join?key={key}")
        assert bea.game(game)["key"] == key


def test_strangers_and_wrong_tokens_are_turned_away(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana, site.client() as stranger:
        game = ana.open(HOST, OPEN, public=True)
        ana_token = ana.http.headers["Authorization"]
        for path in ("/games", f"/games/{game}/join", f"/games/{game}/leave", "/me/link"):
            body = {"seats": [HOST, OPEN]} if path == "/games" else {}
            assert stranger.refused(401, path, **body)["code"] == "identity"
        for header in ("Bearer nonsense", "Basic x", "Bearer", ana_token + "x", ""):
            answer = stranger.http.get("/api/v1/me", headers={"Authorization": header})
            assert answer.status_code == 401
        stranger.http.cookies.set(COOKIE, "nonsense")
        assert stranger.ask("GET", "/me").status_code == 401
        assert stranger.game(game)["seats"]


def test_whoever_has_no_seat_changes_nothing(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana, site.guest("Eve") as eve:
        game = ana.open(HOST, local("Bo"), public=True)
        eve.refused(403, f"/games/{game}/start")
        eve.refused(403, f"/games/{game}/leave")
        eve.refused(403, f"/games/{game}/nonce", nonce=NONCE)
        ana.post(f"/games/{game}/start")
        now = ana.game(game)
        wish = {"number": now["number"]}
        eve.refused(403, f"/games/{game}/moves", move=now["legal"][0], **wish)
        for path in ("undo", "resign"):
            eve.refused(403, f"/games/{game}/{path}", **wish)
        eve.refused(403, f"/games/{game}/undo/answer", accept=True, **wish)
        eve.refused(403, f"/games/{game}/return")
        eve.refused(403, f"/games/{game}/rematch")
        assert ana.game(game) == now


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/guests", {}, "name"),
        ("/guests", {"name": 5}, "name"),
        ("/guests", {"name": "<b>Ana</b>"}, "name"),
        ("/guests", {"name": "A\u0000"}, "name"),
        ("/guests", {"name": "Ana", "bearer": 1}, "bearer"),
        ("/guests", {"name": "Ana", "admin": True}, "admin"),
        ("/games", {"seats": [HOST]}, "seats"),
        ("/games", {"seats": [HOST, {"kind": "level", "level": "x"}]}, "seats.1.level"),
        ("/games", {"seats": [HOST, {"kind": "throne"}]}, "seats.1"),
        ("/games", {"seats": [HOST, OPEN], "start": False}, "start"),
        ("/games", {"seats": [HOST, {"kind": "level", "level": 5}]}, "seats.1.level"),
        ("/games", {"seats": [HOST, {"kind": "local", "name": "<b>"}]}, "seats.1.name"),
        ("/games", {"seats": [HOST, {"kind": "open", "name": "Bo"}]}, "seats.1.name"),
        (
            "/games",
            {"seats": [HOST, OPEN], "clock": {"kind": "move", "seconds": 1}},
            "clock.seconds",
        ),
        ("/games", {"seats": [HOST, OPEN], "clock": {"kind": "move"}}, "clock.seconds"),
        (
            "/games",
            {"seats": [HOST, OPEN], "stand_in": {"kind": "level", "level": 5}},
            "stand_in.level",
        ),
    ],
)
def test_a_wrong_request_is_refused_with_the_field_at_fault(
    tmp_path_factory: pytest.TempPathFactory, path: str, body: dict[str, object], field: str
) -> None:
    database = str(tmp_path_factory.mktemp("db") / "games.sqlite")
    with serving(database) as site, site.guest("Ana") as ana:
        assert ana.refused(422, path, **body)["field"] == field


def test_a_wrong_table_is_refused_in_plain_words(database: str) -> None:
    said: list[tuple[dict[str, object], str, str]] = [
        ({"seats": 2}, "seats", "this should be a list"),
        ({"seats": [HOST]}, "seats", "there should be at least 2, not 1"),
        ({"seats": [HOST, *4 * [OPEN]]}, "seats", "there should be at most 4, not 5"),
        ({"seats": [HOST, "open"]}, "seats.1", "this should be an object"),
        ({"seats": [HOST, {}]}, "seats.1", "it has no 'kind'"),
        (
            {"seats": [HOST, OPEN], "clock": {"kind": "sand"}},
            "clock",
            "its 'kind' should be one of 'none', 'move', 'bank', 'days'",
        ),
    ]
    with serving(database) as site, site.guest("Ana") as ana:
        for body, field, message in said:
            refusal = ana.refused(422, "/games", **body)
            assert (refusal["field"], refusal["message"]) == (field, message)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"{bad", "the body is not JSON: see character 2"),
        (b'{"name": ', "the body is not JSON: see character 10"),
        (b'{"name": "\xff"}', "the body cannot be read as JSON"),
        (b"9" * 5000, "the body cannot be read as JSON"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused_as_a_whole(
    tmp_path: Path, body: bytes, message: str
) -> None:
    with serving(str(tmp_path / "games.sqlite")) as site, site.client() as ana:
        answer = ana.http.post(
            "/api/v1/guests", content=body, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 400
        assert answer.json() == {"code": "invalid", "message": message, "field": "body"}


def test_a_body_that_is_too_large_is_not_read(database: str) -> None:
    with serving(database) as site, site.client() as ana:
        answer = ana.http.post("/api/v1/guests", content=b" " * 70_000)
        assert (answer.status_code, answer.json()["code"]) == (413, "limit")


def test_too_many_requests_have_to_wait(database: str) -> None:
    with (
        serving(database, guest_rate=Rate(2, 0.01), person_rate=Rate(3, 0.01)) as site,
        site.guest("Ana") as ana,
        site.client() as other,
    ):
        other.post("/guests", name="Bea")
        answer = other.ask("POST", "/guests", name="Cid")
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 10
        for _ in range(3):
            ana.post("/me/link")
        assert ana.ask("POST", "/me/link").status_code == 429
        assert ana.ask("GET", "/me").status_code == 200


def test_a_bucket_fills_again() -> None:
    time = [0.0]
    limiter = Limiter(Rate(2, 0.5), lambda: time[0])
    limiter.take("a")
    limiter.take("a")
    limiter.take("b")
    with pytest.raises(LimitError) as refusal:
        limiter.take("a")
    assert refusal.value.retry_after == 2
    time[0] = 2.0
    limiter.take("a")
    with pytest.raises(LimitError):
        limiter.take("a")


def test_every_answer_is_guarded(database: str) -> None:
    with serving(database) as site, site.client() as ana:
        for path in ("/api/v1/lobby", "/health", "/", "/nothing.js", "/api/v1/games/%00"):
            headers = ana.http.get(path).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert "server" not in headers
        missing = ana.http.get("/nothing.js").json()
        assert missing == {"code": "missing", "message": "Not Found", "field": None}
        wrong = ana.http.put("/api/v1/me")
        assert (wrong.status_code, wrong.headers["allow"]) == (405, "GET, PATCH")


def test_logs_keep_secrets(database: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with serving(database) as site, site.guest("Ana") as ana:
        game = ana.open(HOST, local("Bo"))
        key = ana.game(game)["key"]
        ana.get(f"/games/{game}?key={key}")
        seed = site.services.house._games[game].secret.server_seed
        token = ana.http.headers["Authorization"].removeprefix("Bearer ")
    ours = [r for r in caplog.records if not r.name.startswith(("httpx", "httpcore", "aiosqlite"))]
    text = "\n".join(record.getMessage() for record in ours)
    assert "/games/{id}" in text
    for secret in (key, seed, token):
        assert secret not in text


def test_views_tell_nobody_what_is_not_theirs_to_know() -> None:
    scene = Scene(settings(HOST, OPEN, local("Eva")))
    scene.nonce(ANA, NONCE)
    scene.join(BEA, nonce="cd" * 32)
    scene.start()
    scene.play_on(Random(5))
    text = ""
    for before, event, table in scene.steps():
        for receiver in (None, ANA, BEA, CID):
            game = view_game("g", table, scene.secret, receiver)
            text = view_update(before, event, game).model_dump_json()
            assert (scene.secret.key in text) == (receiver in table.people)
            assert (scene.secret.server_seed in text) == (table.status == "over")
            assert (NONCE in text) == (table.status == "over")
            for person in NAMES:
                assert person not in text
    assert json.loads(text)["game"]["status"] == "over"


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 33, "a\nb\u200b", "\ud800", "<script>", 'a"b', "a\\"]
)
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(OptionError):
        clean_name(name)


@pytest.mark.parametrize(
    ("name", "clean"), [("Ana", "Ana"), (" Jiří\tN. ", "Jiří N."), ("e\u0301", "é"), ("李", "李")]
)
def test_names_are_made_plain(name: str, clean: str) -> None:
    assert clean_name(name) == clean
