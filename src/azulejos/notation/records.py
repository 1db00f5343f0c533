"""Game records as values: headers, and rounds of a deal and its moves.

A `Record` replays its game when it is made, so a record that exists obeys the
rules and agrees with its own headers.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, NoReturn, final

from azulejos.errors import IllegalDealError, IllegalMoveError, RecordError
from azulejos.notation.events import Event, apply_event
from azulejos.notation.tiles import quoted
from azulejos.rules import Deal, Move, Phase, State, Wall

UNFINISHED: Final = "*"
"""The result of a game that has not ended."""

WALL_NAMES: Final = {"coloured": Wall.COLOURED, "gray": Wall.GRAY}

# Patterns are texts, compiled at their first use: importing the package compiles none.
CONTROL: Final = r"[\x00-\x1f\x7f\ud800-\udfff]"
"""Characters that stand neither in a header nor in a comment."""

SEED: Final = r"[0-9A-Fa-f]{64}"
"""A seed, nonce or commitment."""

_HEADER_NAME: Final = r"[A-Za-z][A-Za-z0-9_]*"
_SEAT_HEADER: Final = r"(?:Player|Nonce)([0-9]+)"
_SEED_HEADER: Final = r"Commitment|ServerSeed|Nonce[0-9]+"


class RecordedMove(NamedTuple):
    """A move of a record, with the comment after it if there is one."""

    move: Move
    comment: str | None = None


class RecordedRound(NamedTuple):
    """A round of a record: its number from 1, its starting player from 0, deal and moves."""

    number: int
    start: int
    deal: Deal
    moves: tuple[RecordedMove, ...]


@final
class Record:
    """A game written down: headers in their order, and rounds, as far as it was played.

    A record that contradicts the rules or itself cannot be made; the `RecordError`
    names the header, or the round and the move, at fault.
    """

    __slots__ = ("final", "headers", "rounds")

    headers: Mapping[str, str]
    rounds: tuple[RecordedRound, ...]
    final: State
    """The state in which the record ends."""

    def __init__(self, headers: Mapping[str, str], rounds: Iterable[RecordedRound] = ()) -> None:
        set_once = super().__setattr__
        set_once("headers", MappingProxyType(dict(headers)))
        _check_headers(self.headers)
        set_once("rounds", tuple(map(_normal_round, rounds)))
        set_once("final", _replay(self._first(), self.rounds))
        result = self.headers.get("Result")
        if result is not None and result != self.result:
            raise RecordError(
                f"{quoted(result)} is given, the game says {quoted(self.result)}", "Result"
            )

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a record cannot be changed, {name} stays as it is")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.headers == other.headers and self.rounds == other.rounds

    def __hash__(self) -> int:
        return hash((frozenset(self.headers.items()), self.rounds))

    def __reduce__(self) -> tuple[Any, ...]:
        return Record, (dict(self.headers), self.rounds)

    def __repr__(self) -> str:
        wall, players = self.headers["Wall"], self.num_players
        return f"<Record: {players} players, {wall} wall, {len(self.rounds)} rounds, {self.result}>"

    @property
    def wall(self) -> Wall:
        """The side of the player boards the game is played on."""
        return WALL_NAMES[self.headers["Wall"]]

    @property
    def num_players(self) -> int:
        """The number of players."""
        return int(self.headers["Players"])

    @property
    def names(self) -> tuple[str | None, ...]:
        """The players' names in seat order, None where the record gives none."""
        return tuple(self.headers.get(f"Player{seat + 1}") for seat in range(self.num_players))

    @property
    def fixed_start(self) -> int | None:
        """The first starting player, from 0, if the header ``Start`` says the table fixed one."""
        start = self.headers.get("Start")
        return None if start is None else int(start) - 1

    @property
    def is_finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.final.is_over

    @property
    def result(self) -> str:
        """The final scores in seat order, such as ``54 61``, or ``*`` for an unfinished game."""
        return " ".join(map(str, self.final.scores)) if self.is_finished else UNFINISHED

    def events(self) -> Iterator[Event]:
        """Iterate over the deals and moves of the game."""
        for played in self.rounds:
            yield played.deal
            for move, _ in played.moves:
                yield move

    def states(self) -> Iterator[State]:
        """Iterate over the states of the game, from before the first deal to the last."""
        state = self._first()
        yield state
        for event in self.events():
            state = apply_event(state, event)
            yield state

    def replay(self) -> Iterator[tuple[State, Event]]:
        """Iterate over the events of the game, each with the state in which it happened."""
        return zip(self.states(), self.events(), strict=False)

    def with_headers(self, headers: Mapping[str, str]) -> "Record":
        """Return this record with some headers added or replaced."""
        return Record({**self.headers, **headers}, self.rounds)

    def with_comments(self, comments: Iterable[str | None]) -> "Record":
        """Return this record with new comments, one for each move in order."""
        fresh = iter(comments)
        rounds = tuple(
            played._replace(
                moves=tuple(RecordedMove(move, next(fresh, None)) for move, _ in played.moves)
            )
            for played in self.rounds
        )
        return Record(self.headers, rounds)

    def _first(self) -> State:
        start = self.rounds[0].start if self.rounds else self.fixed_start or 0
        if not 0 <= start < self.num_players:
            raise RecordError(
                f"player {start + 1} starts a game of {self.num_players}", "round 1, start", round=1
            )
        if self.fixed_start not in (None, start):
            raise RecordError(
                f"player {start + 1} starts, but the header Start says"
                f" {quoted(self.headers['Start'])}",
                "round 1, start",
                round=1,
            )
        return State.new(self.num_players, self.wall, start)


