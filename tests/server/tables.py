"""Tables without a server, for tests: commands in, events out, all in memory."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from azulejos.rules import Move, State, wall_column
from azulejos.server.game import (
    Event,
    Secret,
    Settings,
    Table,
    apply,
    commands,
    format_event,
    new_secret,
    open_table,
    parse_event,
    play,
)
from azulejos.server.game.events import Created
from azulejos.server.game.sequel import complete, on_time
from azulejos.server.game.settings import SeatPlan

ANA, BEA, CID, DAN = "person-ana", "person-bea", "person-cid", "person-dan"
NAMES = {ANA: "Ana", BEA: "Bea", CID: "Cid", DAN: "Dan"}
HOST = {"kind": "host"}
OPEN = {"kind": "open"}
GREEDY = {"kind": "level", "level": "greedy"}


def local(name: str) -> dict[str, str]:
    """A seat for another person on the same device."""
    return {"kind": "local", "name": name}


def any_move(state: State, rng: Random) -> Move:
    """A random move. Player 1 lays tiles on a gray wall as they lie on a coloured one.

    With random columns one game in some hundreds would never end: sooner or later nobody could
    complete a row any more.
    """
    moves = state.legal_moves()
    row = moves[0].line
    if row is None or state.player != 0:
        return rng.choice(moves)
    line = state.board(0).lines[row]
    assert line is not None
    return Move.tile(row, wall_column(line.colour, row))


def settings(*seats: dict[str, str], **said: object) -> Settings:
    """Settings as a request would bring them."""
    return Settings.model_validate({"seats": list(seats), **said})


class Scene:
    """A table, its log, and a clock that moves when told to."""

    def __init__(self, chosen: Settings, secret: Secret | None = None) -> None:
        self.secret = secret or new_secret()
        self.now = 1_000_000
        created = commands.create(chosen, ANA, "Ana", self.secret)
        self.log: list[tuple[int, Event]] = [(self.now, created)]
        self.table: Table = open_table(created, self.now)

    def do(self, decide: Callable[[Table, int], list[Event]]) -> list[str]:
        """Do what a command says and return the kinds of its events."""
        events = complete(self.table, decide(self.table, self.now), self.secret, self.now)
        for event in events:
            self.log.append((self.now, event))
            self.table = apply(self.table, event, self.now)
        return [event.kind for event in events]

    def join(self, person: str, seat: int | None = None, nonce: str | None = None) -> list[str]:
        return self.do(lambda t, _: commands.join(t, person, NAMES[person], seat, nonce))

    def start(self, person: str = ANA) -> list[str]:
        return self.do(lambda t, _: commands.start(t, person, self.secret))

    def leave(self, person: str) -> list[str]:
        return self.do(lambda t, _: commands.leave(t, person))

    def nonce(self, person: str, nonce: str, seat: int | None = None) -> list[str]:
        return self.do(lambda t, _: commands.give_nonce(t, person, seat, nonce))

    def move(self, person: str, move: str) -> list[str]:
        return self.do(lambda t, now: play.move(t, person, move, now))

    def undo(self, person: str) -> list[str]:
        return self.do(lambda t, _: play.ask_undo(t, person))

    def answer(self, person: str, *, accept: bool) -> list[str]:
        return self.do(lambda t, _: play.answer_undo(t, person, accept=accept))

    def resign(self, person: str, seat: int | None = None) -> list[str]:
        return self.do(lambda t, _: play.resign(t, person, seat))

    def come_back(self, person: str) -> list[str]:
        return self.do(lambda t, _: play.come_back(t, person))

    def wait(self, ms: int, seen_at: int = 0, opened_at: int = 0) -> list[str]:
        """Let time pass, and return what it brings about."""
        self.now += ms
        return self.do(lambda t, now: on_time(t, now, seen_at, opened_at))

    def steps(self) -> Iterator[tuple[Table | None, Event, Table]]:
        """Replay the log as it would be stored: each event with the tables around it."""
        before: Table | None = None
        for at, event in self.log:
            stored = parse_event(format_event(event))
            if before is None:
                assert isinstance(stored, Created)
                after = open_table(stored, at)
            else:
                after = apply(before, stored, at)
            yield before, stored, after
            before = after

    def play_on(self, rng: Random, moves: int = 10_000) -> None:
        """Let whoever is to act make random moves."""
        for _ in range(moves):
            acting, state = self.table.acting, self.table.state
            if acting is None or state is None:
                return
            choice = any_move(state, rng)
            seat = self.table.seats[acting]
            self.now += rng.randrange(1000)
            if seat.player is not None:
                self.do(partial(_level_move, acting, choice))
            else:
                self.move(seat.person or "", str(choice))


def _level_move(seat: int, choice: Move, table: Table, _now: int) -> list[Event]:
    return play.level_move(table, seat, choice)


def playing(*seats: dict[str, str], others: tuple[str, ...] = (), **said: object) -> Scene:
    """A game that has begun, the first seat to move."""
    scene = Scene(settings(*seats, start=0, **said))
    for person in others:
        scene.join(person)
    scene.start()
    return scene


def plans(scene: Scene) -> tuple[SeatPlan, ...]:
    """The seats a table was set up with."""
    return scene.table.settings.seats
