"""What each legal move would do: enough to show it before it is played.

As in `effects`, everything is derived from the state; the rules themselves stay in the kernel.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from azulejos.rules.effects import Taken, place, take, tile_score
from azulejos.rules.move import Move
from azulejos.rules.state import State
from azulejos.rules.types import FLOOR_COSTS, FLOOR_SIZE, Board, Colour, Wall, wall_column

_PENALTIES: Final = tuple(sum(FLOOR_COSTS[:spaces]) for spaces in range(FLOOR_SIZE + 1))


class Choice(NamedTuple):
    """A legal move and what it would do."""

    move: Move
    source: int | None
    """The display, from 0, or CENTRE; None when a column is chosen."""
    colour: Colour
    num_tiles: int
    """How many are taken; 1 when a column is chosen."""
    marker: bool
    """The starting-player marker comes with them."""
    line: int | None
    """The pattern line or the row of the wall, from 0; None for the floor."""
    column: int | None
    """The column of a gray wall, from 0; None when tiles are taken."""
    on_line: int
    fallen: int
    discarded: int
    full: bool
    """The line is full after it."""
    points: int | None
    """What the line's tile would score if the round were tiled now, the full lines above it
    first. On a gray wall each line takes the column worth most to it, the leftmost of equals.
    None if the line is not full, or no column is allowed for it."""
    cost: int
    """How many more points the floor line costs after it."""


def choices(state: State) -> list[Choice]:
    """Return what each of the legal moves would do, in their order."""
    if state.player is None:
        return []
    board = state.board(state.player)
    moves = state.legal_moves()
    if moves[0].is_tiling:
        return [_tiling(board, move) for move in moves]
    return list(_drafts(state, board, moves))


def _tiling(board: Board, move: Move) -> Choice:
    row, column = move.line, move.column
    assert row is not None and column is not None
    line = board.lines[row]
    assert line is not None
    points = tile_score(board.wall, row, column)[2]
    return Choice(
        move,
        source=None,
        colour=line.colour,
        num_tiles=1,
        marker=False,
        line=row,
        column=column,
        on_line=0,
        fallen=0,
        discarded=0,
        full=True,
        points=points,
        cost=0,
    )


def _drafts(state: State, board: Board, moves: Sequence[Move]) -> Iterator[Choice]:
    floor = len(board.floor)
    walls = _walls_above(board, state.wall)
    groups: dict[tuple[int, int], Taken] = {}
    points: dict[tuple[int, int], int | None] = {}
    for move in moves:
        source, colour, target = move.source, move.colour, move.target
        assert source is not None and colour is not None and target is not None
        taken = groups.get((source, colour))
        if taken is None:
            taken = groups[source, colour] = take(state, source, colour)
        placed = place(board, taken, target)
        line, worth, full = placed.line, None, False
        if line is not None:
            before = board.lines[line]
            full = placed.on_line + (0 if before is None else before.count) > line
            if full and (colour, line) not in points:
                column = _best_column(walls[line], line, colour, state.wall)
                points[colour, line] = column and column[1]
            worth = points[colour, line] if full else None
        spaces = floor + placed.fallen + (taken.marker and not placed.marker_beside)
        yield Choice(
            move,
            source,
            colour,
            taken.num_tiles,
            taken.marker,
            line,
            None,
            placed.on_line,
            placed.fallen,
            placed.discarded,
            full,
            worth,
            _PENALTIES[spaces] - _PENALTIES[floor],
        )


def _walls_above(board: Board, kind: Wall) -> list[list[list[Colour | None]]]:
    """Return the wall as each line would find it if the full lines above it were tiled now."""
    wall = [list(row) for row in board.wall]
    walls = []
    for row, line in enumerate(board.lines):
        walls.append(wall)
        if line is not None and line.count > row:
            best = _best_column(wall, row, line.colour, kind)
            if best is not None:
                wall = [list(each) for each in wall]
                wall[row][best[0]] = line.colour
    return walls


def _best_column(
    wall: Sequence[Sequence[Colour | None]], row: int, colour: Colour, kind: Wall
) -> tuple[int, int] | None:
    """Return the column a tile would take and its points; None if no column is allowed."""
    if kind is Wall.COLOURED:
        column = wall_column(colour, row)
        return column, tile_score(wall, row, column)[2]
    best = None
    for column in range(5):
        if wall[row][column] is not None or any(each[column] == colour for each in wall):
            continue
        points = tile_score(wall, row, column)[2]
        if best is None or points > best[1]:
            best = column, points
    return best
