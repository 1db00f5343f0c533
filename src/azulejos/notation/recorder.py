"""Writing a game down while it is played."""

from collections.abc import Mapping

from azulejos.errors import RecordError
from azulejos.notation.events import Event, apply_event
from azulejos.notation.records import WALL_NAMES, Record, RecordedMove, RecordedRound
from azulejos.rules import Deal, Move, State


class Recorder:
    """Follows a game from before its first deal and hands out its record at any time."""

    def __init__(self, state: State, headers: Mapping[str, str] | None = None) -> None:
        if state != State.new(state.num_players, state.wall, state.start):
            raise RecordError("a record starts before the first deal of a game", "position")
        names = {wall: name for name, wall in WALL_NAMES.items()}
        self._headers = {"Wall": names[state.wall], "Players": str(state.num_players)}
        self._headers.update(headers or {})
        self._rounds: list[tuple[int, int, Deal, list[RecordedMove]]] = []
        self._state = state

    @property
    def state(self) -> State:
        """The state of the game as it stands."""
        return self._state

    def add(self, event: Event, comment: str | None = None) -> State:
        """Write down a deal or a move, with a comment on the move, and return the state after."""
        before = self._state
        after = apply_event(before, event)
        if isinstance(event, Move):
            self._rounds[-1][3].append(RecordedMove(event, comment))
        else:
            self._rounds.append((before.round, before.start, after.displays, []))
        self._state = after
        return after

    def record(self) -> Record:
        """Return the record of the game so far, with its result."""
        rounds = tuple(
            RecordedRound(number, start, deal, tuple(moves))
            for number, start, deal, moves in self._rounds
        )
        record = Record({k: v for k, v in self._headers.items() if k != "Result"}, rounds)
        return record.with_headers({"Result": record.result})
