"""A game in memory: its log, its table, and who waits for its next event."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from azulejos.server.game.events import Created, Event, parse_event
from azulejos.server.game.fold import apply, open_table
from azulejos.server.game.secret import Secret
from azulejos.server.game.table import Table
from azulejos.server.views import view_game, view_update
from azulejos.storage import Entry, StoredGame

_RECENT: Final = 16
"""Steps kept ready; whoever is further behind gets them from a replay."""
_RENDERED: Final = 8
"""Updates kept as they were sent: those of the last events, for all who follow."""


class Step(NamedTuple):
    """One event with the tables before and after it."""

    before: Table | None
    event: Event
    after: Table


class LiveGame:
    """The one place in a process where a game's log is kept in memory.

    Everything is derived from the entries; who adds to them holds the lock and has stored
    them before.
    """

    def __init__(self, id: str, secret: Secret, entries: Sequence[Entry]) -> None:
        self.id = id
        self.secret = secret
        self.lock = asyncio.Lock()
        self._entries: list[Entry] = []
        self._recent: deque[Step] = deque(maxlen=_RECENT)
        self._rendered: OrderedDict[tuple[int, str | None, bool], str] = OrderedDict()
        self._changed = asyncio.Event()
        self.extend(entries)

    @classmethod
    def of(cls, stored: StoredGame) -> "LiveGame":
        """Return a game as it was stored."""
        return cls(stored.id, Secret.model_validate_json(stored.secret), stored.entries)

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self._recent[-1].after

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self._entries)

    def event(self, number: int) -> Event:
        """Return an event by its number."""
        return parse_event(self._entries[number - 1].body)

    def time(self, number: int) -> int:
        """Return when an event happened."""
        return self._entries[number - 1].at

    def table_at(self, number: int) -> Table:
        """Return the table as it was after an event."""
        for step in reversed(self._recent):
            if step.after.number == number:
                return step.after
        return next(step.after for step in self._replay() if step.after.number == number)

    def extend(self, entries: Sequence[Entry]) -> None:
        """Add events that are stored, and wake everybody who waits for them."""
        for entry in entries:
            if entry.number != self.number + 1:
                raise ValueError(f"event {entry.number} cannot follow event {self.number}")
            table = self._recent[-1].after if self._recent else None
            self._recent.append(_step(table, entry))
            self._entries.append(entry)
        self.wake()

    async def wait(self, number: int) -> None:
        """Wait until there are events after this number, or somebody wakes us."""
        if self.number <= number:
            await self._changed.wait()

    def wake(self) -> None:
        """Wake everybody who waits."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def steps(self, after: int) -> Iterator[Step]:
        """Iterate over the events after a number as they are now."""
        kept = list(self._recent)
        ready = kept[0].after.number <= after + 1
        for step in kept if ready else list(self._replay()):
            if step.after.number > after:
                yield step

    def render(self, step: Step, person: str | None) -> str:
        """Return an update as a person sees it, in JSON."""
        inside = person in step.after.people
        key = (step.after.number, person if inside else None, person is not None)
        if key not in self._rendered:
            game = view_game(self.id, step.after, self.secret, person)
            update = view_update(step.before, step.event, game)
            self._rendered[key] = update.model_dump_json()
            if len(self._rendered) > _RENDERED:
                self._rendered.popitem(last=False)
        return self._rendered[key]

    def snapshot(self, person: str | None) -> str:
        """Return where the game stands as a person sees it, in JSON."""
        game = view_game(self.id, self.table, self.secret, person)
        return view_update(None, None, game).model_dump_json()

    def _replay(self) -> Iterator[Step]:
        table = None
        for entry in self._entries:
            step = _step(table, entry)
            table = step.after
            yield step


def _step(table: Table | None, entry: Entry) -> Step:
    event = parse_event(entry.body)
    if table is None:
        if not isinstance(event, Created):
            raise ValueError("a log begins with its table")
        return Step(None, event, open_table(event, entry.at))
    return Step(table, event, apply(table, event, entry.at))
