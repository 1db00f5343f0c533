"""When a match ends."""

from dataclasses import asdict, dataclass
from typing import Any

from azulejos.arena.settings import Settings
from azulejos.arena.sprt import Sprt


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

    def to_json(self) -> dict[str, Any]:
        """Return the goal as JSON has it."""
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> "Goal":
        """Return the goal that JSON describes."""
        sprt = data["sprt"]
        return Goal(data["pairs"], None if sprt is None else Sprt(**sprt))
