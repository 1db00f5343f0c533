"""Positions and effects as they are shown."""

from collections.abc import Sequence
from typing import Final, Literal

from azulejos.notation import format_position
from azulejos.rules import CENTRE, Board, Colour, Counts, Phase, State, Wall
from azulejos.rules.choices import Choice, choices
from azulejos.rules.effects import Dropped, Effects, Placed, Taken, Tiled
from azulejos.server.views.models import (
    BoardView,
    BonusView,
    ChoiceView,
    EffectsView,
    LineView,
    PenaltyView,
    PlacedView,
    PositionView,
    TakenView,
    TiledView,
)

_PHASES: Final[dict[Phase, Literal["draft", "tile", "deal", "over"]]] = {
    Phase.DRAFT: "draft",
    Phase.TILE: "tile",
    Phase.DEAL: "deal",
    Phase.OVER: "over",
}


def view_position(state: State) -> PositionView:
    """Return a state as it is shown."""
    return PositionView(
        text=format_position(state),
        wall="gray" if state.wall is Wall.GRAY else "coloured",
        round=state.round,
        phase=_PHASES[state.phase],
        player=state.player,
        start=state.start,
        displays=[letters(display) for display in state.displays],
        centre=letters(state.centre),
        marker_in_centre=state.marker_in_centre,
        bag=list(state.bag),
        lid=list(state.lid),
        boards=[_view_board(board) for board in state.boards],
    )


def view_choices(state: State) -> list[ChoiceView]:
    """Return what each legal move of a state would do, as it is shown."""
    return [_view_choice(choice) for choice in choices(state)]


def view_effects(done: Effects) -> EffectsView:
    """Return effects as they are shown."""
    return EffectsView(
        player=done.player,
        deal=None if done.deal is None else [letters(display) for display in done.deal],
        refilled=done.refilled,
        taken=None if done.taken is None else _view_taken(done.taken),
        placed=None if done.placed is None else _view_placed(done.placed),
        tiled=[_view_tiled(tile) for tile in done.tiled],
        penalties=[PenaltyView(**penalty._asdict()) for penalty in done.penalties],
        bonuses=[
            BonusView(
                player=bonus.player,
                rows=list(bonus.rows),
                columns=list(bonus.columns),
                colours="".join(colour.letter for colour in bonus.colours),
                points=bonus.points,
            )
            for bonus in done.bonuses
        ],
        scores=list(done.scores),
    )


def letters(tiles: Counts | Sequence[int]) -> str:
    """Return tiles as letters in colour order."""
    return "".join(colour.letter * tiles[colour] for colour in Colour)


def _view_board(board: Board) -> BoardView:
    return BoardView(
        score=board.score,
        lines=[
            None if line is None else LineView(colour=line.colour.letter, count=line.count)
            for line in board.lines
        ],
        wall=["".join("." if tile is None else tile.letter for tile in row) for row in board.wall],
        floor="".join(tile.letter if isinstance(tile, Colour) else "x" for tile in board.floor),
        marker_beside=board.marker_beside,
        penalty=board.penalty,
    )


def _view_choice(choice: Choice) -> ChoiceView:
    return ChoiceView(
        move=str(choice.move),
        source=None if choice.source == CENTRE else choice.source,
        colour=choice.colour.letter,
        count=choice.num_tiles,
        marker=choice.marker,
        line=choice.line,
        column=choice.column,
        on_line=choice.on_line,
        fallen=choice.fallen,
        discarded=choice.discarded,
        full=choice.full,
        points=choice.points,
        cost=choice.cost,
    )


def _view_taken(taken: Taken) -> TakenView:
    return TakenView(
        source=None if taken.source == CENTRE else taken.source,
        colour=taken.colour.letter,
        count=taken.num_tiles,
        marker=taken.marker,
        to_centre=letters(taken.to_centre),
    )


def _view_placed(placed: Placed) -> PlacedView:
    return PlacedView(**placed._asdict())


def _view_tiled(tile: Tiled | Dropped) -> TiledView:
    colour = tile.colour.letter
    if isinstance(tile, Dropped):
        return TiledView(**{**tile._asdict(), "colour": colour}, column=None)
    return TiledView(**{**tile._asdict(), "colour": colour})
