"""The text form of positions, one line each.

What `format_position` writes is the only form of a position: `parse_position`
accepts nothing that would be written differently.
"""

from typing import Final

from azulejos.errors import NotationError
from azulejos.notation.boards import format_board, parse_board
from azulejos.notation.deals import format_deal, parse_deal
from azulejos.notation.tiles import (
    format_counts,
    format_tiles,
    parse_counts,
    parse_number,
    parse_seat,
    parse_tiles,
    quoted,
)
from azulejos.rules import Counts, Phase, State, Wall

NUM_COMMON_FIELDS: Final = 8
"""Fields of a position that stand before the boards."""

_WALLS: Final = {wall.value: wall for wall in Wall}
_NUM_FIELDS: Final = (10, 11, 12)
_MAX_LENGTH: Final = 1000
_FORM: Final = "<wall> <round> <phase> <start> <displays> <centre> <bag> <lid> and 2 to 4 boards"


def parse_position(text: str) -> State:
    """Read a position, or say which field is wrong and why.

    A text that is not a position raises `NotationError`, a position that no game
    can reach `PositionError`.
    """
    fields = _split(text)
    wall, round_number, phase, start, displays, centre, bag, lid = fields[:NUM_COMMON_FIELDS]
    if wall not in _WALLS:
        raise NotationError(f"{quoted(wall)} is neither c nor g", "wall")
    kind, player = _parse_phase(phase)
    starter = parse_seat(start, "s")
    if starter is None:
        raise NotationError(f"{quoted(start)} is not a player such as s1", "start")
    centre_tiles, marker = _parse_centre(centre)
    return State.set_up(
        wall=_WALLS[wall],
        round=parse_number(round_number, "round"),
        phase=kind,
        player=player,
        start=starter,
        displays=parse_deal(displays),
        centre=centre_tiles,
        marker_in_centre=marker,
        bag=parse_counts(bag, "bag"),
        lid=parse_counts(lid, "lid"),
        boards=[
            parse_board(board, f"board {number}")
            for number, board in enumerate(fields[NUM_COMMON_FIELDS:], 1)
        ],
    )


def format_position(state: State) -> str:
    """Write a position."""
    player = state.player
    centre = format_tiles(state.centre)
    if state.marker_in_centre:
        centre = "x" if centre == "-" else "x" + centre
    return " ".join(
        [
            state.wall.value,
            str(state.round),
            state.phase.value if player is None else f"{state.phase.value}{player + 1}",
            f"s{state.start + 1}",
            format_deal(state.displays),
            centre,
            format_counts(state.bag),
            format_counts(state.lid),
            *map(format_board, state.boards),
        ]
    )


def _split(text: str) -> list[str]:
    if len(text) > _MAX_LENGTH:
        raise NotationError(f"{len(text)} characters, longer than any position", "position")
    if not text.isascii():
        letter = next(letter for letter in text if not letter.isascii())
        raise NotationError(f"{quoted(letter)} is not ASCII", "position")
    fields = text.split(" ")
    if "" in fields:
        raise NotationError(
            "empty" if not text else "fields are separated by one space, with none at the ends",
            "position",
        )
    if len(fields) not in _NUM_FIELDS:
        raise NotationError(f"{len(fields)} fields, a position has {_FORM}", "position")
    return fields


def _parse_phase(text: str) -> tuple[Phase, int | None]:
    if text == "r":
        return Phase.DEAL, None
    if text == "e":
        return Phase.OVER, None
    player = parse_seat(text, "d")
    if player is not None:
        return Phase.DRAFT, player
    player = parse_seat(text, "t")
    if player is not None:
        return Phase.TILE, player
    raise NotationError(f"{quoted(text)} is not d or t and a player, r or e", "phase")


def _parse_centre(text: str) -> tuple[Counts, bool]:
    if not text.startswith("x"):
        return parse_tiles(text, "centre"), False
    tiles = text[1:] or "-"
    if text == "x-":
        raise NotationError("'x-' is not how a lone marker is written, that is 'x'", "centre")
    return parse_tiles(tiles, "centre"), True
