"""What happens at a table: the events its log is made of."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from azulejos.server.game.settings import Reservation, Settings
from azulejos.server.game.values import Value


class Created(Value):
    """A table was opened."""

    kind: Literal["created"] = "created"
    host: str
    host_name: str
    settings: Settings
    commitment: str
    reserved: Annotated[tuple[Reservation | None, ...], Field(strict=False)] = ()
    """For a rematch: whom each open seat waits for."""
    rematch_of: str | None = None


class Seated(Value):
    """Somebody sat down."""

    kind: Literal["seated"] = "seated"
    seat: int
    person: str
    name: str
    nonce: str | None = None
    local: bool = False
    """Another person on a device that has a seat already."""


class NonceGiven(Value):
    """A seat gave its share in the seed."""

    kind: Literal["nonce"] = "nonce"
    seat: int
    nonce: str


class Left(Value):
    """Somebody stood up before the game began."""

    kind: Literal["left"] = "left"
    seat: int


class Closed(Value):
    """The table was closed before its game began."""

    kind: Literal["closed"] = "closed"


class Started(Value):
    """The game began; ``start`` is the first starting player."""

    kind: Literal["started"] = "started"
    start: int


class Dealt(Value):
    """The displays were filled, written as in the notation."""

    kind: Literal["dealt"] = "dealt"
    deal: str


class Moved(Value):
    """A seat made a move, written as in the notation."""

    kind: Literal["moved"] = "moved"
    seat: int
    move: str


class UndoAsked(Value):
    """Somebody would like to take back their last move."""

    kind: Literal["undo-asked"] = "undo-asked"
    seat: int


class UndoGranted(Value):
    """A seat has nothing against it."""

    kind: Literal["undo-granted"] = "undo-granted"
    seat: int


class UndoRefused(Value):
    """A seat does not want it."""

    kind: Literal["undo-refused"] = "undo-refused"
    seat: int


class Undone(Value):
    """The last moves were taken back, down to and with the last one of a seat."""

    kind: Literal["undone"] = "undone"
    seat: int
    moves: int


class Resigned(Value):
    """A seat gave up."""

    kind: Literal["resigned"] = "resigned"
    seat: int
    level: str
    """The computer player that plays its tiles to the end."""


class TimedOut(Value):
    """A seat's time ran out."""

    kind: Literal["timed-out"] = "timed-out"
    seat: int
    level: str
    """The computer player that plays its tiles to the end."""


class Resumed(Value):
    """A seat's time ran out while the server was down: its turn begins anew."""

    kind: Literal["resumed"] = "resumed"
    seat: int


class StoodIn(Value):
    """A computer player plays on for somebody who has gone."""

    kind: Literal["stood-in"] = "stood-in"
    seat: int
    level: str


class Returned(Value):
    """Somebody is back on their seat."""

    kind: Literal["returned"] = "returned"
    seat: int


class Finished(Value):
    """The game is over, and everything is revealed."""

    kind: Literal["finished"] = "finished"
    reason: Literal["played", "conceded"]
    winners: Annotated[tuple[int, ...], Field(strict=False)]
    scores: Annotated[tuple[int, ...], Field(strict=False)]
    server_seed: str
    nonces: Annotated[tuple[str | None, ...], Field(strict=False)]


class Rematched(Value):
    """The same people meet again at another table."""

    kind: Literal["rematched"] = "rematched"
    game: str


Event: TypeAlias = (
    Created
    | Seated
    | NonceGiven
    | Left
    | Closed
    | Started
    | Dealt
    | Moved
    | UndoAsked
    | UndoGranted
    | UndoRefused
    | Undone
    | Resigned
    | TimedOut
    | Resumed
    | StoodIn
    | Returned
    | Finished
    | Rematched
)
"""Anything that happens at a table."""

_ADAPTER: Final[TypeAdapter[Event]] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def parse_event(text: str) -> Event:
    """Read an event as it is stored."""
    return _ADAPTER.validate_json(text)


def format_event(event: Event) -> str:
    """Write an event as it is stored."""
    return event.model_dump_json()
