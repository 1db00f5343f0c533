"""The player that looks once: the network's first impression, no tree."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from azulejos.neural import Mode, NetworkEvaluator, load_network
from azulejos.players.choice import moves_of, usable_seed
from azulejos.players.confidence import Temperatures, temperature_in, with_temperature
from azulejos.players.protocol import NO_LIMITS, Limits, Thought, never
from azulejos.rules import Move, State
from azulejos.search import Tree

TEMPERATURES: Final[Temperatures] = {
    "2c": (1.04, 1.34),
    "2g": (1.1, 1.16),
    "3c": (0.81, 1.12),
    "3g": (0.91, 1.05),
    "4c": (0.81, 1.12),
    "4g": (0.91, 1.09),
}
"""What the log odds of a victory are divided by when they are told. Above 1: it plays worse than in
the games the network learnt from, so leads are less safe than the network thinks. Far below 1: the
network learnt from opinions after the next deal, and became too cautious. In ``2c`` it learnt from
another one's games, who plays the last round much better."""


class PolicyPlayer:
    """Takes the move the network likes best, after one evaluation.

    It looks with the large network of a mode that has one, for it does not search.
    Nothing about it is random: the seed is taken because every player takes one. ``network`` is a
    weights file to play with instead of the shipped ones.
    """

    name = "policy"

    def __init__(self, seed: int | None = None, network: Path | None = None) -> None:
        usable_seed(seed)
        self._network = network
        self._mode: Mode | None = None
        self._evaluator: NetworkEvaluator | None = None

    def choose(
        self,
        state: State,
        limits: Limits = NO_LIMITS,
        *,
        stop: Callable[[], bool] = never,
        report: Callable[[Thought], None] | None = None,
    ) -> Move:
        """Return the move with the largest share of the policy, whatever the limits."""
        moves_of(state)
        tree = Tree(state, self._prepare(Mode.of(state)))
        (move,) = tree.best()
        if report is not None:
            win, margin = tree.outlook()
            temperature = temperature_in(state, TEMPERATURES) if self._network is None else 1.0
            win = with_temperature(win, temperature, state.num_players)
            report(Thought(depth=1, nodes=1, win=win, margin=margin, pv=(move,)))
        return move

    def _prepare(self, mode: Mode) -> NetworkEvaluator:
        if self._evaluator is None or mode != self._mode:
            self._evaluator = NetworkEvaluator(load_network(mode, self._network, single_look=True))
            self._mode = mode
        return self._evaluator
