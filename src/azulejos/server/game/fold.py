"""What each event makes of a table."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from azulejos.notation import parse_deal, parse_move
from azulejos.rules import State
from azulejos.server.game.clock import charge, first_bank
from azulejos.server.game.events import (
    Closed,
    Created,
    Dealt,
    Event,
    Finished,
    Left,
    Moved,
    NonceGiven,
    Rematched,
    Resigned,
    Resumed,
    Returned,
    Seated,
    Started,
    StoodIn,
    TimedOut,
    UndoAsked,
    UndoGranted,
    Undone,
    UndoRefused,
)
from azulejos.server.game.settings import (
    HostPlan,
    LevelPlan,
    LocalPlan,
    OpenPlan,
    Reservation,
    SeatPlan,
)
from azulejos.server.game.table import Past, Result, Round, Seat, Table, UndoRequest


def open_table(event: Created, at: int) -> Table:
    """Return the table that a log begins with."""
    reserved = event.reserved or (None,) * event.settings.num_players
    seats = tuple(map(_seat, event.settings.seats, reserved, [event] * len(reserved)))
    return Table(
        number=1,
        at=at,
        settings=event.settings,
        host=event.host,
        commitment=event.commitment,
        seats=seats,
        rematch_of=event.rematch_of,
        created_at=at,
    )


def apply(table: Table, event: Event, at: int) -> Table:
    """Return a table after one more event."""
    return replace(_apply(table, event, at), number=table.number + 1, at=at)


def apply_all(table: Table, events: Iterable[Event], at: int) -> Table:
    """Return a table after some more events at one moment."""
    for event in events:
        table = apply(table, event, at)
    return table


def _apply(table: Table, event: Event, at: int) -> Table:  # noqa: C901, PLR0912  # one case a kind
    match event:
        case Created():
            raise ValueError("a table is opened once")
        case Seated(seat=seat):
            return _seated(table, seat, event)
        case NonceGiven(seat=seat):
            return table.with_seat(seat, nonce=event.nonce)
        case Left(seat=seat):
            return _left(table, seat)
        case Closed():
            return replace(table, status="closed")
        case Started():
            return _started(table, event.start, at)
        case Dealt():
            return _dealt(table, event.deal, at)
        case Moved():
            return _moved(table, event, at)
        case UndoAsked(seat=seat):
            return replace(table, undo=UndoRequest(seat, num_to_undo(table, seat)))
        case UndoGranted(seat=seat):
            assert table.undo is not None
            undo = table.undo._replace(granted=table.undo.granted | {seat})
            return replace(table, undo=undo)
        case UndoRefused():
            return replace(table, undo=None)
        case Undone(moves=moves):
            return _undone(table, moves, at)
        case Resigned(seat=seat):
            return _out(table, seat, "resigned", event.level, at)
        case TimedOut(seat=seat):
            return _out(table, seat, "timed-out", event.level, at)
        case Resumed():
            return replace(table, turn_at=at)
        case StoodIn(seat=seat):
            return replace(table.with_seat(seat, stand_in=event.level), turn_at=at)
        case Returned(seat=seat):
            return replace(table.with_seat(seat, stand_in=None), turn_at=at)
        case Finished():
            result = Result(event.reason, event.winners, event.scores, event.server_seed)
            return replace(table, status="over", result=result, undo=None)
        case Rematched():
            return replace(table, rematch=event.game)
        case _:
            assert_never(event)


def num_to_undo(table: Table, seat: int) -> int:
    """Return how many moves go back with the last one of whoever has a seat; 0 if none can."""
    own = table.seats_of(table.seats[seat].person)
    for back, past in enumerate(reversed(table.past), 1):
        if past.seat in own:
            return back
    return 0


def _seated(table: Table, seat: int, event: Seated) -> Table:
    kind = "local" if event.local else "person"
    return table.with_seat(
        seat, kind=kind, person=event.person, name=event.name, nonce=event.nonce, reserved=None
    )


def _seat(plan: SeatPlan, reserved: Reservation | None, event: Created) -> Seat:
    match plan:
        case HostPlan():
            return Seat("person", name=event.host_name, person=event.host)
        case OpenPlan():
            return Seat("open", name=None if reserved is None else reserved.name, reserved=reserved)
        case LevelPlan():
            return Seat("level", name=plan.level, level=plan.level)
        case LocalPlan():
            return Seat("local", name=plan.name, person=event.host)
        case _:
            assert_never(plan)


def _left(table: Table, number: int) -> Table:
    """Free a seat; the table of a host who leaves passes to whoever sits there."""
    gone = table.seats[number].person
    after = table.with_seat(number, kind="open", person=None, name=None, nonce=None, reserved=None)
    if gone == table.host and not after.seats_of(gone):
        others = [seat.person for seat in after.seats if seat.person is not None]
        after = replace(after, host=others[0] if others else table.host)
    return after


def _started(table: Table, start: int, at: int) -> Table:
    state = State.new(table.settings.num_players, table.settings.side, start)
    bank = first_bank(table.settings.clock)
    seats = tuple(replace(seat, bank_ms=bank, reserved=None) for seat in table.seats)
    return replace(table, status="playing", state=state, seats=seats, turn_at=at)


def _dealt(table: Table, text: str, at: int) -> Table:
    assert table.state is not None
    deal = parse_deal(text)
    played = Round(table.state, deal)
    return replace(
        table,
        state=table.state.deal(deal),
        rounds=(*table.rounds, played),
        past=(),
        undo=None,
        turn_at=at,
    )


def _moved(table: Table, event: Moved, at: int) -> Table:
    assert table.state is not None
    move = parse_move(event.move)
    table = charge(table, at, made_a_move=True)
    assert table.state is not None
    last = table.rounds[-1]
    return replace(
        table,
        state=table.state.play(move),
        rounds=(*table.rounds[:-1], last._replace(moves=(*last.moves, move))),
        past=(*table.past, Past(table.state, event.seat)),
        undo=None,
        turn_at=at,
    )


def _undone(table: Table, moves: int, at: int) -> Table:
    table = charge(table, at, made_a_move=False)
    last = table.rounds[-1]
    return replace(
        table,
        state=table.past[-moves].state,
        past=table.past[:-moves],
        rounds=(*table.rounds[:-1], last._replace(moves=last.moves[:-moves])),
        undo=None,
        turn_at=at,
    )


def _out(table: Table, number: int, why: str, level: str, at: int) -> Table:
    """Take a seat out of the contest; a computer player plays its tiles to the end."""
    table = table.with_seat(number, out=why, stand_in=level)
    return replace(table, undo=None, turn_at=at if table.acting == number else table.turn_at)
