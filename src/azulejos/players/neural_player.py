"""The player that searches with the network."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from azulejos.neural import Mode, NetworkEvaluator, load_network
from azulejos.players.budget import Budget
from azulejos.players.confidence import Temperatures, temperature_in
from azulejos.players.opponents import Opponents
from azulejos.players.protocol import NO_LIMITS, Limits, Thought, never
from azulejos.players.search_player import USUAL, SearchPlayer
from azulejos.rules import Move, State
from azulejos.search import Graph, Solution, Tree

BATCH: Final = 8
"""The most leaves the network judges at once: few, so that each walk knows of those before it."""
EXPLORATION: Final = 0.6
HEAT: Final = 4.0
"""How much more evenly first impressions are spread than the network says."""
LEAST_SECONDS: Final = 0.04
"""Shorter thinking leaves no time to think about how the others play."""
NODES_PER_SECOND: Final = 20_000
"""How well a choice of another player is thought through, for each second of thinking."""
MOST_NODES: Final = 4000
CHUNK: Final = 128
"""The fewest simulations between two choices of others that are thought through."""

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
        self._foretold: tuple[int | None, frozenset[int]] = (None, frozenset())
        self._seconds_to_foretell = 0.0

    def choose(
        self,
        state: State,
        limits: Limits = NO_LIMITS,
        *,
        stop: Callable[[], bool] = never,
        report: Callable[[Thought], None] | None = None,
    ) -> Move:
        """Return the best move found within the limits, half a second without any."""
        move = super().choose(state, limits, stop=stop, report=report)
        if self._opponents is not None:
            self._opponents.note(state.play(move))
        return move

    def temperature(self, state: State) -> float:
        """Return what the log odds of a victory are divided by in this round."""
        return temperature_in(state, TEMPERATURES) if self._network is None else 1.0

    def _prepare(self, state: State) -> None:
        mode = Mode.of(state)
        if mode != self._mode:
            network = load_network(mode, self._network)
            self._evaluator = NetworkEvaluator(network, HEAT)
            self._opponents = None
            if state.num_players > 2:  # against one alone the worst is expected
                self._opponents = Opponents(self._seed, NetworkEvaluator(network))
            self._tree = None
            self._mode = mode

    def _solve(self, state: State, budget: Budget) -> Solution | None:
        """Leave it to the tree: the solver knows the fitted worths only."""
        return None

    def _new_tree(self, state: State) -> Graph:
        assert self._evaluator is not None
        return Graph(state, self._evaluator, exploration=EXPLORATION, batch=BATCH)

    def _plant(self, state: State, budget: Budget) -> Tree | Graph:
        """Go on with the tree of the last move, unless other things were foretold in it."""
        nodes, players = _nodes_to_foretell(budget), frozenset[int]()
        if self._opponents is not None and nodes:
            self._opponents.watch(state, nodes)
            players = self._opponents.foretellable(state)
        foretold = (state.player if players else None, players)
        if foretold != self._foretold:
            self._tree, self._foretold = None, foretold
        self._seconds_to_foretell = 0.0
        return super()._plant(state, budget)

    def _meanwhile(self, state: State, budget: Budget) -> None:
        """Foretell the choice of another player that matters most."""
        assert isinstance(self._tree, Graph)
        left, began = budget.seconds_left, budget.seconds
        if not self._foretold[1] or left is None or left < self._seconds_to_foretell:
            return
        line = self._tree.busiest(self._foretold[1])
        if not line:
            return
        for move in line:
            state = state.play(move)
        assert self._opponents is not None
        self._tree.foretell(state, self._opponents.chances(state, _nodes_to_foretell(budget)))
        self._seconds_to_foretell = budget.seconds - began

    def _thought(self, state: State, tree: Tree | Graph, budget: Budget, nodes: int) -> Thought:
        thought = super()._thought(state, tree, budget, nodes)
        # What was foretold is no more than likely, and leaves ways out.
        return replace(thought, solved=thought.solved and not self._foretold[1])

    def _next_chunk(self, done: int, budget: Budget) -> int:
        if self._foretold[1]:
            return max(CHUNK, done // 16)
        return super()._next_chunk(done, budget)


def _nodes_to_foretell(budget: Budget) -> int:
    """How many nodes a choice of another player is worth; 0 where others are not thought about.

    That is so without a clock: what is chosen after so many nodes must not depend on what was seen.
    """
    left = budget.seconds_left
    if left is None or budget.nodes is not None or budget.depth is not None:
        return 0
    seconds = left + budget.seconds
    return min(MOST_NODES, int(seconds * NODES_PER_SECOND)) if seconds >= LEAST_SECONDS else 0
