"""The two kinds of work that take time: searching for a move, and counting leaves."""

from collections.abc import Callable
from threading import Event
from typing import Final, Protocol

from azulejos.engine.answers import format_error, format_info
from azulejos.players import Limits, Player
from azulejos.rules import Move, State, perft

NO_MOVE: Final = "bestmove none"


class Job(Protocol):
    """Work that runs in the background until it is done or told to stop."""

    @property
    def infinite(self) -> bool:
        """Whether only a stop ends this work."""
        ...

    def run(self, stop: Event, send: Callable[[str], None]) -> str:
        """Do the work, send what there is to say meanwhile, and return the last answer."""
        ...


class Search:
    """A player thinks about its move."""

    def __init__(self, player: Player, state: State, limits: Limits) -> None:
        self._player = player
        self._state = state
        self._limits = limits

    @property
    def infinite(self) -> bool:
        """Whether the answer has to wait for a stop."""
        return self._limits.infinite

    def run(self, stop: Event, send: Callable[[str], None]) -> str:
        """Return ``bestmove M``, even from a player that fails: then M is the first legal move."""
        moves = self._state.legal_moves()
        if not moves:
            return NO_MOVE
        try:
            move = self._ask(stop, send)
        except BaseException as error:
            send(format_error("internal", f"{type(error).__name__}: {error}"))
            move = moves[0]
        if self.infinite:
            stop.wait()
        return f"bestmove {move}"

    def _ask(self, stop: Event, send: Callable[[str], None]) -> Move:
        move = self._player.choose(
            self._state,
            self._limits,
            stop=stop.is_set,
            report=lambda thought: send(format_info(thought)),
        )
        if not self._state.is_legal(move):
            raise RuntimeError(f"the player {self._player.name} chose the illegal move {move}")
        return move


class Count:
    """Count the leaves of the tree of legal moves."""

    infinite = False

    def __init__(self, state: State, depth: int) -> None:
        self._state = state
        self._depth = depth

    def run(self, stop: Event, send: Callable[[str], None]) -> str:
        """Return ``perft D N``, or an error if it was stopped before the end."""
        num_leaves = perft(self._state, self._depth, stop.is_set)
        if num_leaves is None:
            return format_error("perft", "stopped")
        return f"perft {self._depth} {num_leaves}"
