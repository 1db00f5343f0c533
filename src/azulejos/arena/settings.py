"""What a match is: who plays, at which table, from which seed, and who sits where."""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import permutations
from typing import Any, Final

from azulejos.arena.contestant import (
    Contestant,
    check_names,
    format_contestant,
    parse_contestant,
)
from azulejos.errors import OptionError
from azulejos.fair import parse_seed
from azulejos.rules import Wall

MAX_ROUNDS: Final = 60
"""Rounds after which a game is adjudicated, unless told otherwise."""

_FORMAT: Final = 1

Lineup = tuple[int, ...]
"""Who sits where: the number of the contestant on each seat, both from 0."""


@dataclass(frozen=True)
class Settings:
    """Everything that decides how the games of a match go, and nothing else.

    A *pair* is the games on the same deals: between two contestants with two seats it is
    two games, with more seats as many as it takes for everyone to sit on every seat.
    """

    contestants: tuple[Contestant, ...]
    players: int
    wall: Wall
    seed: bytes
    alone: bool = False
    """The first contestant sits alone among copies of the second."""
    max_rounds: int = MAX_ROUNDS
    date: str = ""
    """The day the match began, for the records."""

    def __post_init__(self) -> None:
        number = len(self.contestants)
        if not 2 <= self.players <= 4:
            raise OptionError(f"{self.players} is not 2, 3 or 4", "players")
        if number not in (2, self.players):
            raise OptionError(
                f"a table of {self.players} takes two contestants or one a seat, not {number}",
                "contestants",
            )
        if self.alone and number != 2:
            raise OptionError("one alone among the others takes two contestants", "alone")
        if self.max_rounds < 1:
            raise OptionError(f"{self.max_rounds} is not 1 or more", "max rounds")
        check_names(self.contestants)

    @cached_property
    def lineups(self) -> tuple[tuple[Lineup, ...], ...]:
        """The seatings of the games of a pair; pairs take the entries in turn."""
        seats = self.players
        if len(self.contestants) == seats:
            # Who sits left of whom matters as well, so pairs go through all circles.
            circles = [(0, *rest) for rest in permutations(range(1, seats))]
            return tuple(
                tuple(circle[-turn:] + circle[:-turn] for turn in range(seats))
                for circle in circles
            )
        first = tuple(tuple(int(s != seat) for s in range(seats)) for seat in range(seats))
        second = tuple(tuple(int(s == seat) for s in range(seats)) for seat in range(seats))
        return (first if self.alone else first + second,)

    @property
    def games_per_pair(self) -> int:
        """How many games are played on the same deals."""
        return len(self.lineups[0])

    def lineup(self, pair: int, game: int) -> Lineup:
        """Return who sits where in a game of a pair, all from 0."""
        return self.lineups[pair % len(self.lineups)][game]

    def server_seed(self, pair: int) -> bytes:
        """Return the seed of all deals of a pair."""
        return sha256(self.seed + b"pair" + pair.to_bytes(8, "big")).digest()

    def player_seed(self, pair: int, game: int, seat: int) -> int:
        """Return the seed of the random choices made on a seat in a game."""
        place = f"player {pair} {game} {seat}".encode()
        return int.from_bytes(sha256(self.seed + place).digest()[:8], "big")

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON has them."""
        return {
            "format": _FORMAT,
            "contestants": [format_contestant(each) for each in self.contestants],
            "players": self.players,
            "wall": self.wall.value,
            "alone": self.alone,
            "seed": self.seed.hex(),
            "max_rounds": self.max_rounds,
            "date": self.date,
        }

    @staticmethod
    def from_json(data: dict[str, Any]) -> "Settings":
        """Return the settings that JSON describes."""
        if data.get("format") != _FORMAT:
            raise OptionError(f"{data.get('format')!r} is not {_FORMAT}", "format")
        return Settings(
            contestants=tuple(parse_contestant(text) for text in data["contestants"]),
            players=data["players"],
            wall=Wall(data["wall"]),
            seed=parse_seed(data["seed"]),
            alone=data["alone"],
            max_rounds=data["max_rounds"],
            date=data["date"],
        )
