"""Making views from tables: what anybody may see, and what only the receiver may."""

from collections.abc import Iterator

from azulejos.notation import apply_event, parse_deal, parse_move
from azulejos.rules import Deal, Move, State
from azulejos.rules.effects import effects
from azulejos.server.game.clock import deadline
from azulejos.server.game.events import Dealt, Event, Moved
from azulejos.server.game.secret import Secret
from azulejos.server.game.table import Seat, Table
from azulejos.server.views.models import (
    EffectsView,
    EventView,
    FairnessView,
    GameView,
    ResultView,
    SeatView,
    Study,
    Summary,
    SummarySeat,
    TurnView,
    UndoView,
    Update,
)
from azulejos.server.views.position import view_choices, view_effects, view_position

# What everybody may know of an event; ids of people, nonces and seeds are not among it.
_SHOWN = tuple(name for name in EventView.model_fields if name != "kind")


def view_game(game_id: str, table: Table, secret: Secret, person: str | None) -> GameView:
    """Return a table as a person sees it, or somebody unknown."""
    own = table.seats_of(person)
    is_host = person is not None and person == table.host
    mine = table.acting in own and table.seats[table.acting or 0].out is None
    choices = view_choices(table.state) if mine and table.state is not None else []
    inside = not table.settings.public and person in table.people
    return GameView(
        id=game_id,
        number=table.number,
        at=table.at,
        created_at=table.created_at,
        status=table.status,
        settings=table.settings,
        seats=[_view_seat(seat, you=n in own) for n, seat in enumerate(table.seats)],
        position=None if table.state is None else view_position(table.state),
        turn=_view_turn(table),
        legal=[choice.move for choice in choices],
        choices=choices,
        can=list(_can(table, person, is_host=is_host)),
        undo=_view_undo(table),
        result=_view_result(table),
        fairness=_view_fairness(table),
        rematch_of=table.rematch_of,
        rematch=table.rematch,
        is_host=is_host,
        key=secret.key if inside else None,
    )


def view_update(before: Table | None, event: Event | None, game: GameView) -> Update:
    """Return one step of a game, to the table as the receiver sees it."""
    return Update(
        number=game.number,
        at=game.at,
        event=None if event is None else view_event(event),
        effects=None if before is None or event is None else event_effects(before, event),
        game=game,
    )


def view_event(event: Event) -> EventView:
    """Return what everybody may see of an event."""
    return EventView(kind=event.kind, **{name: getattr(event, name, None) for name in _SHOWN})


def event_effects(before: Table, event: Event) -> EffectsView | None:
    """Return what a move or a deal did, None for other events."""
    if before.state is None or not isinstance(event, Moved | Dealt):
        return None
    played = parse_move(event.move) if isinstance(event, Moved) else parse_deal(event.deal)
    return view_effects(effects(before.state, played))


def study(state: State, event: Move | Deal | None) -> Study:
    """Return a position to study, after a legal event if there is one."""
    done = None
    if event is not None:
        before, state = state, apply_event(state, event)
        done = view_effects(effects(before, event, state))
    choices = view_choices(state)
    return Study(
        position=view_position(state),
        legal=[choice.move for choice in choices],
        choices=choices,
        effects=done,
    )


def summarise(game_id: str, table: Table) -> Summary:
    """Return what a list says of a game."""
    state = table.state
    return Summary(
        id=game_id,
        number=table.number,
        status=table.status,
        at=table.at,
        wall=table.settings.wall,
        public=table.settings.public,
        clock=table.settings.clock.kind,
        seats=[SummarySeat(kind=seat.kind, name=seat.name) for seat in table.seats],
        round=None if state is None else state.round,
        scores=None if state is None else list(state.scores),
        winners=None if table.result is None else list(table.result.winners),
        acting=table.acting,
    )


def _view_seat(seat: Seat, *, you: bool) -> SeatView:
    return SeatView(
        kind=seat.kind,
        name=seat.name,
        level=seat.level,
        stand_in=seat.stand_in,
        out=seat.out,
        reserved=seat.reserved is not None,
        has_nonce=seat.nonce is not None,
        bank_ms=seat.bank_ms,
        you=you,
    )


def _view_turn(table: Table) -> TurnView | None:
    if table.acting is None:
        return None
    return TurnView(seat=table.acting, began_at=table.turn_at, deadline_at=deadline(table))


def _view_undo(table: Table) -> UndoView | None:
    if table.undo is None:
        return None
    granted = sorted(table.undo.granted)
    return UndoView(seat=table.undo.seat, moves=table.undo.moves, granted=granted)


def _view_result(table: Table) -> ResultView | None:
    if table.result is None:
        return None
    result = table.result
    return ResultView(
        reason=result.reason, winners=list(result.winners), scores=list(result.scores)
    )


def _view_fairness(table: Table) -> FairnessView:
    if table.result is None:
        return FairnessView(commitment=table.commitment, server_seed=None, nonces=None)
    return FairnessView(
        commitment=table.commitment,
        server_seed=table.result.server_seed,
        nonces=[seat.nonce for seat in table.seats],
    )


def _can(table: Table, person: str | None, *, is_host: bool) -> Iterator[str]:
    """Yield what a person may ask of a table now, by the names of the requests."""
    own = table.seats_of(person)
    free = any(seat.is_free_for(person) for seat in table.seats)
    if table.status == "open":
        if person is not None and not own and free:
            yield "join"
        if own or is_host:
            yield "leave"
        if is_host and not any(seat.is_free for seat in table.seats):
            yield "start"
        if any(table.seats[seat].nonce is None for seat in own):
            yield "nonce"
    elif table.status == "playing":
        yield from _can_in_play(table, [n for n in own if table.seats[n].out is None])
    elif table.status == "over" and own:
        yield "rematch"


def _can_in_play(table: Table, own: list[int]) -> Iterator[str]:
    if not own:
        return
    yield "resign"
    if table.acting in own:
        yield "move"
        if table.settings.hints:
            yield "hint"
    if any(table.seats[seat].stand_in is not None for seat in own):
        yield "return"
    if table.undo is None and any(past.seat in own for past in table.past):
        yield "undo"
    if table.undo is not None and table.undo.seat not in own:
        yield "answer-undo"
