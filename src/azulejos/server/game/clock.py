"""Clocks: decided by the times of events and nothing else."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from azulejos.server.game.settings import DAY_MS, BankClock, Clock, DaysClock, MoveClock

if TYPE_CHECKING:
    from azulejos.server.game.table import Table

LAG_MS: Final = 500
"""What a move may come late: the network is nobody's fault."""


def first_bank(clock: Clock) -> int | None:
    """Return what each seat has at first, where the clock is a bank."""
    return clock.seconds * 1000 if isinstance(clock, BankClock) else None


def deadline(table: "Table") -> int | None:
    """Return when the time of the person to act is over, None if it never is."""
    if table.acting is None or table.seats[table.acting].player is not None:
        return None
    match table.settings.clock:
        case MoveClock(seconds=seconds):
            return table.turn_at + seconds * 1000
        case DaysClock(days=days):
            return table.turn_at + days * DAY_MS
        case BankClock():
            return table.turn_at + (table.seats[table.acting].bank_ms or 0)
        case _:
            return None


def is_overdue(table: "Table", now: int) -> bool:
    """Return whether the time of the person to act is over, with some lag allowed."""
    until = deadline(table)
    return until is not None and now > until + LAG_MS


def charge(table: "Table", at: int, *, made_a_move: bool) -> "Table":
    """Take the time since the turn began from the bank of whoever was to act."""
    clock, acting = table.settings.clock, table.acting
    if not isinstance(clock, BankClock) or acting is None:
        return table
    seat = table.seats[acting]
    if seat.player is not None:
        return table
    left = max(0, (seat.bank_ms or 0) - (at - table.turn_at))
    seats = list(table.seats)
    seats[acting] = replace(seat, bank_ms=left + made_a_move * clock.increment * 1000)
    return replace(table, seats=tuple(seats))
