"""The shapes of what the server shows. Seats, displays, lines and columns count from 0."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from azulejos.server.game.settings import Settings
from azulejos.server.game.table import SeatKind, Status

Reason = Literal["played", "conceded"]


class View(BaseModel):
    """Something shown; made by the server only."""

    model_config = ConfigDict(frozen=True)


class LineView(View):
    """The tiles on a pattern line."""

    colour: str = Field(description="B, Y, R, K or W")
    count: int


class BoardView(View):
    """One player's board."""

    score: int
    lines: list[LineView | None]
    wall: list[str] = Field(description="five rows of five letters, `.` for an empty space")
    floor: str = Field(description="occupied spaces from the left, `x` for the marker")
    marker_beside: bool
    penalty: int = Field(description="what the floor line costs as it stands")


class PositionView(View):
    """The table top: everything there is to draw."""

    text: str = Field(description="the position in one line of the notation")
    wall: Literal["coloured", "gray"]
    round: int
    phase: Literal["draft", "tile", "deal", "over"]
    player: int | None
    start: int
    displays: list[str] = Field(description="the tiles on each display, as letters")
    centre: str
    marker_in_centre: bool
    bag: list[int] = Field(description="how many of each colour, in the order BYRKW")
    lid: list[int]
    boards: list[BoardView]


class ChoiceView(View):
    """A legal move and what it would do: enough to show it before it is played."""

    move: str
    source: int | None = Field(
        description="the display; null for the centre and where a column is chosen"
    )
    colour: str
    count: int = Field(description="how many tiles are taken; 1 where a column is chosen")
    marker: bool = Field(description="the starting marker comes with them")
    line: int | None = Field(
        description="the pattern line, or the row of the wall; null for the floor"
    )
    column: int | None = Field(description="the column of a gray wall that is chosen, or null")
    on_line: int
    fallen: int
    discarded: int
    full: bool = Field(description="the line is full after it")
    points: int | None = Field(
        description="what the line's tile would score if the round were tiled now, on a gray wall"
        " in the best column; null if the line is not full or no column is allowed"
    )
    cost: int = Field(description="how many more points the floor line costs after it")


class TakenView(View):
    """Tiles that left a display or the centre."""

    source: int | None = Field(description="the display, or null for the centre")
    colour: str
    count: int
    marker: bool
    to_centre: str = Field(description="tiles of the display that moved to the centre")


class PlacedView(View):
    """Where the tiles taken went."""

    line: int | None = Field(description="the pattern line, or null for the floor")
    on_line: int
    fallen: int
    discarded: int
    marker_beside: bool


class TiledView(View):
    """A full line at the end of a round: to the wall, or to the floor if no column is open."""

    player: int
    row: int
    column: int | None = Field(description="null if the whole line fell to the floor")
    colour: str
    across: int = 0
    down: int = 0
    points: int = 0
    fallen: int = 0
    discarded: int


class PenaltyView(View):
    """What a floor line cost."""

    player: int
    num_spaces: int
    cost: int
    paid: int


class BonusView(View):
    """What a wall earned at the end."""

    player: int
    rows: list[int]
    columns: list[int]
    colours: str
    points: int


class EffectsView(View):
    """What an event did, tile by tile, in the order in which it happened."""

    player: int | None
    deal: list[str] | None
    refilled: bool
    taken: TakenView | None
    placed: PlacedView | None
    tiled: list[TiledView]
    penalties: list[PenaltyView]
    bonuses: list[BonusView]
    scores: list[int]


class SeatView(View):
    """A seat and who sits there."""

    kind: SeatKind
    name: str | None
    level: str | None
    stand_in: str | None
    out: Literal["resigned", "timed-out"] | None
    reserved: bool = Field(description="a free seat of a rematch that waits for somebody")
    has_nonce: bool
    bank_ms: int | None
    you: bool


class TurnView(View):
    """Whose turn it is, since when and until when, in milliseconds since 1970."""

    seat: int
    began_at: int
    deadline_at: int | None


class UndoView(View):
    """A wish to take back moves."""

    seat: int
    moves: int
    granted: list[int]


class ResultView(View):
    """How the game ended."""

    reason: Reason
    winners: list[int]
    scores: list[int]


class FairnessView(View):
    """The commitment, and when the game is over what it stood for."""

    commitment: str
    server_seed: str | None
    nonces: list[str | None] | None


class GameView(View):
    """A table as one person sees it."""

    id: str
    number: int = Field(description="the last event; what a move answers")
    at: int
    created_at: int
    status: Status
    settings: Settings
    seats: list[SeatView]
    position: PositionView | None
    turn: TurnView | None
    legal: list[str] = Field(description="the receiver's legal moves")
    choices: list[ChoiceView] = Field(description="what each of them would do, in the same order")
    can: list[str] = Field(description="what the receiver may ask for now")
    undo: UndoView | None
    result: ResultView | None
    fairness: FairnessView
    rematch_of: str | None
    rematch: str | None
    is_host: bool
    key: str | None = Field(description="the key of a private table, for those who sit there")


class EventView(View):
    """An event as everybody may see it; fields that its kind does not have are null."""

    kind: str
    seat: int | None = None
    name: str | None = None
    move: str | None = None
    deal: str | None = None
    start: int | None = None
    moves: int | None = None
    level: str | None = None
    reason: Reason | None = None
    winners: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    game: str | None = None


class Update(View):
    """One step of a game: what happened, what it did, and the table after it.

    The first message of a stream has no event: it says where the game stands.
    """

    number: int
    at: int
    event: EventView | None
    effects: EffectsView | None
    game: GameView


class Study(View):
    """A position anybody may study: what it looks like and what can be done in it."""

    position: PositionView
    legal: list[str] = Field(description="the legal moves of whoever is to act")
    choices: list[ChoiceView] = Field(description="what each of them would do, in the same order")
    effects: EffectsView | None = Field(
        description="what the move or deal that was asked for did, if one was"
    )


class SummarySeat(View):
    """A seat in a list of games."""

    kind: SeatKind
    name: str | None


class Summary(View):
    """A game in a list."""

    id: str
    number: int
    status: Status
    at: int
    wall: Literal["coloured", "gray"]
    public: bool
    clock: str
    seats: list[SummarySeat]
    round: int | None
    scores: list[int] | None
    winners: list[int] | None
    acting: int | None
