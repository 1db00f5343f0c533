"""What people can ask of a table before and around its game, and what comes of it.

Each function takes the table as it stands and returns the event that follows, or raises the
reason why not. Nothing here reads a clock, draws a number or touches a database.
"""

from azulejos.errors import ConflictError, ForbiddenError
from azulejos.server.game.events import (
    Closed,
    Created,
    Event,
    Left,
    NonceGiven,
    Rematched,
    Seated,
    Started,
)
from azulejos.server.game.fold import apply_all
from azulejos.server.game.secret import Secret, draw_start
from azulejos.server.game.settings import (
    HostPlan,
    LevelPlan,
    LocalPlan,
    OpenPlan,
    Reservation,
    SeatPlan,
    Settings,
    check_settings,
)
from azulejos.server.game.table import Seat, Table


def create(settings: Settings, person: str, name: str, secret: Secret) -> Created:
    """Open a table."""
    check_settings(settings)
    return Created(host=person, host_name=name, settings=settings, commitment=secret.commitment)


def join(table: Table, person: str, name: str, seat: int | None, nonce: str | None) -> list[Event]:
    """Sit down on a free seat, the first one unless told otherwise; once is enough."""
    own = table.seats_of(person)
    if own:
        if seat is not None and seat not in own:
            raise ConflictError("you have another seat at this table", "seat")
        return []
    _must_be_open(table)
    reserved = [n for n, s in enumerate(table.seats) if s.reserved and s.is_free_for(person)]
    if reserved:
        return _take_reserved(table, person, name, reserved, nonce)
    free = [n for n, s in enumerate(table.seats) if s.is_free_for(person)]
    if seat is None and free:
        seat = free[0]
    if seat is None or seat not in free:
        raise ConflictError("there is no free seat" if seat is None else "this seat is not free")
    return [Seated(seat=seat, person=person, name=name, nonce=nonce)]


def _take_reserved(
    table: Table, person: str, name: str, seats: list[int], nonce: str | None
) -> list[Event]:
    """Sit down on all seats that wait for a person and the others on that person's device."""
    events: list[Event] = []
    for seat in seats:
        reserved = table.seats[seat].reserved
        assert reserved is not None
        if reserved.local:
            events.append(Seated(seat=seat, person=person, name=reserved.name, local=True))
        else:
            events.append(Seated(seat=seat, person=person, name=name, nonce=nonce))
    return events


def give_nonce(table: Table, person: str, seat: int | None, nonce: str) -> list[Event]:
    """Give a seat's share in the seed; it cannot be changed afterwards."""
    own = _own_seats(table, person)
    seat = own[0] if seat is None else seat
    if seat not in own:
        raise ForbiddenError("this is not your seat", "seat")
    if table.seats[seat].nonce == nonce:
        return []
    _must_be_open(table)
    if table.seats[seat].nonce is not None:
        raise ConflictError("this seat has given its nonce")
    return [NonceGiven(seat=seat, nonce=nonce)]


def leave(table: Table, person: str) -> list[Event]:
    """Stand up before the game begins; the last one to go closes the table."""
    own = table.seats_of(person)
    if not own and person != table.host:
        raise ForbiddenError("you have no seat at this table")
    if table.status == "closed":
        return []
    _must_be_open(table)
    others = {seat.person for seat in table.seats} - {None, person}
    if not others:
        return [Closed()]
    return [Left(seat=seat) for seat in own]


def start(table: Table, person: str, secret: Secret) -> list[Event]:
    """Begin the game, which the host does when every seat is taken."""
    if person != table.host:
        raise ForbiddenError("the host of the table starts its game")
    if table.status == "playing":
        return []
    _must_be_open(table)
    if any(seat.is_free for seat in table.seats):
        raise ConflictError("there are free seats")
    return [Started(start=draw_start(table, secret))]


def start_with(
    table: Table, person: str, nonce: str | None, secret: Secret, at: int
) -> list[Event]:
    """Begin the game, with the host's nonce first if it comes now."""
    given: list[Event] = []
    if nonce is not None and table.status == "open" and table.seats_of(person):
        given = give_nonce(table, person, None, nonce)
    after = apply_all(table, given, at)
    return [*given, *start(after, person, secret)]


def rematch(
    table: Table, person: str, name: str, secret: Secret, game: tuple[str, str]
) -> tuple[Created, Rematched]:
    """Open a table for the same people, everybody one seat on; ``game`` is (old id, new id)."""
    if not table.seats_of(person):
        raise ForbiddenError("you have no seat at this table")
    if table.status != "over":
        raise ConflictError("the game is not over")
    old, new = game
    seats = table.seats[1:] + table.seats[:1]
    plans: list[SeatPlan] = []
    for seat in seats:
        if seat.level is not None:
            plans.append(LevelPlan(kind="level", level=seat.level))
        elif seat.person != person:
            plans.append(OpenPlan(kind="open"))
        elif seat.kind == "local":
            plans.append(LocalPlan(kind="local", name=seat.name or "Guest"))
        else:
            plans.append(HostPlan(kind="host"))
    settings = table.settings.model_copy(update={"seats": tuple(plans)})
    created = Created(
        host=person,
        host_name=name,
        settings=settings,
        commitment=secret.commitment,
        reserved=tuple(_reservation(seat, person) for seat in seats),
        rematch_of=old,
    )
    return created, Rematched(game=new)


def _reservation(seat: Seat, host: str) -> Reservation | None:
    if seat.person is None or seat.person == host:
        return None
    return Reservation(person=seat.person, name=seat.name or "Guest", local=seat.kind == "local")


def _own_seats(table: Table, person: str) -> tuple[int, ...]:
    own = table.seats_of(person)
    if not own:
        raise ForbiddenError("you have no seat at this table")
    return own


def _must_be_open(table: Table) -> None:
    if table.status != "open":
        reason = {"playing": "has begun", "over": "is over", "closed": "was called off"}
        raise ConflictError(f"the game {reason[table.status]}")
