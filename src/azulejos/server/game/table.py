"""A table at one moment: what its log so far comes to."""

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from azulejos.rules import Deal, Move, State
from azulejos.server.game.settings import Reservation, Settings

Status: TypeAlias = Literal["open", "playing", "over", "closed"]
SeatKind: TypeAlias = Literal["open", "person", "local", "level"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and who sits there."""

    kind: SeatKind
    name: str | None = None
    person: str | None = None
    """Who acts for this seat: nobody for a free seat or a computer player."""
    level: str | None = None
    """The computer player whose seat this is."""
    reserved: Reservation | None = None
    """Whom a free seat of a rematch waits for."""
    nonce: str | None = None
    stand_in: str | None = None
    """The computer player that plays on for a person."""
    out: Literal["resigned", "timed-out"] | None = None
    """Why this seat can no longer win."""
    bank_ms: int | None = None
    """What is left on its clock, where the clock is a bank."""

    @property
    def player(self) -> str | None:
        """The computer player that acts for this seat, if it is one."""
        return self.level or self.stand_in

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here."""
        return self.kind == "open"

    def is_free_for(self, person: str | None) -> bool:
        """Return whether a person can sit down here."""
        waits_for = None if self.reserved is None else self.reserved.person
        return self.is_free and waits_for in (None, person)


class Round(NamedTuple):
    """A round as far as it was played: the state it was dealt in, the deal, the moves."""

    before: State
    deal: Deal
    moves: tuple[Move, ...] = ()


class Past(NamedTuple):
    """A move that can still be taken back: the state before it, and whose it was."""

    state: State
    seat: int


class UndoRequest(NamedTuple):
    """Somebody wants to take back moves; the seats that agree so far."""

    seat: int
    moves: int
    granted: frozenset[int] = frozenset()


class Result(NamedTuple):
    """How the game ended."""

    reason: Literal["played", "conceded"]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    server_seed: str


@dataclass(frozen=True, slots=True)
class Table:
    """Everything about a game after some event of its log."""

    number: int
    """The number of that event."""
    at: int
    """When it happened, in milliseconds since 1970."""
    settings: Settings
    host: str
    commitment: str
    seats: tuple[Seat, ...]
    status: Status = "open"
    state: State | None = None
    rounds: tuple[Round, ...] = ()
    past: tuple[Past, ...] = ()
    """The moves since the last deal."""
    turn_at: int = 0
    """When the turn of whoever is to act began."""
    undo: UndoRequest | None = None
    result: Result | None = None
    rematch_of: str | None = None
    rematch: str | None = None
    created_at: int = 0

    @property
    def acting(self) -> int | None:
        """The seat that is to act, None if none is."""
        if self.status != "playing" or self.state is None:
            return None
        return self.state.player

    @property
    def people(self) -> frozenset[str]:
        """Everybody who has to do with this table."""
        seated = {seat.person for seat in self.seats if seat.person is not None}
        waited_for = {s.reserved.person for s in self.seats if s.reserved is not None}
        return frozenset(seated | waited_for | {self.host})

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Return the seats a person acts for."""
        if person is None:
            return ()
        return tuple(n for n, seat in enumerate(self.seats) if seat.person == person)

    def with_seat(self, number: int, **changes: object) -> "Table":
        """Return this table with something about a seat changed."""
        seats = list(self.seats)
        seats[number] = replace(seats[number], **changes)  # type: ignore[arg-type]
        return replace(self, seats=tuple(seats))
