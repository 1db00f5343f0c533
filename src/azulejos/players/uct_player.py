"""Plain UCT with random playouts: the yardstick every search player has to beat."""

from collections.abc import Callable
from typing import Final

from azulejos.players.budget import Budget
from azulejos.players.choice import moves_of, usable_seed
from azulejos.players.protocol import NO_LIMITS, Limits, Thought, never
from azulejos.players.search_player import is_deep_enough
from azulejos.rules import Move, State
from azulejos.search import PlayoutEvaluator, Tree

USUAL: Final = Limits(movetime_ms=1000)
EXPLORATION: Final = 1.0
CHUNK: Final = 64


class UctPlayer:
    """Knows nothing but the rules: UCB1 in the tree, whole games played out at random."""

    name = "uct"

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
        """Return the most visited move."""
        moves = moves_of(state)
        budget = Budget(limits.or_usual(USUAL), stop)
        if len(moves) == 1 and not budget.infinite:
            return moves[0]
        evaluator = PlayoutEvaluator(self._seed)
        tree = Tree(state, evaluator, exploration=EXPLORATION, plain=True)
        while not budget.is_spent():
            left = CHUNK if budget.nodes is None else min(CHUNK, budget.nodes - tree.visits)
            if left <= 0 or tree.run(left) == 0:
                break
            if budget.depth is not None and is_deep_enough(tree, state, budget.depth):
                break
        line = tree.best()
        if report is not None:
            win, margin = tree.outlook()
            report(Thought(len(line), tree.visits, budget.seconds, win, margin, pv=line))
        return line[0]