def normal_comment(comment: str) -> str | None:
    """Return a comment with single spaces between its words, None if nothing is left."""
    words = " ".join([word for word in re.split(r"[ \t\r\n]+", comment) if word])
    bad = re.search(CONTROL, words) or re.search(r"[{}]", words)
    if bad:
        raise RecordError(f"{quoted(bad[0])} cannot stand in a comment", "comment")
    return words or None


def _normal_round(played: RecordedRound) -> RecordedRound:
    """Return a round with its comments in normal form and tuples throughout."""
    moves = []
    for number, (move, comment) in enumerate(played.moves, 1):
        try:
            moves.append(RecordedMove(move, normal_comment(comment) if comment else None))
        except RecordError as error:
            raise _move_fault(played, number, move, str(error)) from None
    return played._replace(moves=tuple(moves))


def _check_headers(headers: Mapping[str, str]) -> None:
    for name, value in headers.items():
        if not re.fullmatch(_HEADER_NAME, name):
            raise RecordError("a header's name is ASCII letters and digits", quoted(name))
        bad = re.search(CONTROL, value)
        if bad:
            raise RecordError(f"{quoted(bad[0])} cannot stand in a header", name)
        if re.fullmatch(_SEED_HEADER, name) and not re.fullmatch(SEED, value):
            raise RecordError(f"{quoted(value)} is not 64 hexadecimal digits", name)
    _check_choice(headers, "Wall", tuple(WALL_NAMES))
    _check_choice(headers, "Players", ("2", "3", "4"))
    seats = tuple("1234"[: int(headers["Players"])])
    if "Start" in headers:
        _check_choice(headers, "Start", seats)
    for name in headers:
        seat = re.fullmatch(_SEAT_HEADER, name)
        if seat and seat[1] not in seats:
            raise RecordError(f"no such seat, the game has {len(seats)} players", name)


def _check_choice(headers: Mapping[str, str], name: str, choices: tuple[str, ...]) -> None:
    value = headers.get(name)
    wanted = " or ".join(choices)
    if value is None:
        raise RecordError(f"missing, it must be {wanted}", name)
    if value not in choices:
        raise RecordError(f"{quoted(value)} is not {wanted}", name)


def _replay(state: State, rounds: Iterable[RecordedRound]) -> State:
    """Play all rounds, and name the first deal or move that cannot be."""
    for played in rounds:
        state = _replay_deal(state, played)
        for number, (move, _) in enumerate(played.moves, 1):
            if state.player is None:
                what = "the game is over" if state.is_over else "the round is over, a deal is due"
                raise _move_fault(played, number, move, what)
            try:
                state = state.play(move)
            except IllegalMoveError as error:
                raise _move_fault(played, number, move, error.message) from None
    return state


def _replay_deal(state: State, played: RecordedRound) -> State:
    name = f"round {played.number}"

    def fault(message: str, where: str) -> RecordError:
        return RecordError(message, where, round=played.number)

    if state.is_over:
        raise fault(f"the game was over after round {state.round}", name)
    if state.phase is not Phase.DEAL:
        waiting = "draft" if state.phase is Phase.DRAFT else "choose a column"
        raise fault(
            f"round {state.round} has not ended, player {(state.player or 0) + 1} is to {waiting}",
            name,
        )
    if played.number != state.round:
        raise fault(f"this is round {state.round} of the game", name)
    if played.start != state.start:
        raise fault(
            f"s{played.start + 1} is given, player {state.start + 1} starts", f"{name}, start"
        )
    try:
        return state.deal(played.deal)
    except IllegalDealError as error:
        raise fault(error.message, f"{name}, deal") from None


def _move_fault(played: RecordedRound, number: int, move: Move, message: str) -> RecordError:
    where = f"round {played.number}, move {number} ({move})"
    return RecordError(message, where, round=played.number, move=number)
