"""A match between two networks at equal simulations, with its error."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from shlex import quote
from typing import Final

import jax
import numpy as np
from numpy.typing import NDArray

from azulejos.accel.environment import Environment
from azulejos.accel.network import Params
from azulejos.accel.search import SearchSettings
from azulejos.accel.state import Array
from azulejos.accel.train.entrant import Entrant
from azulejos.accel.train.match import Player, Results, play_pairs, policy_player, search_player
from azulejos.accel.train.measure import elo
from azulejos.accel.train.settings import SettingsError
from azulejos.accel.train.watch import Z95

PAIRS_AT_ONCE: Final = {"cpu": 32, "gpu": 1024}
"""Pairs played side by side, by kind of device."""

Figures = NDArray[np.float64]


@dataclass
class Score:
    """What the pairs played so far say of the first network."""

    players: int
    share: Figures = field(default_factory=lambda: np.zeros(0))
    """By pair."""
    margin: Figures = field(default_factory=lambda: np.zeros(0))
    """By pair."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.share) * self.players

    @property
    def interval(self) -> tuple[float, float, float]:
        """The share of victories, and the ends of its interval of 95 %.

        Where every pair was won outright there is no spread to learn from; the open end is then
        the share at which such a run still has a chance of 2.5 %.
        """
        mean, pairs = float(self.share.mean()), len(self.share)
        bound = 0.025 ** (1 / pairs)
        if mean in (0.0, 1.0):
            return (1.0, bound, 1.0) if mean else (0.0, 0.0, 1 - bound)
        error = Z95 * float(self.share.std(ddof=1)) / math.sqrt(pairs)
        return mean, max(0.0, mean - error), min(1.0, mean + error)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo points above the second network, and the ends of their interval."""
        mean, low, high = (self._elo(share) for share in self.interval)
        return mean, low, high

    def _elo(self, share: float) -> float:
        if share in (0.0, 1.0):
            return math.inf if share else -math.inf
        return elo(share, self.players, self.games)

    def __str__(self) -> str:
        mean, low, high = (100 * share for share in self.interval)
        if mean in (0.0, 100.0):
            return f"at least {low:.1f} %" if mean else f"at most {high:.1f} %"
        return f"{mean:.1f} ± {(high - low) / 2:.1f} %"

    def elo_in_words(self) -> str:
        """Write the Elo points, or the end of them that is known."""
        mean, low, high = self.elo
        if math.isinf(mean):
            return f"at least {low:+.0f}" if mean > 0 else f"at most {high:+.0f}"
        return f"{mean:+.0f}, from {low:+.0f} to {high:+.0f}"


@dataclass(frozen=True)
class Duel:
    """Paired games of one network against as many copies of another as there are seats left."""

    one: Entrant
    other: Entrant
    simulations: int
    """Of both, a move; 0 for the bare policies."""
    games: int
    """At least; there are two pairs or more."""
    seed: int = 0

    def __post_init__(self) -> None:
        modes = [entrant.environment.name for entrant in (self.one, self.other)]
        if modes[0] != modes[1]:
            raise SettingsError(f"{self.one.name} plays {modes[0]}, {self.other.name} {modes[1]}")

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return max(2, -(-self.games // self.one.environment.players))

    def play(self) -> Iterator[Score]:
        """Play; yields the score after every batch. The shapes of the networks may differ."""
        env, pairs = self.one.environment, self.pairs
        batch = min(pairs, PAIRS_AT_ONCE.get(jax.default_backend(), PAIRS_AT_ONCE["cpu"]))
        play = _playing(env, self.simulations, batch)
        score = Score(env.players)
        for number in range(-(-pairs // batch)):
            key = jax.random.fold_in(jax.random.key(self.seed), number)
            results = play(self.one.params, self.other.params, key)
            share, margin = (
                np.concatenate([before, np.asarray(new, np.float64).mean(axis=1)])[:pairs]
                for before, new in ((score.share, results.share), (score.margin, results.margin))
            )
            score = Score(env.players, share, margin)
            yield score

    def describe(self, score: Score) -> str:
        """Return the lines that sum the match up; the last one is for programs."""
        env, names = self.one.environment, (self.one.name, self.other.name)
        limit = f"{self.simulations} simulations a move" if self.simulations else "bare policies"
        share, low, high = score.interval
        points, least, most = score.elo
        margin = float(score.margin.mean())
        return "\n".join(
            [
                f"{names[0]} against {names[1]}: {env.players} players, {env.wall} wall, {limit}",
                f"games   {score.games} in {len(score.share)} pairs on the same deals",
                f"share   {score} of the victories (fair: {100 / env.players:.0f} %)",
                f"Elo     {score.elo_in_words()}",
                f"margin  {margin:+.2f} points",
                f"result a={quote(names[0])} b={quote(names[1])} mode={env.name}"
                f" simulations={self.simulations} games={score.games} share={share:.4f}"
                f" low={low:.4f} high={high:.4f} elo={points:.1f} elo_low={least:.1f}"
                f" elo_high={most:.1f} margin={margin:.2f}",
            ]
        )


def network_player(env: Environment, simulations: int, params: Params) -> Player:
    """Return the player of a network that plays to win: its policy alone, or a search."""
    if simulations == 0:
        return policy_player(env, params)
    return search_player(env, SearchSettings(simulations=simulations, noise=0.0), params)


def _playing(
    env: Environment, simulations: int, pairs: int
) -> Callable[[Params, Params, Array], Results]:
    """Return the compiled games of a batch of pairs."""
    seat = partial(network_player, env, simulations)

    @jax.jit
    def play(one: Params, other: Params, key: Array) -> Results:
        return play_pairs(env, seat(one), seat(other), pairs, key)

    return play
