"""The levels below the master: the same game, seen more or less clearly.

A level overlooks some of the tiles on offer, looks at the others through so many
simulations, and takes the move that seems best give or take a little. So the lower levels
play like people: they miss things and choose plausible second bests, but they do not throw
games away. The highest of them judges with a trained network.
"""

from collections.abc import Callable
from dataclasses import replace
from math import log
from typing import Final, NamedTuple

from azulejos.chance import Sampler
from azulejos.players.choice import moves_of, usable_seed
from azulejos.players.protocol import NO_LIMITS, Limits, Thought, never
from azulejos.players.search_player import SearchPlayer
from azulejos.rules import Move, State
from azulejos.search import Tree, glances, round_evaluator

UNTRIED: Final = 0.01
"""How a move that was not looked at counts beside one that was looked at once."""
_RESOLUTION: Final = 1 << 30


class Level(NamedTuple):
    """How a level plays, and how it is introduced."""

    name: str
    character: str
    nodes: int
    """Simulations a move; with none it goes by the first impression alone."""
    overlooks: float = 0.0
    """The chance not to notice a group of tiles."""
    slack: float = 0.0
    """How far apart two moves may lie and still seem about equal."""
    trained: bool = False
    """Whether a trained network judges: its simulations are fewer and tell more."""
    crowded: int = 0
    """Simulations with three and four seats, if they are others: there networks know less."""


LEVELS: Final = (
    Level("beginner", "plays for the colours and misses half of what is there", 0, 0.35, 0.8),
    Level("learner", "fills lines happily and forgets the floor now and then", 0, 0.17, 0.37),
    Level("casual", "knows what scores, and lets you get away with a lot", 8, 0.06, 0.3),
    Level("keen", "thinks of the next tile, and sometimes of yours", 40, 0.02, 0.15),
    Level("skilled", "plans its round and rarely wastes a tile", 150),
    Level("strong", "counts what is left and leaves you the tiles you cannot use", 3000),
    Level("expert", "knows at a glance what every move is worth", 32, trained=True, crowded=256),
)
"""All but the master, weakest first."""


class LevelPlayer:
    """A player of one of the levels."""

    def __init__(self, level: Level, seed: int | None = None) -> None:
        self.name = level.name
        self._level = level
        self._sampler = Sampler(usable_seed(seed))
        self._search = _search(level, seed)

    def choose(
        self,
        state: State,
        limits: Limits = NO_LIMITS,
        *,
        stop: Callable[[], bool] = never,
        report: Callable[[Thought], None] | None = None,
    ) -> Move:
        """Return the level's move; limits can shorten its thinking, never make it stronger."""
        nodes = self._level.nodes
        if state.num_players > 2:
            nodes = self._level.crowded or nodes
        nodes = min(nodes, limits.nodes or nodes)
        if self._search is not None:
            limits = replace(limits, nodes=nodes, infinite=False)
            return self._search.choose(state, limits, stop=stop, report=report)
        return self._pick(self._impressions(state, nodes))

    def _impressions(self, state: State, nodes: int) -> list[tuple[Move, float]]:
        """What each move seems to be worth: points at a glance, or the log of its visits."""
        moves = moves_of(state)
        if nodes == 0 or len(moves) == 1:
            return glances(state)
        tree = Tree(state, round_evaluator(state, self._sampler.below(_RESOLUTION)))
        tree.run(nodes)
        return [(move, log(visits + UNTRIED)) for move, visits, _, _, _ in tree.children()]

    def _pick(self, impressions: list[tuple[Move, float]]) -> Move:
        """Overlook some groups, blur the rest, and take what seems best."""
        noticed: dict[tuple[int | None, int | None], bool] = {}
        best, chosen = float("-inf"), None
        for move, value in impressions:
            group = (move.source, move.colour)
            if group not in noticed:
                noticed[group] = self._chance() >= self._level.overlooks
            if not noticed[group]:
                continue
            blurred = value - self._level.slack * log(-log(self._chance()))
            if blurred > best:
                best, chosen = blurred, move
        if chosen is None:  # everything was overlooked: look again, properly
            return max(impressions, key=lambda pair: pair[1])[0]
        return chosen

    def _chance(self) -> float:
        """A number above 0 and below 1."""
        return (self._sampler.below(_RESOLUTION) + 0.5) / _RESOLUTION


def _search(level: Level, seed: int | None) -> SearchPlayer | None:
    """Return the search of a level that overlooks nothing."""
    if level.overlooks or level.slack:
        return None
    if not level.trained:
        return SearchPlayer(seed, name=level.name)
    from azulejos.players.neural_player import NeuralPlayer  # noqa: PLC0415  # brings NumPy

    return NeuralPlayer(seed, name=level.name)
