"""What people can ask while the game is on, and what comes of it.

As in `commands`: from the table as it stands to the events that follow, or the reason why not.
"""

from azulejos.errors import ConflictError, ForbiddenError, IllegalMoveError
from azulejos.notation import format_move, parse_move
from azulejos.rules import Move, State
from azulejos.server.game.clock import is_overdue
from azulejos.server.game.events import (
    Event,
    Moved,
    Resigned,
    Returned,
    UndoAsked,
    UndoGranted,
    UndoRefused,
)
from azulejos.server.game.fold import num_to_undo
from azulejos.server.game.table import Table


def move(table: Table, person: str, text: str, now: int) -> list[Event]:
    """Make a move on the own seat; whoever had a stand-in is back with it."""
    own = _own_seats(table, person)
    played = parse_move(text)
    acting = _must_act(table, own)
    seat = table.seats[acting]
    if seat.out is not None:
        raise ConflictError("this seat is out of the game")
    if is_overdue(table, now):
        raise ConflictError("your time is over")
    assert table.state is not None
    try:
        table.state.play(played)
    except IllegalMoveError as error:
        # The rules name the move, which is a value here: the field it came in is at fault.
        raise IllegalMoveError(str(error), "move") from None
    back: list[Event] = [Returned(seat=acting)] if seat.stand_in is not None else []
    return [*back, Moved(seat=acting, move=format_move(played))]


def ask_hint(table: Table, person: str) -> State:
    """Return the state to think about for somebody who may ask for a hint."""
    if not table.settings.hints:
        raise ForbiddenError("this table plays without hints")
    _must_act(table, _own_seats(table, person))
    assert table.state is not None
    return table.state


def level_move(table: Table, seat: int, played: Move) -> list[Event]:
    """Make the move of a computer player."""
    if table.acting != seat or table.seats[seat].player is None:
        raise ConflictError("it is not this player's turn")
    return [Moved(seat=seat, move=format_move(played))]


def ask_undo(table: Table, person: str) -> list[Event]:
    """Ask to take back the own last move since the deal, and all that followed it."""
    own = _own_seats(table, person)
    _must_play(table)
    if table.undo is not None:
        if table.undo.seat in own:
            return []
        raise ConflictError("somebody else has asked already")
    seat = next((past.seat for past in reversed(table.past) if past.seat in own), own[0])
    if table.seats[seat].out is not None:
        raise ConflictError("this seat is out of the game")
    if not num_to_undo(table, seat):
        raise ConflictError("there is no move of yours since the last deal")
    return [UndoAsked(seat=seat)]


def answer_undo(table: Table, person: str, *, accept: bool) -> list[Event]:
    """Grant or refuse what somebody else asked for."""
    own = _own_seats(table, person)
    _must_play(table)
    if table.undo is None:
        raise ConflictError("nobody asks to take back a move")
    if accept and table.undo.seat in own:
        raise ForbiddenError("the others have to agree")
    if accept and own[0] in table.undo.granted:
        return []
    return [UndoGranted(seat=own[0]) if accept else UndoRefused(seat=own[0])]


def resign(table: Table, person: str, seat: int | None) -> list[Event]:
    """Give up on the own seat; with several on this device, the one named or the acting one."""
    own = _own_seats(table, person)
    acting = _must_play(table)
    if seat is None:
        seat = acting if acting in own else own[0]
    if seat not in own:
        raise ForbiddenError("this is not your seat", "seat")
    if table.seats[seat].out is not None:
        return []
    return [Resigned(seat=seat, level=table.settings.finisher)]


def come_back(table: Table, person: str) -> list[Event]:
    """Take the own seat back from a stand-in."""
    own = _own_seats(table, person)
    _must_play(table)
    return [
        Returned(seat=seat)
        for seat in own
        if table.seats[seat].stand_in is not None and table.seats[seat].out is None
    ]


def _own_seats(table: Table, person: str) -> tuple[int, ...]:
    own = table.seats_of(person)
    if not own:
        raise ForbiddenError("you have no seat at this table")
    return own


def _must_act(table: Table, own: tuple[int, ...]) -> int:
    acting = _must_play(table)
    if acting not in own:
        raise ConflictError("it is not your turn")
    return acting


def _must_play(table: Table) -> int:
    if table.status != "playing" or table.acting is None:
        reason = {"open": "has not begun", "over": "is over", "closed": "was called off"}
        raise ConflictError(f"the game {reason.get(table.status, 'waits for a deal')}")
    return table.acting
