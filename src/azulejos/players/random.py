"""The player that takes any legal move, each as likely as the others."""

from collections.abc import Callable

from azulejos.chance import Sampler
from azulejos.players.choice import moves_of, usable_seed
from azulejos.players.protocol import NO_LIMITS, Limits, Thought, never
from azulejos.rules import Move, State


class RandomPlayer:
    """Chooses among the legal moves at random.

    The same seed and the same questions in the same order give the same answers.
    """

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._sampler = Sampler(usable_seed(seed))

    def choose(
        self,
        state: State,
        limits: Limits = NO_LIMITS,
        *,
        stop: Callable[[], bool] = never,
        report: Callable[[Thought], None] | None = None,
    ) -> Move:
        """Return a random legal move at once, whatever the limits."""
        moves = moves_of(state)
        return moves[self._sampler.below(len(moves))]
