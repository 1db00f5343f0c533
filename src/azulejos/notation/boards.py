"""The text form of one player's board: ``score:lines:wall:floor``."""

from typing import Final

from azulejos.errors import NotationError, PositionError
from azulejos.notation.tiles import COLOUR_OF, LETTERS, parse_number, quoted
from azulejos.rules import MARKER, Board, Colour, Line, Marker
from azulejos.rules.types import FLOOR_SIZE

_SIZE: Final = 5
_BESIDE: Final = "+x"

_LINES: Final[dict[str, Line | None]] = {"-": None} | {
    f"{count}{letter}": Line(COLOUR_OF[letter], count)
    for count in range(1, _SIZE + 1)
    for letter in LETTERS
}
_SPACES: Final[dict[str, Colour | None]] = {".": None} | COLOUR_OF
_FLOOR: Final[dict[str, Colour | Marker]] = {"x": MARKER} | COLOUR_OF


def parse_board(text: str, field: str) -> Board:
    """Read a board; ``field`` is what errors call it, such as ``board 2``."""
    parts = text.split(":")
    if len(parts) != 4:
        raise NotationError(f"{quoted(text)} is not of the form score:lines:wall:floor", field)
    score, lines, wall, floor = parts
    tiles, marker_beside = _parse_floor(floor, field)
    return Board(
        parse_number(score, f"{field} score"),
        _parse_lines(lines, field),
        _parse_wall(wall, field),
        tiles,
        marker_beside,
    )


def format_board(board: Board) -> str:
    """Write a board."""
    lines = "/".join(
        ["-" if line is None else f"{line.count}{LETTERS[line.colour]}" for line in board.lines]
    )
    wall = "/".join(
        ["".join(["." if tile is None else LETTERS[tile] for tile in row]) for row in board.wall]
    )
    floor = "".join([LETTERS[t] if isinstance(t, Colour) else "x" for t in board.floor]) or "-"
    return f"{board.score}:{lines}:{wall}:{floor}{_BESIDE if board.marker_beside else ''}"


def _parse_lines(text: str, field: str) -> tuple[Line | None, ...]:
    parts = text.split("/")
    if len(parts) != _SIZE:
        raise NotationError(f"{len(parts)} lines, a board has five", f"{field} lines")
    try:
        return tuple([_LINES[part] for part in parts])
    except KeyError:
        number = next(n for n, part in enumerate(parts, 1) if part not in _LINES)
        raise NotationError(
            f"{quoted(parts[number - 1])} is not '-' or a count and a colour such as 2Y",
            f"{field} line {number}",
        ) from None


def _parse_wall(text: str, field: str) -> tuple[tuple[Colour | None, ...], ...]:
    rows = text.split("/")
    if len(rows) != _SIZE:
        raise NotationError(f"{len(rows)} rows, a wall has five", f"{field} wall")
    return tuple([_parse_row(row, field, number) for number, row in enumerate(rows, 1)])


def _parse_row(text: str, field: str, number: int) -> tuple[Colour | None, ...]:
    if len(text) != _SIZE:
        raise NotationError(
            f"{quoted(text)} is not five spaces, '.' stands for an empty one",
            f"{field} wall row {number}",
        )
    try:
        return tuple([_SPACES[space] for space in text])
    except KeyError as error:
        raise NotationError(
            f"{quoted(error.args[0])} is neither a colour nor '.'", f"{field} wall row {number}"
        ) from None


def _parse_floor(text: str, field: str) -> tuple[tuple[Colour | Marker, ...], bool]:
    field = f"{field} floor"
    spaces, beside, _ = text.partition(_BESIDE)
    if spaces + beside != text:
        raise NotationError(f"{quoted(text)} goes on after '+x'", field)
    if spaces == "-":
        floor: tuple[Colour | Marker, ...] = ()
    elif not spaces:
        raise NotationError("nothing here, '-' stands for an empty floor line", field)
    else:
        try:
            floor = tuple([_FLOOR[tile] for tile in spaces])
        except KeyError as error:
            raise NotationError(
                f"{quoted(error.args[0])} is neither a colour nor the marker x", field
            ) from None
    if len(floor) > FLOOR_SIZE:
        raise PositionError(f"{len(floor)} spaces, a floor line has seven", field)
    if beside and (len(floor) < FLOOR_SIZE or MARKER in floor):
        raise PositionError("'+x' stands only after seven tiles: the floor line was full", field)
    return floor, bool(beside)
