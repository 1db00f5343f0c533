"""Setting up a game at the terminal: what was said, what is asked for, what is usual."""

from collections.abc import Callable
from typing import TypeVar

from azulejos.cli.game import Settings
from azulejos.cli.prompt import Prompt
from azulejos.engine.replay import parse_players, parse_wall
from azulejos.errors import OptionError
from azulejos.fair import new_seed, parse_seed
from azulejos.players import character, levels
from azulejos.players.registry import find

MAX_NAME = 24
USUAL_LEVEL = "casual"

T = TypeVar("T")


class Seating:
    """Collects the settings of a game; asks only where somebody is there to answer."""

    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt

    def settle(
        self,
        players: str | None,
        wall: str | None,
        level: str | None,
        name: str | None,
        seat: str | None,
        seed: str | None,
    ) -> Settings:
        """Return the settings; what is None is asked for, or takes its usual value."""
        server_seed = new_seed() if seed is None else parse_seed(seed)
        number = self._settle(players, "Players, 2 to 4", "2", parse_players)
        side = self._settle(wall, "Wall, c coloured or g gray", "c", parse_wall)
        if level is None and self._prompt.is_person:
            for each in levels():
                self._prompt.console.print(f"  {each:<10}{character(each)}", highlight=False)
        opponent = self._settle(level, "Opponent", USUAL_LEVEL, lambda text: find(text).name)
        person = self._settle(name, "Your name", "Guest", parse_name)
        place = self._settle(
            seat, f"Your seat, 1 to {number}", "1", lambda text: parse_seat(text, number)
        )
        return Settings(number, side, opponent, person, place, server_seed)

    def _settle(self, said: str | None, question: str, usual: str, read: Callable[[str], T]) -> T:
        if said is not None:
            return read(said)
        if not self._prompt.is_person:
            return read(usual)
        return self._prompt.ask_until(f"{question} [{usual}]:", lambda text: read(text or usual))


def parse_seat(text: str, players: int) -> int:
    """Return a seat, from 0, at a table for so many players."""
    if text not in ("1", "2", "3", "4")[:players]:
        raise OptionError(f"{text[:40]!r} is not 1 to {players}", "seat")
    return int(text) - 1


def parse_name(text: str) -> str:
    """Return a name that fits on one line of a record and on a board."""
    name = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not 1 <= len(name) <= MAX_NAME:
        raise OptionError(f"a name has 1 to {MAX_NAME} letters", "name")
    return name
