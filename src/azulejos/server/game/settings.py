"""What a table is set up for, before anybody sits down."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, StringConstraints

from azulejos.errors import OptionError
from azulejos.players.registry import find
from azulejos.rules import Wall
from azulejos.server.game.values import Name, Value

LevelName = Annotated[str, StringConstraints(min_length=1, max_length=64)]
"""The name of a computer player; `check_levels` sees whether there is one."""

SIMPLE: Final = "greedy"
"""The quick player that plays the tiles of those who are out unless the table has agreed on
somebody, and where another one fails."""

MIN_ABSENCE: Final = 10
"""Seconds without a sign of life before anybody counts as gone."""

DAY_MS: Final = 86_400_000


class NoClock(Value):
    """Take your time."""

    kind: Literal["none"]


class MoveClock(Value):
    """So many seconds for each move."""

    kind: Literal["move"]
    seconds: int = Field(ge=5, le=3600)


class BankClock(Value):
    """So many seconds for the whole game, and some back after each move."""

    kind: Literal["bank"]
    seconds: int = Field(ge=30, le=86_400)
    increment: int = Field(ge=0, le=600)


class DaysClock(Value):
    """So many days for each move: a game by post."""

    kind: Literal["days"]
    days: int = Field(ge=1, le=30)


Clock: TypeAlias = Annotated[
    NoClock | MoveClock | BankClock | DaysClock, Field(discriminator="kind")
]


class HostPlan(Value):
    """A seat for whoever opens the table."""

    kind: Literal["host"]


class OpenPlan(Value):
    """A seat for somebody who joins."""

    kind: Literal["open"]


class LevelPlan(Value):
    """A seat for a computer player."""

    kind: Literal["level"]
    level: LevelName


class LocalPlan(Value):
    """A seat for another person on the host's device."""

    kind: Literal["local"]
    name: Name


SeatPlan: TypeAlias = Annotated[
    HostPlan | OpenPlan | LevelPlan | LocalPlan, Field(discriminator="kind")
]


class Reservation(Value):
    """Whom a seat of a rematch waits for, and under which name."""

    person: str
    name: str
    local: bool = False
    """Another person on the same device."""


class StandIn(Value):
    """Who plays on for somebody who has gone, and after how long."""

    level: LevelName
    after_seconds: int = Field(ge=MIN_ABSENCE, le=7 * 86_400)


class Settings(Value):
    """Everything a table agrees on before it begins; seats count from 0."""

    seats: Annotated[tuple[SeatPlan, ...], Field(strict=False, min_length=2, max_length=4)]
    wall: Literal["coloured", "gray"] = "coloured"
    public: bool = Field(default=False, description="in the lobby, or by link only")
    clock: Clock = NoClock(kind="none")
    start: int | None = Field(
        None, ge=0, le=3, description="the seat that starts; drawn from the seed if null"
    )
    begins: Literal["by-host", "when-full"] = "by-host"
    stand_in: StandIn | None = None
    hints: bool = False

    @property
    def num_players(self) -> int:
        """The number of seats."""
        return len(self.seats)

    @property
    def finisher(self) -> str:
        """The computer player that plays the tiles of those who are out."""
        return SIMPLE if self.stand_in is None else self.stand_in.level

    @property
    def side(self) -> Wall:
        """The side of the player boards."""
        return Wall.GRAY if self.wall == "gray" else Wall.COLOURED


def check_settings(settings: Settings) -> None:
    """Refuse what no table can be set up for."""
    for seat, plan in enumerate(settings.seats):
        if isinstance(plan, LevelPlan):
            _check_level(plan.level, f"seats.{seat}.level")
    if settings.stand_in is not None:
        _check_level(settings.stand_in.level, "stand_in.level")
    if settings.start is not None and settings.start >= settings.num_players:
        raise OptionError(f"there are {settings.num_players} seats, from 0 on", "start")
    if all(isinstance(plan, LevelPlan) for plan in settings.seats):
        raise OptionError("at least one seat is for a person", "seats")
    if sum(isinstance(plan, HostPlan) for plan in settings.seats) > 1:
        raise OptionError("the host has one seat; others on this device are local", "seats")


def _check_level(name: str, field: str) -> None:
    try:
        found = find(name).name
    except OptionError as error:
        raise OptionError(error.message, field) from None
    if found != name:
        raise OptionError(f"its name is written {found!r}", field)
