"""Set a table out: the start of a game, and the events that lead on from it."""

from collections.abc import Iterable
from typing import NamedTuple

from azulejos.errors import AzulejosError, IllegalDealError, NotationError
from azulejos.fair import FairDealer
from azulejos.notation import apply_event, parse_event
from azulejos.rules import Move, Phase, State, Wall


class Start(NamedTuple):
    """How a game begins: the table, and the seed of its deals if there is one."""

    players: int = 2
    wall: Wall = Wall.COLOURED
    seed: bytes | None = None


def parse_players(text: str) -> int:
    """Return the number of players that a text names."""
    if text not in ("2", "3", "4"):
        raise NotationError(f"{text[:40]!r} is not 2, 3 or 4", "players")
    return int(text)


def parse_wall(text: str) -> Wall:
    """Return the side of the board that a letter names."""
    if text not in ("c", "g"):
        raise NotationError(f"{text[:40]!r} is not c (coloured) or g (gray)", "wall")
    return Wall(text)


def set_out(start: Start, events: Iterable[str] = ()) -> State:
    """Return the state that events lead to from the start of a game.

    With a seed, its stream decides who starts and makes every deal, the first at once;
    without, player 1 starts and the events bring the deals.
    """
    if start.seed is None:
        return replay(State.new(start.players, start.wall), events)
    dealer = FairDealer(start.seed, start.players)
    return replay(State.new(start.players, start.wall, dealer.start), events, dealer)


def replay(state: State, events: Iterable[str], dealer: FairDealer | None = None) -> State:
    """Return the state after the events; a dealer, if there is one, makes every deal due."""
    state = _deal_if_due(state, dealer)
    for number, text in enumerate(events, 1):
        try:
            event = parse_event(text)
            if dealer is not None and not isinstance(event, Move):
                raise IllegalDealError("the seed makes the deals, so none may be given")
            state = _deal_if_due(apply_event(state, event), dealer)
        except AzulejosError as error:
            reason = error.message if error.field == text else str(error)
            raise type(error)(reason, f"event {number} ({text[:60]})") from None
    return state


def _deal_if_due(state: State, dealer: FairDealer | None) -> State:
    return dealer.deal(state) if dealer is not None and state.phase is Phase.DEAL else state
