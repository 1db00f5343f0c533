"""What a player is: something that chooses a move, within limits, and may say what it thinks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from azulejos.rules import Move, State


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a player may think; without any limit it takes its own usual time.

    Several limits may stand together: the first one reached ends the thinking.
    """

    movetime_ms: int | None = None
    """Time for this move, in milliseconds."""
    time_ms: int | None = None
    """What is left on the player's clock, in milliseconds."""
    inc_ms: int | None = None
    """What the clock gains after each move, in milliseconds."""
    nodes: int | None = None
    """Positions to look at."""
    depth: int | None = None
    """Moves to look ahead."""
    infinite: bool = False
    """Think until told to stop."""

    def or_usual(self, usual: "Limits") -> "Limits":
        """Return these limits, or the usual ones if nothing ends the thinking; ``inc`` does not."""
        ends = (self.movetime_ms, self.time_ms, self.nodes, self.depth)
        return self if self.infinite or any(end is not None for end in ends) else usual


NO_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player thinks at one moment; a player leaves out what it does not know."""

    depth: int | None = None
    """Moves looked ahead."""
    nodes: int | None = None
    """Positions looked at."""
    seconds: float | None = None
    """Time since the thinking began."""
    win: float | None = None
    """The probability that the player to move wins, a shared win counted by its share."""
    margin: float | None = None
    """The expected final lead over the best opponent, in points."""
    pv: tuple[Move, ...] = ()
    """The line of play the player expects, its own move first."""
    solved: bool = False
    """Whether the round is solved: no way to its end was left out."""


def never() -> bool:
    """Answer that nobody asked to stop."""
    return False


class Player(Protocol):
    """Anything that can choose a move.

    A player may remember what it has seen (a search tree, say) and use it in the next
    call; it must not rely on the calls forming one game. Whoever starts a new game
    makes a new player.
    """

    @property
    def name(self) -> str:
        """The name under which the registry knows this player."""
        ...

    def choose(
        self,
        state: State,
        limits: Limits = NO_LIMITS,
        *,
        stop: Callable[[], bool] = never,
        report: Callable[[Thought], None] | None = None,
    ) -> Move:
        """Return a legal move of a state that has one.

        The player asks ``stop`` at least every 50 ms and, once it answers yes, returns
        the best move it has. Called from any thread; ``report`` may be called any
        number of times before the return, from that same thread.
        """
        ...
