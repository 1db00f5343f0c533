"""Routes for tables and games."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request, Response
from fastapi.responses import StreamingResponse

from azulejos.errors import ConflictError
from azulejos.notation import format_record
from azulejos.players import DEFAULT
from azulejos.server.game import commands, play
from azulejos.server.game.events import Event
from azulejos.server.game.record import record_of
from azulejos.server.game.settings import Settings
from azulejos.server.game.table import Table
from azulejos.server.live import LiveGame
from azulejos.server.services import Services
from azulejos.server.views import Update, view_game
from azulejos.server.web.answers import Hint, Updates
from azulejos.server.web.callers import OPTIONAL, Anybody, Parts, Somebody, Visible
from azulejos.server.web.errors import answer, refusals
from azulejos.server.web.examples import TABLES
from azulejos.server.web.requests import (
    Answering,
    AnswerUndo,
    GiveNonce,
    Join,
    PlayMove,
    Rematch,
    Resign,
    Start,
)
from azulejos.server.web.streams import resume_point, stream_game
from azulejos.storage import Person

router = APIRouter(tags=["games"])
SEEN = refusals(401, 404)
ASKED = refusals(401, 403, 404, 409)
After = Annotated[int | None, Query(ge=0, le=2**31 - 1, description="the last event seen")]
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Server-sent events; `id` is the event's number, `data` an Update.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}
RECORD: dict[int | str, dict[str, Any]] = {
    200: {"description": "The game as a file.", "content": {"text/plain": {}}}
}


@router.post("/games", status_code=201, response_model=Update, responses=refusals(401))
async def open_table(
    parts: Parts, person: Somebody, body: Annotated[Settings, Body(openapi_examples=TABLES)]
) -> Response:
    """Open a table and become its host."""
    parts.tables.take(person.id)
    game = await parts.house.open(body, person)
    return _json(game.snapshot(person.id), 201)


@router.get("/games/{id}", response_model=Update, responses=SEEN, openapi_extra=OPTIONAL)
async def look_at_game(game: Visible, person: Anybody) -> Response:
    """Look at a game as it stands."""
    return _json(game.snapshot(person and person.id))


@router.get("/games/{id}/updates", response_model=Updates, responses=SEEN, openapi_extra=OPTIONAL)
async def read_updates(game: Visible, person: Anybody, after: After = 0) -> Response:
    """Read what has happened after an event, or all of it."""
    return _updates(game, person and person.id, range((after or 0) + 1, game.number + 1))


@router.get(
    "/games/{id}/events",
    response_class=StreamingResponse,
    responses={**SEEN, **STREAM},
    openapi_extra=OPTIONAL,
)
async def follow_game(
    request: Request, parts: Parts, game: Visible, person: Anybody, after: After = None
) -> StreamingResponse:
    """Follow a game live; resumes after the event in `Last-Event-ID` or `after`."""
    return stream_game(request, parts, game, person, resume_point(request, after))


@router.post("/games/{id}/join", response_model=Updates, responses=ASKED)
async def join_table(parts: Parts, person: Somebody, game: Visible, body: Join) -> Response:
    """Sit down on a free seat."""

    def decide(table: Table, _: int) -> list[Event]:
        return commands.join(table, person.id, person.name, body.seat, body.nonce)

    return await _act(parts, game, person, decide)


@router.post("/games/{id}/nonce", response_model=Updates, responses=ASKED)
async def give_nonce(parts: Parts, person: Somebody, game: Visible, body: GiveNonce) -> Response:
    """Give your share in the seed, once, after you have seen the commitment."""

    def decide(table: Table, _: int) -> list[Event]:
        return commands.give_nonce(table, person.id, body.seat, body.nonce)

    return await _act(parts, game, person, decide)


@router.post("/games/{id}/leave", response_model=Updates, responses=ASKED)
async def leave_table(parts: Parts, person: Somebody, game: Visible) -> Response:
    """Stand up before the game begins; the last one to go closes the table."""
    return await _act(parts, game, person, lambda table, _: commands.leave(table, person.id))


@router.post("/games/{id}/start", response_model=Updates, responses=ASKED)
async def start_game(parts: Parts, person: Somebody, game: Visible, body: Start) -> Response:
    """Begin the game, as its host, when every seat is taken."""

    def decide(table: Table, at: int) -> list[Event]:
        return commands.start_with(table, person.id, body.nonce, game.secret, at)

    return await _act(parts, game, person, decide)


@router.post("/games/{id}/moves", response_model=Updates, responses=ASKED)
async def make_move(parts: Parts, person: Somebody, game: Visible, body: PlayMove) -> Response:
    """Make a move; a request sent twice is done once and answered the same."""

    def decide(table: Table, at: int) -> list[Event]:
        return play.move(table, person.id, body.move, at)

    return await _act(parts, game, person, decide, body.number)


@router.post("/games/{id}/undo", response_model=Updates, responses=ASKED)
async def ask_undo(parts: Parts, person: Somebody, game: Visible, body: Answering) -> Response:
    """Take back your last move since the deal; other people have to agree."""

    def decide(table: Table, _: int) -> list[Event]:
        return play.ask_undo(table, person.id)

    return await _act(parts, game, person, decide, body.number)


@router.post("/games/{id}/undo/answer", response_model=Updates, responses=ASKED)
async def answer_undo(parts: Parts, person: Somebody, game: Visible, body: AnswerUndo) -> Response:
    """Let somebody take back a move, or not."""

    def decide(table: Table, _: int) -> list[Event]:
        return play.answer_undo(table, person.id, accept=body.accept)

    return await _act(parts, game, person, decide, body.number)


@router.post("/games/{id}/resign", response_model=Updates, responses=ASKED)
async def resign(parts: Parts, person: Somebody, game: Visible, body: Resign) -> Response:
    """Give up; with more than two players a computer player finishes for you."""

    def decide(table: Table, _: int) -> list[Event]:
        return play.resign(table, person.id, body.seat)

    return await _act(parts, game, person, decide, body.number)


@router.post("/games/{id}/return", response_model=Updates, responses=ASKED)
async def come_back(parts: Parts, person: Somebody, game: Visible) -> Response:
    """Take your seat back from a stand-in."""
    return await _act(parts, game, person, lambda table, _: play.come_back(table, person.id))


@router.post("/games/{id}/rematch", response_model=Update, responses=ASKED)
async def ask_rematch(parts: Parts, person: Somebody, game: Visible, body: Rematch) -> Response:
    """Meet again, everybody one seat on; whoever asks first is the host."""
    try:
        again = await parts.house.rematch(game, person, body.nonce)
    except ConflictError as error:
        return answer(error, _view(game, person))
    return _json(again.snapshot(person.id))


@router.get("/games/{id}/hint", responses=ASKED)
async def ask_hint(parts: Parts, person: Somebody, game: Visible) -> Hint:
    """Ask the strongest player for a move, where the table allows it and it is your turn."""
    table = game.table
    state = play.ask_hint(table, person.id)
    parts.tables.take(f"hint {person.id}")
    move = await parts.levels.hint(DEFAULT, game.id, state)
    return Hint(number=table.number, move=str(move), level=DEFAULT)


@router.get(
    "/games/{id}/record",
    responses={**SEEN, **RECORD},
    response_class=Response,
    openapi_extra=OPTIONAL,
)
async def download_record(game: Visible) -> Response:
    """Download the game as a file; seed and nonces are in it when the game is over."""
    return Response(
        format_record(record_of(game.table)),
        media_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{game.id}.azul"'},
    )


async def _act(
    parts: Services,
    game: LiveGame,
    person: Person,
    decide: Callable[[Table, int], list[Event]],
    number: int | None = None,
) -> Response:
    try:
        numbers = await parts.house.act(game, decide, number=number)
    except ConflictError as error:
        return answer(error, _view(game, person))
    return _updates(game, person.id, numbers)


def _view(game: LiveGame, person: Person) -> str:
    return view_game(game.id, game.table, game.secret, person.id).model_dump_json()


def _updates(game: LiveGame, person: str | None, numbers: range) -> Response:
    if not numbers:
        return _json('{"updates":[]}')
    steps = game.steps(numbers[0] - 1)
    texts = [game.render(step, person) for step in steps if step.after.number in numbers]
    return _json('{"updates":[' + ",".join(texts) + "]}")


def _json(text: str, status: int = 200) -> Response:
    return Response(text, status, media_type="application/json")
