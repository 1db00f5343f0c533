"""The table as lines of text: displays, centre, and all boards, as wide as there is room."""

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from azulejos.cli.pen import CELL, Pen, beside, styled
from azulejos.rules import (
    FLOOR_COSTS,
    MARKER,
    Board,
    Colour,
    Counts,
    Phase,
    State,
    Wall,
    wall_column,
)

BOARD_WIDTH: Final = 39
_SIZE: Final = 5
_LINES_WIDTH: Final = 2 + _SIZE * CELL
_INNER_WIDTH: Final = BOARD_WIDTH - 4


def print_table(console: Console, state: State, names: Sequence[str] | None = None) -> None:
    """Print a state as a table with all its boards."""
    for line in draw_table(state, Pen.of(console), console.width, names):
        console.print(line, no_wrap=True, overflow="ignore", crop=False, highlight=False)


def draw_table(
    state: State, pen: Pen, width: int = 80, names: Sequence[str] | None = None
) -> list[Text]:
    """Return the lines that show a state, with the boards side by side where they fit.

    The offer is shown while it lasts.
    """
    called = names or [f"Player {seat + 1}" for seat in range(state.num_players)]
    lines = _headline(state, called, width)
    if state.phase is Phase.DRAFT:
        lines += _displays(state, pen, width)
    if state.phase is Phase.DRAFT or state.marker_in_centre:
        lines += _centre(state, pen, width)
    lines += _boards(state, pen, width, called)
    return [*lines, _stock(state)]


def _headline(state: State, names: Sequence[str], width: int) -> list[Text]:
    """Say where the game stands, on two lines where one is too narrow."""
    wall = "coloured wall" if state.wall is Wall.COLOURED else "gray wall"
    head = styled(f"Round {state.round}", "bold") + styled(f"  {wall}", "dim")
    news = _news(state, names)
    if head.cell_len + 2 + news.cell_len <= width:
        return [head + Text("  ") + news]
    return [head, news]


def _news(state: State, names: Sequence[str]) -> Text:
    starter = names[state.start]
    match state.phase:
        case Phase.DEAL:
            return Text(f"the next deal is due, {starter} will start")
        case Phase.OVER:
            *others, last = (names[seat] for seat in state.winners)
            if others:
                winners = f"{', '.join(others)} and {last} share the victory"
            else:
                winners = f"{last} wins"
            return styled(f"the game is over: {winners}", "bold")
        case Phase.TILE:
            return styled(f"{names[state.player or 0]} chooses a column", "bold")
        case Phase.DRAFT:
            mover = styled(f"{names[state.player or 0]} to move", "bold")
            return mover + styled(f", {starter} started", "dim")


