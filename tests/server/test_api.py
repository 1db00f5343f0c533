"""The API as programs find it: documented, with health and numbers beside it."""

import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from azulejos.players import names
from azulejos.server import Config
from azulejos.server.web.app import create_app
from tests.server.serving import serving
from tests.server.tables import HOST, OPEN


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
