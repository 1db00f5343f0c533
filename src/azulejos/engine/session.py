"""One conversation in the engine protocol, without any input or output of its own.

`Session.receive` takes the lines that come in, whoever brings them; the answers go to the
function the session was made with. Work that takes time runs in a thread, so a session
can be spoken to while it thinks:

- ``stop``, ``quit`` and ``isready`` act at once, always;
- a command that changes something or starts work (``position``, ``newgame``,
  ``setoption``, ``go``, ``perft``) waits until the running work has ended, so that a
  script can be written down in one go, and whatever comes after it waits behind it;
- the others (``d``, ``legal``, ``aep``) are answered at once if nothing waits.
"""

from collections import deque
from collections.abc import Callable, Sequence
from threading import Event, RLock, Thread
from typing import Final

from azulejos.engine.answers import (
    RANDOM_SEED,
    format_error,
    format_identity,
    format_moves,
    format_refusal,
)
from azulejos.engine.commands import read_depth, read_go, read_position, read_setoption
from azulejos.engine.jobs import NO_MOVE, Count, Job, Search
from azulejos.errors import AzulejosError, OptionError
from azulejos.notation import format_position
from azulejos.players import DEFAULT, create
from azulejos.rules import State

MAX_LINE: Final = 1 << 20
"""Characters a line may have; a longer one is refused unread."""

MAX_WAITING: Final = 1 << 24
"""Characters that may wait behind running work; what comes beyond them is refused."""

_LINE_COST: Final = 64
_WAITING_COMMANDS: Final = frozenset({"position", "newgame", "setoption", "go", "perft"})


class Session:
    """An engine in conversation: lines in through `receive`, lines out through ``send``.

    ``send`` is called with one line at a time, without its end, never by two threads at
    once. It must not call back into the session. If it raises OSError, nobody listens any
    more, and the session quits.
    """

    def __init__(self, send: Callable[[str], None]) -> None:
        self._sink = send
        self._lock = RLock()
        self._state = State.new()
        self._player_name = DEFAULT
        self._seed: int | None = None
        self._player = create(DEFAULT)
        self._waiting: deque[list[str]] = deque()
        self._waiting_size = 0
        self._stop: Event | None = None
        self._infinite = False
        self._closing = False
        self._quitting = False
        self._deaf = False
        self._ended = Event()
        self._commands: Final[dict[str, Callable[[Sequence[str]], None]]] = {
            "aep": self._aep,
            "setoption": self._setoption,
            "newgame": self._newgame,
            "position": self._position,
            "go": self._go,
            "d": self._d,
            "legal": self._legal,
            "perft": self._perft,
        }

    @property
    def listening(self) -> bool:
        """Whether the session still takes input."""
        return not (self._quitting or self._closing)

    @property
    def ended(self) -> bool:
        """Whether the conversation is over: nothing runs and nothing is heard any more."""
        return self._ended.is_set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the conversation is over, and return whether it is."""
        return self._ended.wait(timeout)

    def receive(self, line: str) -> None:
        """Take one line of input; whatever it holds, this returns soon and raises nothing."""
        with self._lock:
            if not self.listening:
                return
            if len(line) > MAX_LINE:
                self._send(format_error("input", f"a line has more than {MAX_LINE} characters"))
            elif words := line.removeprefix("\ufeff").split():
                self._hear(words, len(line) + _LINE_COST)
            self._go_on()

    def close(self) -> None:
        """Note that no more input will come: finish what waits, but nothing infinite."""
        with self._lock:
            self._closing = True
            if self._stop is not None and self._infinite:
                self._stop.set()
            self._go_on()

    def quit(self) -> None:
        """End the conversation: what runs is stopped and says its last word, what waits is lost."""
        with self._lock:
            self._quitting = True
            self._waiting.clear()
            if self._stop is not None:
                self._stop.set()
            self._go_on()

    def _hear(self, words: list[str], size: int) -> None:
        match words[0]:
            case "quit":
                self.quit()
            case "stop":
                if self._stop is not None:
                    self._stop.set()
            case "isready":
                self._send("readyok")
            case name if self._waiting or (self._stop and name in _WAITING_COMMANDS):
                self._let_wait(words, size)
            case _:
                self._execute(words)

    def _let_wait(self, words: list[str], size: int) -> None:
        if self._waiting_size + size > MAX_WAITING:
            self._send(format_error(words[0], "refused: too many commands are waiting"))
            return
        self._waiting.append(words)
        self._waiting_size += size

    def _execute(self, words: list[str]) -> None:
        name = words[0]
        command = self._commands.get(name)
        try:
            if command is None:
                self._send(format_error("unknown", f"command {name[:60]!r}"))
            else:
                command(words[1:])
        except AzulejosError as error:
            self._send(format_refusal(name, error))
        except Exception as error:
            self._send(format_error("internal", f"{name}: {type(error).__name__}: {error}"))

    def _go_on(self) -> None:
        """Take up what waits, unless something runs; end if it was the last."""
        while self._stop is None and self._waiting:
            self._execute(self._waiting.popleft())
        if not self._waiting:
            self._waiting_size = 0
        if self._stop is None and (self._quitting or self._closing):
            self._ended.set()

    def _start(self, job: Job) -> None:
        stop = Event()
        if self._closing and job.infinite:
            stop.set()
        # The thread cannot report its end before this lock is free, so the order is safe.
        Thread(target=self._work, args=(job, stop), name="azulejos-work", daemon=True).start()
        self._stop = stop
        self._infinite = job.infinite

    def _work(self, job: Job, stop: Event) -> None:
        try:
            answer = job.run(stop, self._send)
        except BaseException as error:
            answer = format_error("internal", f"{type(error).__name__}: {error}")
        with self._lock:
            self._send(answer)
            self._stop = None
            self._go_on()

    def _send(self, line: str) -> None:
        with self._lock:
            try:
                if not self._deaf:
                    self._sink(line)
            except OSError:
                self._deaf = True
                self.quit()

    def _aep(self, words: Sequence[str]) -> None:
        for line in format_identity():
            self._send(line)

    def _setoption(self, words: Sequence[str]) -> None:
        setting = read_setoption(words)
        name, seed = self._player_name, self._seed
        match setting.name.lower():
            case "player":
                name = setting.value
            case "seed":
                seed = _read_seed(setting.value)
            case _:
                raise OptionError(f"no option {setting.name!r}; there are Player and Seed", "name")
        self._player = create(name, seed)
        self._player_name, self._seed = name, seed

    def _newgame(self, words: Sequence[str]) -> None:
        self._player = create(self._player_name, self._seed)

    def _position(self, words: Sequence[str]) -> None:
        self._state = read_position(words)

    def _go(self, words: Sequence[str]) -> None:
        limits = read_go(words)
        if self._state.player is None:
            self._send(NO_MOVE)
        else:
            self._start(Search(self._player, self._state, limits))

    def _d(self, words: Sequence[str]) -> None:
        self._send(f"position {format_position(self._state)}")

    def _legal(self, words: Sequence[str]) -> None:
        self._send(format_moves(self._state.legal_moves()))

    def _perft(self, words: Sequence[str]) -> None:
        self._start(Count(self._state, read_depth(words)))


def _read_seed(text: str) -> int | None:
    if text.lower() == RANDOM_SEED:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 20):
        raise OptionError(f"{text[:40]!r} is not a whole number and not {RANDOM_SEED!r}", "Seed")
    return int(text)
