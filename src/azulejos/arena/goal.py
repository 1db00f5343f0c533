"""When a match ends."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from azulejos.arena.settings import Settings
from azulejos.arena.sprt import Sprt
from azulejos.errors import OptionError


@dataclass(frozen=True, slots=True)
class Goal:
    """When a match ends: after so many pairs, when its test is decided, or whichever is first."""

    pairs: int | None
    sprt: Sprt | None = None

    @staticmethod
    def of_games(games: int | None, settings: Settings, sprt: Sprt | None = None) -> "Goal":
        """Return a goal of at least so many games, in whole pairs."""
        if games is None:
            return Goal(None, sprt)
        return Goal(-(-games // settings.games_per_pair), sprt)

    def beside(self, before: Self | None) -> "Goal":
        """Return the goal to write down where there was one before: never a smaller one.

        A test with other bounds would be another question to the same games, and is refused; so
        is a test of games that were played without one, for whoever asks may know how they went.
        """
        if before is None:
            return self
        if self.sprt is not None and before.sprt is None:
            raise OptionError(
                "the match was begun without a test; choose another folder for one", "sprt"
            )
        if self.sprt is not None and before.sprt is not None:
            old, new = asdict(before.sprt), asdict(self.sprt)
            for key in ("alpha", "beta", "elo0", "elo1"):
                if old[key] != new[key]:
                    raise OptionError(
                        f"the match is played for {before.sprt}, not {self.sprt};"
                        " go on with the same, or choose another folder",
                        key if key in ("alpha", "beta") else "sprt",
                    )
        counts = [goal.pairs for goal in (self, before) if goal.pairs is not None]
        return Goal(max(counts) if len(counts) == 2 else None, before.sprt)

    def to_json(self) -> dict[str, Any]:
        """Return the goal as JSON has it."""
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> "Goal":
        """Return the goal that JSON describes."""
        sprt = data["sprt"]
        return Goal(data["pairs"], None if sprt is None else Sprt(**sprt))
