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
MOST_NODES: Final = 2000
"""More would take longer than a search may go on without asking whether to stop."""
SIMULATIONS: Final = 128
"""How many simulations, or a sixteenth of all, are made from one foretold choice to the next."""
LEARNING: Final = 0.15
"""The part of the time in which the last moves of others are thought through."""

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
        self._foretellable: frozenset[int] = frozenset()
        self._has_foretold = False
        self._next_foretelling = 0
        self._longest_foretelling = 0.0

    def choose(
        self,
        state: State,
        limits: Limits = NO_LIMITS,
        *,
        stop: Callable[[], bool] = never,
        report: Callable[[Thought], None] | None = None,
    ) -> Move:
        """Return the best move found within the limits, half a second without any."""
        self._prepare(state)
        opponents = self._opponents
        if opponents is None:
            return super().choose(state, limits, stop=stop, report=report)
        if _is_by_the_clock(limits.or_usual(self._usual)):
            opponents.see(state)
        else:
            opponents.forget()
        move = super().choose(state, limits, stop=stop, report=report)
        opponents.note(move)
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
        """Go on with the tree of the last move, unless it expects other things of the others."""
        foretellable = frozenset[int]()
        left = budget.seconds_left
        if self._opponents is not None and left is not None and _nodes_to_foretell(budget):
            self._opponents.learn(LEARNING * left)
            foretellable = self._opponents.foretellable(state)
        if foretellable != self._foretellable:
            self._tree, self._foretellable = None, foretellable
        tree = super()._plant(state, budget)
        if tree.visits == 0:
            self._has_foretold = False
        self._next_foretelling, self._longest_foretelling = tree.visits + SIMULATIONS, 0.0
        return tree

    def _meanwhile(self, state: State, budget: Budget) -> None:
        """Foretell the choice of another player that matters most, if there is time."""
        tree, left, began = self._tree, budget.seconds_left, budget.seconds
        if not self._foretellable or left is None or left <= self._longest_foretelling:
            return
        assert isinstance(tree, Graph)
        assert self._opponents is not None
        if tree.visits < self._next_foretelling:
            return
        self._next_foretelling = tree.visits + max(SIMULATIONS, tree.visits // 16)
        line = tree.busiest(self._foretellable)
        for move in line:
            state = state.play(move)
        if line:
            tree.foretell(state, self._opponents.chances(state, _nodes_to_foretell(budget)))
            self._has_foretold = True
            self._longest_foretelling = max(self._longest_foretelling, budget.seconds - began)

    def _thought(self, state: State, tree: Tree | Graph, budget: Budget, nodes: int) -> Thought:
        thought = super()._thought(state, tree, budget, nodes)
        # What was foretold is no more than likely, and leaves ways out.
        return replace(thought, solved=thought.solved and not self._has_foretold)


def _is_by_the_clock(limits: Limits) -> bool:
    """Whether nothing but time limits a search."""
    return limits.nodes is None and limits.depth is None and not limits.infinite


def _nodes_to_foretell(budget: Budget) -> int:
    """How many nodes a choice of another player is worth; 0 where others are not thought about.

    That is so without a clock: what is chosen after so many nodes must not depend on what was seen.
    """
    left = budget.seconds_left
    if left is None or budget.nodes is not None or budget.depth is not None:
        return 0
    seconds = left + budget.seconds
    return min(MOST_NODES, int(seconds * NODES_PER_SECOND)) if seconds >= LEAST_SECONDS else 0
