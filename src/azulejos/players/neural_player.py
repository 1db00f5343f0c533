"""The player that searches with the network."""

from pathlib import Path
from typing import Final

from azulejos.neural import Mode, NetworkEvaluator, load_network
from azulejos.players.budget import Budget
from azulejos.players.confidence import Temperatures, temperature_in
from azulejos.players.protocol import Limits
from azulejos.players.search_player import USUAL, SearchPlayer
from azulejos.rules import State
from azulejos.search import Graph, Solution

BATCH: Final = 8
"""The most leaves the network judges at once: few, so that each walk knows of those before it."""
EXPLORATION: Final = 0.6
HEAT: Final = 4.0
"""How much more evenly first impressions are spread than the network says."""

TEMPERATURES: Final[Temperatures] = {
    "2c": (0.63, 0.63),
    "2g": (0.7, 0.7),
    "3c": (1.2, 0.88),
    "3g": (0.97, 0.97),
    "4c": (1.2, 0.96),
    "4g": (1.05, 1.05),
}
"""What the log odds of a victory are divided by when they are told. Below 1: it plays better than
in the games the network learnt from, so leads are safer than the network thinks. Above 1: while
a round to come is mostly luck, what the search finds in this one is less sure than it looks."""


class NeuralPlayer(SearchPlayer):
    """Searches the round to its end; the network guides the tree and judges its leaves.

    Nothing about it is random: the same number of nodes gives the same move, whatever the seed.
    ``network`` is a weights file to play with instead of the shipped ones.
    """

    def __init__(
        self,
        seed: int | None = None,
        *,
        name: str = "master",
        usual: Limits = USUAL,
        network: Path | None = None,
    ) -> None:
        super().__init__(seed, name=name, usual=usual)
        self._network = network
        self._evaluator: NetworkEvaluator | None = None

    def temperature(self, state: State) -> float:
        """Return what the log odds of a victory are divided by in this round."""
        return temperature_in(state, TEMPERATURES) if self._network is None else 1.0

    def _prepare(self, state: State) -> None:
        mode = Mode.of(state)
        if mode != self._mode:
            self._evaluator = NetworkEvaluator(load_network(mode, self._network), HEAT)
            self._tree = None
            self._mode = mode

    def _solve(self, state: State, budget: Budget) -> Solution | None:
        """Leave it to the tree: the solver knows the fitted worths only."""
        return None

    def _new_tree(self, state: State) -> Graph:
        assert self._evaluator is not None
        return Graph(state, self._evaluator, exploration=EXPLORATION, batch=BATCH)
