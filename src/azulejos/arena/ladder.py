"""A ladder: many contestants, enough matches between them to link all, one rating each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from azulejos.arena.contestant import Contestant, check_names
from azulejos.arena.estimate import Estimate
from azulejos.arena.goal import Goal
from azulejos.arena.match import Match
from azulejos.arena.ratings import rate
from azulejos.arena.settings import MAX_ROUNDS, Settings
from azulejos.arena.tally import Summary, rated_pairs
from azulejos.errors import OptionError
from azulejos.rules import Wall


@dataclass(frozen=True)
class Rung:
    """A contestant on the ladder."""

    contestant: Contestant
    elo: Estimate
    games: int
    score: float
    """Its mean score over all its games."""


@dataclass(frozen=True)
class Ladder:
    """Who is to be rated, at which table; contestants come weakest first, as far as is known."""

    contestants: tuple[Contestant, ...]
    players: int
    wall: Wall
    seed: bytes
    games: int
    """Games in each match, at least."""
    date: str = ""
    max_rounds: int = MAX_ROUNDS

    def __post_init__(self) -> None:
        if len(self.contestants) < 2:
            raise OptionError("a ladder takes two contestants or more", "contestants")
        check_names(self.contestants)
        if self.games < 1:
            raise OptionError(f"{self.games} is not 1 or more", "games")

    def pairings(self) -> list[tuple[Contestant, Contestant]]:
        """Return who meets whom: every neighbour, and everyone two rungs away."""
        return [
            (self.contestants[low], self.contestants[low + step])
            for step in (1, 2)
            for low in range(len(self.contestants) - step)
        ]

    def match(self, first: Contestant, second: Contestant) -> Match:
        """Return the match of a pairing, ready to be played."""
        names = f"{first.name} against {second.name}"
        settings = Settings(
            contestants=(second, first),
            players=self.players,
            wall=self.wall,
            seed=sha256(self.seed + names.encode()).digest(),
            max_rounds=self.max_rounds,
            date=self.date,
        )
        return Match(settings, Goal.of_games(self.games, settings))

    def rungs(self, summaries: Sequence[Summary], anchor: str) -> list[Rung]:
        """Return everyone's rating from all matches together, the anchor's being 0."""
        ratings = rate([pair for each in summaries for pair in rated_pairs(each)], anchor)
        return [
            Rung(contestant, ratings[contestant.name], *_record(summaries, contestant))
            for contestant in self.contestants
            if contestant.name in ratings
        ]


def folder_name(first: Contestant, second: Contestant) -> str:
    """Return the name of the folder of a pairing."""
    return "-vs-".join(re.sub(r"[^A-Za-z0-9._=-]+", "_", each.name) for each in (first, second))


def _record(summaries: Sequence[Summary], contestant: Contestant) -> tuple[int, float]:
    """Return how many games a contestant played, and its mean score in them."""
    games, points = 0, 0.0
    for summary in summaries:
        if contestant in summary.settings.contestants and summary.pairs:
            place = summary.settings.contestants.index(contestant)
            games += len(summary.games)
            points += len(summary.games) * summary.score(place).value
    return games, points / games if games else 0.0
