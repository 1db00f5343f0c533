"""The player that searches with the network."""

from typing import Final

from azulejos.neural import Mode, NetworkEvaluator, load_network, shipped
from azulejos.players.budget import Budget
from azulejos.players.protocol import Limits
from azulejos.players.search_player import USUAL, SearchPlayer
from azulejos.rules import State
from azulejos.search import Graph, Solution, Tree

BATCH: Final = 8
"""The most leaves the network judges at once: few, so that each walk knows of those before it."""
EXPLORATION: Final = 0.6
HEAT: Final = 4.0
"""How much more evenly first impressions are spread than the network says."""

TEMPERATURES: Final = {"2c": 0.63, "2g": 0.7, "3c": 1.0, "3g": 1.03, "4c": 0.96, "4g": 1.1}
"""What the log odds of a victory are divided by when they are told, by mode. Below 1: it plays
better than in the games the network learnt from, so leads are safer than the network thinks."""


class NeuralPlayer(SearchPlayer):
    """Searches the round to its end; the network guides the tree and judges its leaves.

    In a mode without a network it searches as its parent does, with the fitted evaluation. As
    with every search player, the same number of nodes and the same seed give the same move.
    """

    def __init__(
        self, seed: int | None = None, *, name: str = "master", usual: Limits = USUAL
    ) -> None:
        super().__init__(seed, name=name, usual=usual)
        self._evaluator: NetworkEvaluator | None = None

    def _prepare(self, state: State) -> None:
        if (state.num_players, state.wall) == self._mode:
            return
        super()._prepare(state)
        mode = Mode.of(state)
        has_network = mode in shipped()
        self._evaluator = NetworkEvaluator(load_network(mode), HEAT) if has_network else None
        if has_network:
            self._temperature = TEMPERATURES[mode.name]

    def _solve(self, state: State, budget: Budget) -> Solution | None:
        """Leave it to the tree if there is a network: the solver knows the fitted worths only."""
        return super()._solve(state, budget) if self._evaluator is None else None

    def _new_tree(self, state: State) -> Tree | Graph:
        if self._evaluator is None:
            return super()._new_tree(state)
        return Graph(state, self._evaluator, exploration=EXPLORATION, batch=BATCH)
