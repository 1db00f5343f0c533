"""Engines of any make: programs that speak AEP, asked for moves with a limit on the wait."""

import atexit
from collections.abc import Sequence
from time import monotonic
from typing import Final

from azulejos.arena.clock import GRACE
from azulejos.arena.contestant import Contestant
from azulejos.arena.postponed import Postponed
from azulejos.arena.process import LineProcess
from azulejos.arena.seats import ForfeitError, Turn
from azulejos.errors import NotationError, OptionError
from azulejos.notation import format_position, parse_move
from azulejos.players import Limits
from azulejos.rules import Move

HANDSHAKE: Final = 20.0
"""Seconds an engine gets to say who it is, and later that it is ready."""
PATIENCE: Final = 120.0
"""Seconds an engine without a limit on its time gets for a move."""

_FAREWELL: Final = 1.0
"""Seconds engines get to end after ``quit``."""
_SEED: Final = "Seed"
_SEED_LIMIT: Final = 1 << 31
"""Seeds for engines are below this, so that any language can read them."""


class EngineSeat:
    """A seat on which an engine sits, its process used for one game after the other."""

    def __init__(self, contestant: Contestant) -> None:
        self._contestant = contestant
        self._options: set[str] = set()
        self.is_usable = True
        postponed = Postponed()
        try:
            self._process = LineProcess(contestant.command)
        except BaseException:
            postponed.deliver()
            raise
        try:
            postponed.deliver()
            self._shake_hands()
        except BaseException:
            # Nobody knows this engine yet who could end it when its worker is told to go.
            self.kill()
            raise

    def new_game(self, seed: int) -> None:
        """Tell the engine that a game begins; if it takes a seed, it gets one."""
        given = {name.lower() for name, _ in self._contestant.options}
        try:
            if _SEED.lower() in self._options and _SEED.lower() not in given:
                self._process.tell(f"setoption name {_SEED} value {seed % _SEED_LIMIT}")
            self._process.tell("newgame")
            self._wait_until_ready()
        except ForfeitError:
            self.kill()
            raise

    def choose(self, turn: Turn, limits: Limits) -> Move:
        """Ask for a move; an engine that answers late, wrongly or not at all has lost."""
        try:
            return self._choose(turn, limits)
        except ForfeitError:
            self.kill()
            raise

    def dismiss(self) -> None:
        """Say goodbye to the engine, without waiting for it to go."""
        self.is_usable = False
        self._process.dismiss()

    def close(self, deadline: float) -> None:
        """Wait for the engine to go until that moment of `monotonic`, then end it."""
        self._process.close(deadline)

    def kill(self) -> None:
        """End the engine without a word."""
        self.is_usable = False
        self._process.kill()

    def _choose(self, turn: Turn, limits: Limits) -> Move:
        position = f"position {format_position(turn.base)}"
        if turn.moves:
            position += " moves " + " ".join(map(str, turn.moves))
        self._process.tell(position)
        self._process.tell(_go(limits))
        wait = _wait(limits)
        line = self._hear_until("bestmove", wait, f"no move within {wait:g} s")
        text = (line.split()[1:2] or [""])[0][:40]  # engines may add what we do not know
        try:
            return parse_move(text)
        except NotationError:
            raise ForfeitError(f"illegal move: {text!r} is no move") from None

    def _shake_hands(self) -> None:
        self._process.tell("aep")
        deadline = monotonic() + HANDSHAKE
        words: list[str] = []
        while words[:1] != ["aepok"]:
            line = self._process.hear(deadline)
            if line is None:
                raise ForfeitError(f"time: no aepok within {HANDSHAKE:g} s")
            words = line.split()
            if words[:2] == ["option", "name"] and "type" in words:
                self._options.add(" ".join(words[2 : words.index("type")]).lower())
        for name, value in self._contestant.options:
            if name.lower() not in self._options:
                raise ForfeitError(f"options: the engine has no option {name!r}")
            self._process.tell(f"setoption name {name} value {value}")
        self._wait_until_ready(refused="options: the engine said ")

    def _wait_until_ready(self, refused: str = "") -> None:
        self._process.tell("isready")
        self._hear_until("readyok", HANDSHAKE, f"no readyok within {HANDSHAKE:g} s", refused)

    def _hear_until(self, word: str, seconds: float, complaint: str, refused: str = "") -> str:
        """Hear lines up to one that begins with a word; with ``refused`` no errors before it."""
        deadline = monotonic() + seconds
        while (line := self._process.hear(deadline)) is not None:
            first = line.split(maxsplit=1)[:1]
            if first == [word]:
                return line
            if refused and first == ["error"]:
                raise ForfeitError(f"{refused}{line[:200]!r}")
        raise ForfeitError(f"time: {complaint}")


class Engines:
    """The engines of one process, kept between games: starting one may take long."""

    def __init__(self) -> None:
        self._seats: dict[tuple[Contestant, int], EngineSeat] = {}
        atexit.register(self.close)

    def seat(self, contestant: Contestant, copy: int) -> EngineSeat:
        """Return a running engine; copies are processes of their own."""
        seat = self._seats.get((contestant, copy))
        if seat is None or not seat.is_usable:
            seat = self._seats[contestant, copy] = EngineSeat(contestant)
        return seat

    def close(self) -> None:
        """End all engines."""
        seats = list(self._seats.values())
        self._seats.clear()
        _close(seats)


ENGINES: Final = Engines()
"""The engines of this process."""


def check_engines(contestants: Sequence[Contestant]) -> None:
    """Start every engine once, so that one that cannot work is known before the first game."""
    for contestant in contestants:
        if contestant.is_engine:
            try:
                _close([EngineSeat(contestant)])
            except ForfeitError as reason:
                raise OptionError(str(reason), contestant.name) from None


def _close(seats: Sequence[EngineSeat]) -> None:
    for seat in seats:
        seat.dismiss()
    deadline = monotonic() + _FAREWELL
    for seat in seats:
        seat.close(deadline)


def _go(limits: Limits) -> str:
    words = ["go"]
    for word, value in (
        ("movetime", limits.movetime_ms),
        ("time", limits.time_ms),
        ("inc", limits.inc_ms),
        ("nodes", limits.nodes),
        ("depth", limits.depth),
    ):
        if value is not None:
            words.append(f"{word} {value}")
    return " ".join(words)


def _wait(limits: Limits) -> float:
    """Return how many seconds an engine may take before it has lost."""
    times = [ms for ms in (limits.movetime_ms, limits.time_ms) if ms is not None]
    return min(times) / 1000 + GRACE if times else PATIENCE
