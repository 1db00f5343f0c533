"""The player that searches with the network."""

from typing import Final

from azulejos.neural import Mode, NetworkEvaluator, load_network
from azulejos.players.budget import Budget
from azulejos.players.search_player import SearchPlayer
from azulejos.rules import State
from azulejos.search import Solution, Tree

BATCH: Final = 64
"""Simulations whose leaves the network judges at once; many of them reach the same few."""
EXPLORATION: Final = 1.0
HEAT: Final = 1.6
"""How much more evenly first impressions are spread than the network says."""


class NeuralPlayer(SearchPlayer):
    """Searches the round to its end; the network guides the tree and judges its leaves.

    It plays the modes whose networks are shipped. As with every search player, the same
    number of nodes gives the same move; the seed is taken because every player takes one.
    """

    def __init__(self, seed: int | None = None, *, name: str = "neural") -> None:
        super().__init__(seed, name=name)
        self._evaluator: NetworkEvaluator | None = None

    def _prepare(self, state: State) -> None:
        mode = Mode.of(state)
        if mode != self._mode:
            self._evaluator = NetworkEvaluator(load_network(mode), HEAT)
            self._mode = mode
            self._tree = None

    def _solve(self, state: State, budget: Budget) -> Solution | None:
        """Leave it to the tree: the solver knows the fitted evaluation only."""
        return None

    def _plant(self, state: State, budget: Budget) -> Tree:
        afresh = budget.nodes is not None or budget.depth is not None
        if afresh or self._tree is None or not self._tree.move_to(state):
            assert self._evaluator is not None
            self._tree = Tree(state, self._evaluator, exploration=EXPLORATION, batch=BATCH)
        return self._tree
