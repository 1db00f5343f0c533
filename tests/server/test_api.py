"""The API as programs find it: documented, with health and numbers beside it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from azulejos.notation import format_position
from azulejos.players import names
from azulejos.rules import State
from azulejos.server import Config
from azulejos.server.web.app import create_app
from tests.server.serving import Site, serving
from tests.server.tables import HOST, OPEN

START = format_position(State.new())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(str(tmp_path_factory.mktemp("api") / "games.sqlite")) as running:
        yield running


def test_every_route_is_described_with_its_refusals(tmp_path: Path) -> None:
    schema = create_app(Config(str(tmp_path / "games.sqlite"))).openapi()
    assert len(schema["paths"]) > 20
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            assert route["description"], path
            if path.startswith("/api"):
                assert {"422", "429"} <= route["responses"].keys(), (method, path)
            for status, answer in route["responses"].items():
                if status in ("401", "403", "404", "422"):
                    reference = answer["content"]["application/json"]["schema"]["$ref"]
                    assert reference == "#/components/schemas/Refusal"
    body = schema["paths"]["/api/v1/games"]["post"]["requestBody"]["content"]["application/json"]
    assert len(body["examples"]) == 3


def test_health_numbers_and_levels(database: str) -> None:
    with serving(database) as site, site.guest("Ana") as ana:
        ana.open(HOST, OPEN)
        assert ana.http.get("/health").json()["status"] == "ok"
        text = ana.http.get("/metrics").text
        assert "azulejos_games_open 1\n" in text
        assert re.search(
            r'requests_total\{method="POST",route="[^"]*/games",status="201"\} 1', text
        )
        assert re.search(r'azulejos_http_seconds_bucket\{le="\+Inf"\} \d+', text)
        assert [level["name"] for level in ana.get("/levels")] == list(names())
        schema = ana.http.get("/api/v1/openapi.json").json()
        assert schema["info"]["title"] == "Azulejos"


def test_a_record_that_is_wrong_is_refused_with_the_reason(database: str) -> None:
    with serving(database) as site, site.client() as stranger:
        assert stranger.refused(422, "/verify", record="no record")["code"] == "notation"
        wrong = '[Wall "coloured"]\n[Players "9"]\n'
        refusal = stranger.refused(422, "/verify", record=wrong)
        assert (refusal["code"], refusal["field"]) == ("record", "Players")
        unfair = '[Wall "coloured"]\n[Players "2"]\n'
        assert stranger.refused(422, "/verify", record=unfair)["code"] == "fairness"


def test_a_position_can_be_studied_step_by_step(site: Site) -> None:
    with site.client() as stranger:
        empty = stranger.post("/study", position=START)
        assert (empty["position"]["text"], empty["legal"], empty["choices"]) == (START, [], [])
        assert empty["effects"] is None
        dealt = stranger.post("/study", position=START, event="=BBRK/YYWW/BYRW/KKKK/BBYY")
        assert dealt["effects"]["deal"] == ["BBRK", "YYWW", "BYRW", "KKKK", "BBYY"]
        assert dealt["position"]["phase"] == "draft"
        text = dealt["position"]["text"]
        moved = stranger.post("/study", position=text, event="4K3")
        assert moved["effects"]["placed"]["fallen"] == 1
        assert moved["legal"] == [choice["move"] for choice in moved["choices"]]
        choice = next(choice for choice in dealt["choices"] if choice["move"] == "4K3")
        assert choice == {
            "move": "4K3",
            "source": 3,
            "colour": "K",
            "count": 4,
            "marker": False,
            "line": 2,
            "column": None,
            "on_line": 3,
            "fallen": 1,
            "discarded": 0,
            "full": True,
            "points": 1,
            "cost": 1,
        }


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"position": "no"}, "notation", "position"),
        ({"position": START.replace("20,20", "20,19", 1)}, "position", "position"),
        ({"position": START, "event": "4K"}, "notation", "event"),
        ({"position": START, "event": "4K4"}, "illegal-move", "event"),
        ({"position": START, "event": "=BB"}, "notation", "event"),
        ({"position": START, "event": "=" + "BBBB/" * 4 + "YYYY/B"}, "notation", "event"),
        ({"position": START, "event": "=" + "BBBB/" * 4 + "YYY"}, "illegal-deal", "event"),
        ({"position": START, "event": 4}, "invalid", "event"),
        ({"position": START, "player": 1}, "invalid", "player"),
        ({"event": "4K4"}, "invalid", "position"),
    ],
)
def test_what_cannot_be_studied_is_refused_with_its_field(
    site: Site, body: dict[str, Any], code: str, field: str
) -> None:
    with site.client() as stranger:
        refusal = stranger.refused(422, "/study", **body)
        assert (refusal["code"], refusal["field"]) == (code, field)


def test_a_player_to_move_is_told_what_each_move_would_do(site: Site) -> None:
    with site.guest("Ana") as ana, site.guest("Bea") as bea:
        game = ana.open(HOST, OPEN, public=True, start=0)
        bea.post(f"/games/{game}/join")
        ana.post(f"/games/{game}/start")
        seen = ana.game(game)
        assert [choice["move"] for choice in seen["choices"]] == seen["legal"] != []
        assert bea.game(game)["choices"] == []
        studied = bea.post("/study", position=seen["position"]["text"])
        assert studied["choices"] == seen["choices"]


def test_a_database_that_goes_away_is_not_our_callers_fault(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.sqlite")) as site, site.client() as stranger:
        assert stranger.http.get("/health").status_code == 200
        for file in tmp_path.glob("games.sqlite*"):
            file.write_bytes(b"torn" * 5000)
        answer: httpx.Response | None = None
        for _ in range(20):
            answer = stranger.ask("POST", "/guests", name="Ana")
            if answer.status_code != 201:
                break
        assert answer is not None
        assert (answer.status_code, answer.json()["code"]) == (503, "storage")


@pytest.mark.parametrize("module", ["azulejos", "azulejos.cli", "azulejos.server.thinking"])
def test_who_does_not_serve_does_not_pay_for_it(module: str) -> None:
    heavy = "{'fastapi', 'sqlalchemy', 'uvicorn', 'alembic', 'pydantic', 'psycopg'}"
    script = f"import sys, {module}; print(sorted({heavy} & sys.modules.keys()))"
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert found.stdout == "[]\n"
