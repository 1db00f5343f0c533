"""The shapes of answers that are not games."""

from pydantic import BaseModel, Field

from azulejos.server.views import Summary, Update


class Guest(BaseModel):
    """Somebody the server knows."""

    name: str
    token: str | None = Field(None, description="shown once, to those who asked for it")


class DeviceLink(BaseModel):
    """What opens another device for the same person, once."""

    code: str
    expires_at: int


class LevelAnswer(BaseModel):
    """A computer player."""

    name: str
    character: str


class Updates(BaseModel):
    """The events a request brought about, the first one first."""

    updates: list[Update]


class Games(BaseModel):
    """A list of games, the latest first."""

    games: list[Summary]


class Hint(BaseModel):
    """What a computer player would do."""

    number: int
    move: str
    level: str


class Verified(BaseModel):
    """What was checked in a record and found true."""

    players: int
    result: str
    num_rounds: int
    num_moves: int
    commitment: str
    seed: str
    start_was_drawn: bool
    num_deals: int
    without_nonce: list[int]


class Health(BaseModel):
    """Whether all is well."""

    status: str
    name: str
    version: str
