"""A match: paired games, as many as were asked for or as the test takes, on any backend."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, Final

from azulejos.arena.external import ENGINES, check_engines
from azulejos.arena.folder import MatchFolder, read_goal, read_settings, write_goal
from azulejos.arena.game import Game, PlayedGame, play
from azulejos.arena.goal import Goal
from azulejos.arena.networks import check_networks
from azulejos.arena.settings import Settings
from azulejos.arena.tally import Tally
from azulejos.compute import Backend, Job, Outcome, run

MAX_FAILURES: Final = 10
"""Games that may fail for no fault of the contestants before a match gives up."""


class Match:
    """A match in progress; its folder has all of it, so it can stop and go on at any time."""

    def __init__(self, settings: Settings, goal: Goal) -> None:
        self.settings = settings
        self.goal = goal
        self.tally = Tally(settings, goal.sprt)
        self.failures: list[str] = []
        """Why games failed, where it was no contestant's fault; they can be tried again."""

    @property
    def num_games(self) -> int | None:
        """How many games the match has at most, None if only its test ends it."""
        pairs = self.goal.pairs
        return None if pairs is None else pairs * self.settings.games_per_pair

    def play(
        self, path: Path, backend: Backend, *, stop: Callable[[], bool] | None = None
    ) -> Generator[Tally, None, None]:
        """Play what is missing, and yield the tally at first and after every game."""
        is_new = read_settings(path) is None
        if is_new:  # what cannot be played leaves no folder
            self._check_contestants()
        with MatchFolder(path, self.settings) as folder:
            write_goal(path, self.goal.beside(read_goal(path)))
            for result in folder.results():
                if self.goal.pairs is None or result.pair < self.goal.pairs:
                    self.tally.add(result)
            yield self.tally
            if self._is_over():
                return
            if not is_new:
                self._check_contestants()

            def keep(outcome: Outcome[PlayedGame]) -> dict[str, Any]:
                played = outcome.unwrap()
                folder.save(outcome.id, played.record)
                return played.result.to_json()

            outcomes = run(
                play,
                self._jobs(),
                backend=backend,
                journal=folder.journal,
                keep=keep,
                stop=lambda: self._is_over() or (stop is not None and stop()),
            )
            try:
                with closing(outcomes):
                    for outcome in outcomes:
                        self._take(outcome)
                        yield self.tally
            finally:
                ENGINES.close()

    def _check_contestants(self) -> None:
        """Refuse to play where somebody could not."""
        settings = self.settings
        check_engines(settings.contestants)
        check_networks(settings.contestants, settings.players, settings.wall)

    def _is_over(self) -> bool:
        played_out = self.num_games is not None and self.tally.num_games >= self.num_games
        return played_out or self.tally.is_decided or len(self.failures) >= MAX_FAILURES

    def _jobs(self) -> Iterator[Job[Game]]:
        pairs = count() if self.goal.pairs is None else range(self.goal.pairs)
        for pair in pairs:
            for number in range(self.settings.games_per_pair):
                game = Game(self.settings, pair, number)
                yield Job(game.id, game)

    def _take(self, outcome: Outcome[PlayedGame]) -> None:
        if outcome.failure is None:
            self.tally.add(outcome.unwrap().result)
            return
        self.failures.append(f"{outcome.id}: {outcome.failure}")
        self.tally.drop(int(outcome.id.split("-")[0]) - 1)
