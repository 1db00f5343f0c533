"""What follows by itself: deals, the end of a game, moves taken back, time-outs."""

from collections.abc import Sequence
from typing import Final

from azulejos.notation import format_deal
from azulejos.rules import Phase
from azulejos.server.game.clock import LAG_MS, deadline, is_overdue
from azulejos.server.game.events import (
    Closed,
    Dealt,
    Event,
    Finished,
    Resumed,
    Started,
    StoodIn,
    TimedOut,
    Undone,
)
from azulejos.server.game.fold import apply, apply_all
from azulejos.server.game.secret import Secret, draw_deal, draw_start
from azulejos.server.game.settings import MIN_ABSENCE
from azulejos.server.game.table import Table

STALE_MS: Final = 24 * 3_600_000
"""A table at which nothing happens for so long before its game is closed."""

SHUT_MS: Final = 3_000
"""A time-out older than the server by so much fell into a time when there was none."""

RETRY_MS: Final = 20_000
"""When to look after a computer player that has not moved: its process may have died."""


def complete(table: Table, events: Sequence[Event], secret: Secret, at: int) -> list[Event]:
    """Return events together with all that follows from them by itself."""
    done = list(events)
    table = apply_all(table, events, at)
    while done and (event := next_event(table, secret)) is not None:
        done.append(event)
        table = apply(table, event, at)
    return done


def next_event(table: Table, secret: Secret) -> Event | None:
    """Return what follows at once from a table as it stands, None if somebody has to act."""
    if table.status == "open":
        if table.settings.begins == "when-full" and _is_ready(table):
            return Started(start=draw_start(table, secret))
        return None
    if table.status != "playing" or table.state is None:
        return None
    if table.state.is_over or _is_decided(table):
        return _finished(table, secret)
    if table.state.phase is Phase.DEAL:
        return Dealt(deal=format_deal(draw_deal(table, secret)))
    if table.undo is not None and not _must_agree(table) - table.undo.granted:
        return Undone(seat=table.undo.seat, moves=table.undo.moves)
    return None


def on_time(table: Table, now: int, seen_at: int, opened_at: int = 0) -> list[Event]:
    """Return what the time alone brings about.

    ``seen_at`` is when the person to act was last seen, ``opened_at`` when the server began.
    """
    if table.status == "open":
        return [Closed()] if now >= table.at + STALE_MS else []
    if table.acting is None or table.seats[table.acting].player is not None:
        return []
    if is_overdue(table, opened_at - SHUT_MS):
        # A running server would have said so at once: nobody could move.
        return [Resumed(seat=table.acting)]
    absent = absent_at(table, seen_at)
    if absent is not None and now >= absent:
        return [StoodIn(seat=table.acting, level=table.settings.finisher)]
    if is_overdue(table, now):
        return [TimedOut(seat=table.acting, level=table.settings.finisher)]
    return []


def absent_at(table: Table, seen_at: int = 0) -> int | None:
    """Return when the person to act counts as gone, None if that was not agreed.

    A table that has agreed on a stand-in wants nobody to lose by going: where the clock is
    shorter than the time agreed on, somebody not seen all the while is gone when it runs out.
    """
    if table.acting is None or table.settings.stand_in is None:
        return None
    grace, until = table.settings.stand_in.after_seconds * 1000, deadline(table)
    if until is not None:
        grace = min(grace, max(until - table.turn_at, MIN_ABSENCE * 1000))
    return max(table.turn_at, seen_at) + grace


def due_at(table: Table, seen_at: int = 0) -> int | None:
    """Return when to look at a table again if nothing happens, None if never."""
    if table.status == "open":
        return table.at + STALE_MS
    if table.acting is None:
        return None
    if table.seats[table.acting].player is not None:
        return table.at + RETRY_MS
    until = deadline(table)
    times = [None if until is None else until + LAG_MS + 1, absent_at(table, seen_at)]
    return min((time for time in times if time is not None), default=None)


def _is_ready(table: Table) -> bool:
    """Return whether everybody is there, and everybody on a device of their own gave a nonce."""
    nonces = [seat.nonce for seat in table.seats if seat.kind == "person"]
    return bool(nonces) and None not in nonces and not any(s.is_free for s in table.seats)


def _must_agree(table: Table) -> set[int]:
    """Return the seats whose people have to agree to taking back: one seat a person."""
    assert table.undo is not None
    asking = table.seats[table.undo.seat].person
    others = {
        seat.person
        for seat in table.seats
        if seat.person not in (None, asking) and seat.out is None and seat.stand_in is None
    }
    return {table.seats_of(person)[0] for person in others}


def _is_decided(table: Table) -> bool:
    """Return whether only one seat can still win, or no person."""
    left = [seat for seat in table.seats if seat.out is None]
    return len(left) < 2 or all(seat.person is None for seat in left)


def _finished(table: Table, secret: Secret) -> Finished:
    state = table.state
    assert state is not None
    left = [n for n, seat in enumerate(table.seats) if seat.out is None]
    ranks = {n: (state.scores[n], state.complete_rows[n]) for n in left}
    best = max(ranks.values(), default=None)
    return Finished(
        reason="played" if state.is_over else "conceded",
        winners=tuple(n for n in left if ranks[n] == best),
        scores=state.scores,
        server_seed=secret.server_seed,
        nonces=tuple(seat.nonce for seat in table.seats),
    )
