"""Keeping count of a match while it goes on."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from azulejos.arena.estimate import Estimate, elo_of_pairs, mean_of_pairs, share_of_pairs
from azulejos.arena.game import GameResult
from azulejos.arena.ratings import RatedGame, rate
from azulejos.arena.settings import Settings
from azulejos.arena.sprt import Sprt, Trial, Verdict


class Tally:
    """The games of a match, counted pair by pair.

    Only complete pairs count. A sequential test takes them in their order, whichever came
    in first, and once it is decided no pair counts any more: the same seed gives the same
    decision on any machine with any number of workers.
    """

    def __init__(self, settings: Settings, sprt: Sprt | None = None) -> None:
        self.settings = settings
        self.trial = None if sprt is None else Trial(sprt, own_seats(settings))
        self.num_games = 0
        """All games there are results of, counted or not."""
        self._open: dict[int, dict[int, GameResult]] = {}
        self._complete: dict[int, list[GameResult]] = {}
        self._counted: list[list[GameResult]] = []
        self._next = 0

    def add(self, result: GameResult) -> None:
        """Take in the result of a game."""
        self.num_games += 1
        games = self._open.setdefault(result.pair, {})
        games[result.number] = result
        if len(games) == self.settings.games_per_pair:
            del self._open[result.pair]
            self._complete[result.pair] = [games[number] for number in sorted(games)]
        self._count()

    def drop(self, pair: int) -> None:
        """Note that a pair cannot be completed, so that the test need not wait for it."""
        self._complete[pair] = []
        self._count()

    @property
    def is_decided(self) -> bool:
        """Whether a sequential test has come to its end."""
        return self.trial is not None and self.trial.verdict is not Verdict.OPEN

    @property
    def summary(self) -> "Summary":
        """The figures of the match as they stand."""
        return Summary(self.settings, tuple(self._counted), self.trial, self.num_games)

    def _count(self) -> None:
        while self._next in self._complete and not self.is_decided:
            games = self._complete.pop(self._next)
            self._next += 1
            if games:
                self._counted.append(games)
                if self.trial is not None:
                    self.trial.add(_pair_share(games, 0))


@dataclass(frozen=True)
class Summary:
    """The figures of a match; contestants and seats count from 0."""

    settings: Settings
    pairs: tuple[list[GameResult], ...]
    trial: Trial | None
    num_games: int

    @cached_property
    def games(self) -> list[GameResult]:
        """The games that count."""
        return [game for pair in self.pairs for game in pair]

    def share(self, contestant: int = 0) -> Estimate:
        """Return the contestant's share of the victories, all its seats in a game together."""
        return share_of_pairs([_pair_share(pair, contestant) for pair in self.pairs])

    def score(self, contestant: int = 0) -> Estimate:
        """Return the contestant's mean score, over its seats."""
        return mean_of_pairs([_pair_score(pair, contestant) for pair in self.pairs])

    def margin(self, contestant: int = 0) -> Estimate:
        """Return by how many points the contestant is ahead of the others' best on average."""
        return mean_of_pairs([_pair_margin(pair, contestant) for pair in self.pairs])

    @cached_property
    def elo(self) -> Estimate:
        """By how much the first contestant is stronger than the second, in a match of two."""
        return elo_of_pairs(self.share(), own_seats(self.settings))

    def ratings(self) -> dict[str, Estimate]:
        """Return everyone's Elo, the last contestant's being 0."""
        pairs = rated_pairs(self)
        return rate(pairs, self.settings.contestants[-1].name) if pairs else {}

    def won_shared_lost(self, contestant: int = 0) -> tuple[int, int, int]:
        """Return how many games the contestant won alone, shared with others, and lost."""
        shares = Counter(_share(game, contestant) for game in self.games)
        won = sum(count for share, count in shares.items() if share > 1 - 1e-9)
        lost = shares[0.0]
        return won, len(self.games) - won - lost, lost

    def seat_shares(self, contestant: int | None = None) -> list[tuple[float, int]]:
        """Return, for each seat, the victories won on it and the games played on it.

        With a contestant, only games count in which it sat there.
        """
        seats = []
        for seat in range(self.settings.players):
            games = [g for g in self.games if contestant in (None, g.lineup[seat])]
            seats.append((sum(game.shares[seat] for game in games), len(games)))
        return seats

    def forfeits(self, contestant: int) -> list[GameResult]:
        """Return the games that the contestant lost by its own fault."""
        return [
            game
            for game in self.games
            if game.forfeited is not None and game.lineup[game.forfeited] == contestant
        ]

    @property
    def num_adjudicated(self) -> int:
        """How many games were cut short because they would not end."""
        return sum(bool(game.termination) and game.forfeited is None for game in self.games)


def own_seats(settings: Settings) -> list[tuple[int, int]]:
    """Return, for each game of a pair, the first contestant's seats and all seats."""
    return [(lineup.count(0), len(lineup)) for lineup in settings.lineups[0]]


def rated_pairs(summary: Summary) -> list[list[RatedGame]]:
    """Return the games of a match as ratings take them."""
    names = [contestant.name for contestant in summary.settings.contestants]
    return [
        [
            RatedGame(
                {name: game.lineup.count(i) for i, name in enumerate(names)},
                {name: _share(game, i) for i, name in enumerate(names)},
            )
            for game in pair
        ]
        for pair in summary.pairs
    ]


def _share(game: GameResult, contestant: int) -> float:
    return sum(s for s, who in zip(game.shares, game.lineup, strict=True) if who == contestant)


def _pair_share(games: list[GameResult], contestant: int) -> float:
    return sum(_share(game, contestant) for game in games) / len(games)


def _pair_score(games: list[GameResult], contestant: int) -> float:
    scores = [
        score
        for game in games
        for score, who in zip(game.scores, game.lineup, strict=True)
        if who == contestant
    ]
    return sum(scores) / len(scores)


def _pair_margin(games: list[GameResult], contestant: int) -> float:
    margins = []
    for game in games:
        seats = list(zip(game.scores, game.lineup, strict=True))
        own = max(score for score, who in seats if who == contestant)
        margins.append(own - max(score for score, who in seats if who != contestant))
    return sum(margins) / len(margins)
