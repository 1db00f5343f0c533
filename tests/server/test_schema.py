"""The whole API against its own description: whatever is asked, the answer is as described.

Requests come from the OpenAPI document, right and wrong ones, with the ids of real tables and
with real callers mixed in.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zlib import crc32

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case, checks

from azulejos.server import Config
from azulejos.server.web.app import create_app
from tests.server.serving import Client, Site, serving
from tests.server.tables import GREEDY, HOST, OPEN

checks.load_all_checks()
CHECKS: list[Any] = [
    checks.CHECKS.get_one(name)
    for name in (
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_headers_conformance",
        "response_schema_conformance",
        "unsupported_method",
        "negative_data_rejection",
    )
]
"""What every answer is judged by; the last one only where the request is as it was drawn."""
STREAMS = r"/events$"


def load_schema() -> Any:
    """Return the description of the API; streams, which never end, have tests of their own."""
    with TemporaryDirectory() as folder:
        document = create_app(Config(f"{folder}/games.sqlite")).openapi()
    return schemathesis.openapi.from_dict(document).exclude(path_regex=STREAMS)


schema = load_schema()


class Scene(NamedTuple):
    """A server with tables at all stages, and people to ask about them."""

    site: Site
    tokens: list[str | None]
    games: list[str]
    secrets: list[str]


def open_tables(ana: Client, bea: Client) -> list[str]:
    """Return tables that wait, that play, and one whose game is over."""
    games = [ana.open(HOST, OPEN, OPEN, public=True), ana.open(HOST, OPEN)]
    games += [ana.open(HOST, OPEN, public=True, hints=True) for _ in range(3)]
    games.append(ana.open(HOST, GREEDY, OPEN, wall="gray", public=True))
    for game in games[2:]:
        bea.post(f"/games/{game}/join")
        ana.post(f"/games/{game}/start")
    number = ana.game(games[2])["number"]
    ana.post(f"/games/{games[2]}/resign", number=number)
    return games


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with ExitStack() as stack:
        database = str(tmp_path_factory.mktemp("schema") / "games.sqlite")
        site = stack.enter_context(serving(database))
        ana, bea = (stack.enter_context(site.guest(name)) for name in ("Ana", "Bea"))
        games = open_tables(ana, bea)
        hidden = ana.open(HOST, OPEN)
        secret = site.services.house._games[hidden].secret
        tokens = [c.http.headers["Authorization"].removeprefix("Bearer ") for c in (ana, bea)]
        secrets = [secret.server_seed, secret.key, hidden, *tokens]
        yield Scene(site, [None, *tokens], games, secrets)


def ask(scene: Scene, case: Case[Any]) -> None:
    """Send a request, as anybody, about a real table more often than not, and judge the answer."""
    rng = Random(crc32(repr((case.path_parameters, case.query, case.body)).encode()))
    path, drawn = case.path_parameters, True
    if path and "id" in path and rng.random() < 0.7:
        path["id"], drawn = rng.choice(scene.games), False
    if isinstance(case.body, dict) and "number" in case.body and rng.random() < 0.5:
        case.body["number"], drawn = rng.randrange(1, 9), False
    token = rng.choice(scene.tokens)
    leaves = case.operation.label.endswith("DELETE /api/v1/me/session")
    headers = {} if token is None or leaves else {"Authorization": f"Bearer {token}"}
    response = case.call(base_url=scene.site.url, headers=headers, timeout=30)
    strict = drawn and response.status_code != 413  # which is a refusal too
    case.validate_response(response, checks=CHECKS if strict else CHECKS[:-1])
    text = response.text
    assert "/me/games" in case.operation.label or scene.secrets[2] not in text
    assert not any(secret in text for secret in scene.secrets if secret != scene.secrets[2])


@schema.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_api_answers_as_it_is_described(case: Case[Any], scene: Scene) -> None:
    ask(scene, case)


@pytest.mark.slow
@schema.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_api_answers_as_it_is_described_to_the_end(case: Case[Any], scene: Scene) -> None:
    ask(scene, case)
