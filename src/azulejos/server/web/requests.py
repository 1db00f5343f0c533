"""The shapes of what comes in: strict, and closed to unknown fields."""

from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints

from azulejos.server.game.values import Name, Nonce, Value

SeatNumber = Annotated[int, Field(ge=0, le=3)]
EventNumber = Annotated[
    int, Field(ge=1, le=2**31 - 1, description="the last event seen: what this answers")
]


class NewGuest(Value):
    """Somebody new."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Ana"}]})

    name: Name
    bearer: bool = Field(
        default=False, description="hand out the token instead of setting a cookie"
    )


class Rename(Value):
    """Another name."""

    name: Name


class Claim(Value):
    """The code of a link to another device."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    bearer: bool = False


class Join(Value):
    """Sitting down."""

    seat: SeatNumber | None = Field(default=None, description="the first free one if null")
    nonce: Nonce | None = None


class GiveNonce(Value):
    """A seat's share in the seed."""

    seat: SeatNumber | None = None
    nonce: Nonce


class Start(Value):
    """Beginning the game, with the host's nonce if it was not given before."""

    nonce: Nonce | None = None


class PlayMove(Value):
    """A move, and the event it answers."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"number": 4, "move": "3B2"}]})

    number: EventNumber
    move: Annotated[str, StringConstraints(min_length=3, max_length=3)] = Field(
        description="in the notation, such as 3B2, cR- or 4@2"
    )


class Answering(Value):
    """A wish, and the event it answers."""

    number: EventNumber


class Resign(Answering):
    """Giving up."""

    seat: SeatNumber | None = None


class AnswerUndo(Answering):
    """Whether others may take back a move."""

    accept: bool


class Rematch(Value):
    """Meeting again."""

    nonce: Nonce | None = None


class Verify(Value):
    """A record to check."""

    record: Annotated[str, StringConstraints(max_length=60_000)]


class StudyPosition(Value):
    """A position to study, and what happens in it first."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "position": "c 1 r s1 -/-/-/-/- - 20,20,20,20,20 0,0,0,0,0"
                    " 0:-/-/-/-/-:...../...../...../...../.....:-"
                    " 0:-/-/-/-/-:...../...../...../...../.....:-",
                    "event": "=BBRK/YYWW/BYRW/KKKK/BBYY",
                }
            ]
        }
    )

    position: Annotated[str, StringConstraints(max_length=1000)] = Field(
        description="one line of the notation"
    )
    event: Annotated[str, StringConstraints(max_length=201)] | None = Field(
        default=None, description="a move such as 3B2, or = and the displays of a deal"
    )
