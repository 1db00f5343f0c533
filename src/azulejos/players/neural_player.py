"""The player that searches with the network."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from azulejos.neural import Mode, NetworkEvaluator, load_network, load_points_network
from azulejos.players.budget import Budget
from azulejos.players.confidence import Temperatures, temperature_in
from azulejos.players.opponents import Opponents
from azulejos.players.protocol import Limits, Thought
from azulejos.players.search_player import USUAL, SearchPlayer
from azulejos.rules import Move, State
from azulejos.search import Graph, Solution, Tree

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
        self._opponents: Opponents | None = None
        self._by_points = frozenset[int]()

    def temperature(self, state: State) -> float:
        """Return what the log odds of a victory are divided by in this round."""
        return temperature_in(state, TEMPERATURES) if self._network is None else 1.0

    def _prepare(self, state: State) -> None:
        mode = Mode.of(state)
        if mode != self._mode:
            self._opponents = None
            self._expect(mode, frozenset())
            self._mode = mode

    def _search(
        self, state: State, budget: Budget, report: Callable[[Thought], None] | None
    ) -> Move:
        self._watch(state, budget)
        move = super()._search(state, budget, report)
        if self._opponents is not None:
            self._opponents.note(move)
        return move

    def _watch(self, state: State, budget: Budget) -> None:
        """Expect the others to go on as they played, where only the clock limits the search."""
        mode, by_points = Mode.of(state), frozenset[int]()
        if budget.nodes is None and budget.depth is None and not budget.infinite:
            self._opponents = self._opponents or Opponents.in_mode(mode)
            if self._opponents is not None:
                self._opponents.see(state)
                by_points = self._opponents.who_go_by_points()
        elif self._opponents is not None:
            self._opponents.forget()
        if by_points != self._by_points:
            self._expect(mode, by_points)

    def _expect(self, mode: Mode, by_points: frozenset[int]) -> None:
        """Judge by the network, but some seats as they are expected to; what was judged is void."""
        network = load_network(mode, self._network)
        points = load_points_network(mode) if by_points else None
        self._evaluator = NetworkEvaluator(network, HEAT, points, by_points)
        self._tree, self._by_points = None, by_points

    def _solve(self, state: State, budget: Budget) -> Solution | None:
        """Leave it to the tree: the solver knows the fitted worths only."""
        return None

    def _new_tree(self, state: State) -> Graph:
        assert self._evaluator is not None
        return Graph(state, self._evaluator, exploration=EXPLORATION, batch=BATCH)

    def _thought(self, state: State, tree: Tree | Graph, budget: Budget, nodes: int) -> Thought:
        thought = super()._thought(state, tree, budget, nodes)
        # What others are expected to do is no more than likely, and leaves ways out.
        return replace(thought, solved=thought.solved and not self._by_points)