def _displays(state: State, pen: Pen, width: int) -> list[Text]:
    blocks = [_display(tiles, seat + 1, pen) for seat, tiles in enumerate(state.displays)]
    step = blocks[0][0].cell_len
    fit = max(1, width // step)
    gap = 1 if len(blocks) * (step + 1) - 1 <= width else 0
    rows: list[Text] = []
    for first in range(0, len(blocks), fit):
        rows += beside(blocks[first : first + fit], gap)
    return rows


def _display(tiles: Counts, number: int, pen: Pen) -> list[Text]:
    """Draw a display as a square of two by two; an empty one keeps its place, faintly."""
    cells = [pen.tile(colour) for colour in Colour for _ in range(tiles[colour])]
    full = bool(cells)
    cells += [Text(" " * CELL)] * (4 - len(cells))
    glyphs = pen.glyphs
    style = "" if full else "dim"
    side = styled(glyphs.down, style)
    name = styled(str(number), "bold" if full else "dim")
    top = styled(glyphs.corners[0] + glyphs.across * 2, style) + name
    top += styled(glyphs.across * 3 + glyphs.corners[1], style)
    bottom = styled(glyphs.corners[2] + glyphs.across * 6 + glyphs.corners[3], style)
    return [top, *(side + cells[i] + cells[i + 1] + side for i in (0, 2)), bottom]


def _centre(state: State, pen: Pen, width: int) -> list[Text]:
    """Draw the centre, one group a colour, on as many lines as it needs."""
    groups = [pen.marker()] if state.marker_in_centre else []
    for colour in Colour:
        if state.centre[colour]:
            groups.append(Text("").join([pen.tile(colour)] * state.centre[colour]))
    lines = [styled("Centre (c)", "bold")]
    indent = lines[0].cell_len
    for group in groups or [styled("empty", "dim")]:
        if lines[-1].cell_len + 2 + group.cell_len > width:
            lines.append(Text(" " * indent))
        lines[-1] += Text("  ") + group
    return lines


def _boards(state: State, pen: Pen, width: int, names: Sequence[str]) -> list[Text]:
    blocks = [
        _board(board, f"{seat + 1} {names[seat]}", state, seat, pen)
        for seat, board in enumerate(state.boards)
    ]
    fit = max(1, (width + 1) // (BOARD_WIDTH + 1))
    if len(blocks) == 4 and fit == 3:
        fit = 2
    rows: list[Text] = []
    for first in range(0, len(blocks), fit):
        rows += beside(blocks[first : first + fit], 1)
    return rows


def _board(board: Board, name: str, state: State, seat: int, pen: Pen) -> list[Text]:
    acting = seat == state.player
    title = styled(f"{pen.glyphs.turn} " if acting else "", "bold")
    title += styled(name, "bold" if acting or seat in state.winners else "")
    score = styled(f"{board.score} point{'' if board.score == 1 else 's'}", "bold")
    lines = [_columns()] if state.wall is Wall.GRAY else []
    lines += [_row(board, row, state.wall, pen) for row in range(_SIZE)]
    lines += _floor(board, pen)
    return pen.frame(lines, title, score, acting)


def _columns() -> Text:
    numbers = "".join(f" {column + 1} " for column in range(_SIZE))
    return styled(numbers.rjust(_INNER_WIDTH), "dim")


def _row(board: Board, row: int, wall: Wall, pen: Pen) -> Text:
    line = board.lines[row]
    held = line.count if line else 0
    cells = [styled(f"{row + 1} ", "dim"), Text(" " * CELL * (_SIZE - row - 1))]
    cells += [pen.free()] * (row + 1 - held)
    if line:
        cells += [pen.tile(line.colour)] * line.count
    full = held == row + 1
    cells.append(styled(f" {pen.glyphs.arrow} ", "bold" if full else "dim"))
    wanted = {wall_column(colour, row): colour for colour in Colour}
    for column, colour in enumerate(board.wall[row]):
        if colour is not None:
            cells.append(pen.tile(colour))
        elif wall is Wall.COLOURED:
            cells.append(pen.space(wanted[column]))
        else:
            cells.append(pen.free())
    return Text("").join(cells)


def _floor(board: Board, pen: Pen) -> list[Text]:
    """Draw the floor line under what its spaces cost, and what it costs as it stands."""
    minus = pen.glyphs.minus
    costs = Text("  ") + styled("".join(f"{minus}{cost} " for cost in FLOOR_COSTS), "dim")
    tiles = styled("- ", "dim")
    for tile in board.floor:
        tiles += pen.marker() if tile is MARKER else pen.tile(tile)
    for _ in range(len(FLOOR_COSTS) - len(board.floor)):
        tiles += pen.free()
    if board.marker_beside:
        tiles += Text(" +") + pen.marker()
    note = styled(f"{minus}{board.penalty}" if board.penalty else "", "bold")
    tiles.append(" " * (_INNER_WIDTH - tiles.cell_len - note.cell_len))
    costs.append(" " * (_INNER_WIDTH - costs.cell_len))
    return [costs, tiles + note]


def _stock(state: State) -> Text:
    return _counts("Bag", state.bag) + Text("    ") + _counts("Lid", state.lid)


def _counts(name: str, counts: Counts) -> Text:
    each = " ".join(f"{colour.letter}{counts[colour]}" for colour in Colour)
    return Text(f"{name} {sum(counts)}") + styled(f" ({each})" if sum(counts) else "", "dim")
