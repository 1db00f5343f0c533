"""The player that takes the best immediate result."""

from collections.abc import Callable

from azulejos.players.choice import moves_of, usable_seed
from azulejos.players.greedy import best_move
from azulejos.players.protocol import NO_LIMITS, Limits, Thought, never
from azulejos.rules import Move, State


class GreedyPlayer:
    """Chooses the move that would be worth most if the round were tiled now.

    The seed decides between moves that look equally good: the same seed gives the
    same move in the same position.
    """

    name = "greedy"

    def __init__(self, seed: int | None = None) -> None:
        self._seed = usable_seed(seed)

    def choose(
        self,
        state: State,
        limits: Limits = NO_LIMITS,
        *,
        stop: Callable[[], bool] = never,
        report: Callable[[Thought], None] | None = None,
    ) -> Move:
        """Return the best move one step ahead; it takes microseconds, whatever the limits."""
        num_moves = len(moves_of(state))
        move = best_move(state, self._seed)
        if report is not None:
            report(Thought(depth=1, nodes=num_moves, pv=(move,)))
        return move
