"""What a move or a deal does, tile by tile: enough to show it without knowing the rules.

Everything here is derived from the states before and after; the rules themselves stay in
the kernel.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from azulejos.rules.move import Move
from azulejos.rules.state import State
from azulejos.rules.types import (
    CENTRE,
    COLOUR_BONUS,
    COLUMN_BONUS,
    FLOOR,
    FLOOR_COSTS,
    FLOOR_SIZE,
    ROW_BONUS,
    Board,
    Colour,
    Counts,
    Deal,
    Phase,
)


class Taken(NamedTuple):
    """Tiles that left a display or the centre."""

    source: int
    """The display, from 0, or CENTRE."""
    colour: Colour
    num_tiles: int
    marker: bool
    """The starting-player marker was taken with them."""
    to_centre: Counts
    """What else lay on the display and moved to the centre."""


class Placed(NamedTuple):
    """Where the tiles taken went."""

    line: int | None
    """The pattern line, from 0; None if all went to the floor."""
    on_line: int
    fallen: int
    """Tiles that fell to the floor line, the marker not counted."""
    discarded: int
    """Tiles that found the floor line full and went to the lid."""
    marker_beside: bool
    """The marker found the floor line full and lies beside the board."""


class Tiled(NamedTuple):
    """A tile that came to the wall, and what it scored."""

    player: int
    row: int
    column: int
    colour: Colour
    across: int
    """The length of the horizontal run through the tile."""
    down: int
    """The length of the vertical run through the tile."""
    points: int
    discarded: int
    """The other tiles of the line, which went to the lid."""


class Dropped(NamedTuple):
    """A full line without an allowed column: all its tiles fell."""

    player: int
    row: int
    colour: Colour
    fallen: int
    discarded: int


class Penalty(NamedTuple):
    """What a floor line cost at the end of the round."""

    player: int
    num_spaces: int
    cost: int
    """What the occupied spaces cost."""
    paid: int
    """What the player lost: a score never drops below 0."""


class Bonus(NamedTuple):
    """What a wall earned at the end of the game."""

    player: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    colours: tuple[Colour, ...]
    points: int


class Effects(NamedTuple):
    """Everything one event did, in the order in which it happened."""

    player: int | None
    """Who moved; None for a deal."""
    deal: Deal | None = None
    refilled: bool = False
    """The bag ran empty during the deal, and the tiles of the lid went into it."""
    taken: Taken | None = None
    placed: Placed | None = None
    tiled: tuple[Tiled | Dropped, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    scores: tuple[int, ...] = ()
    """The scores after it all."""


def effects(before: State, event: Move | Deal, after: State | None = None) -> Effects:
    """Return what a legal event does in a state; the state after it saves a step if known."""
    if not isinstance(event, Move):
        after = before.deal(event) if after is None else after
        refilled = any(before.lid) and not any(after.lid)
        return Effects(None, deal=after.displays, refilled=refilled, scores=after.scores)
    after = before.play(event) if after is None else after
    player = before.player
    assert player is not None
    floors = [len(board.floor) for board in before.boards]
    lines = [[_pair(line) for line in board.lines] for board in before.boards]
    taken = placed = None
    if event.source is not None and event.colour is not None and event.target is not None:
        taken = take(before, event.source, event.colour)
        placed = place(before.board(player), taken, event.target)
        floors[player] += placed.fallen + (taken.marker and not placed.marker_beside)
        if placed.line is not None:
            count = lines[player][placed.line][1]
            lines[player][placed.line] = (taken.colour, count + placed.on_line)
    tiled = tuple(_all_tiled(before, after, lines, floors))
    penalties, bonuses = _settled(before, after, tiled, floors)
    return Effects(
        player,
        taken=taken,
        placed=placed,
        tiled=tiled,
        penalties=penalties,
        bonuses=bonuses,
        scores=after.scores,
    )


def _pair(line: tuple[Colour, int] | None) -> tuple[Colour, int]:
    return (Colour.BLUE, 0) if line is None else (line[0], line[1])


def take(before: State, source: int, colour: Colour) -> Taken:
    """Return what taking a colour from a display or the centre takes."""
    if source == CENTRE:
        marker = before.marker_in_centre
        return Taken(source, colour, before.centre[colour], marker, (0, 0, 0, 0, 0))
    display = before.displays[source]
    blue, yellow, red, black, white = (0 if c == colour else n for c, n in enumerate(display))
    rest = (blue, yellow, red, black, white)
    return Taken(source, colour, display[colour], marker=False, to_centre=rest)


def place(board: Board, taken: Taken, target: int) -> Placed:
    """Return where tiles taken go when they are placed on a line or the floor of a board."""
    spaces = FLOOR_SIZE - len(board.floor)
    beside = taken.marker and spaces == 0
    spaces -= taken.marker and not beside
    on_line = 0
    if target != FLOOR:
        line = board.lines[target]
        on_line = min(taken.num_tiles, target + 1 - (0 if line is None else line.count))
    fallen = min(spaces, taken.num_tiles - on_line)
    discarded = taken.num_tiles - on_line - fallen
    return Placed(None if target == FLOOR else target, on_line, fallen, discarded, beside)


def _all_tiled(
    before: State, after: State, lines: list[list[tuple[Colour, int]]], floors: list[int]
) -> Iterator[Tiled | Dropped]:
    """Yield what left full lines: clockwise from the starting player, from the top down."""
    for step in range(before.num_players):
        player = (before.start + step) % before.num_players
        wall = [list(row) for row in before.board(player).wall]
        board = after.board(player)
        for row, (colour, count) in enumerate(lines[player]):
            if count <= row or board.lines[row] is not None:
                continue
            columns = [c for c in range(5) if wall[row][c] != board.wall[row][c]]
            if columns:
                across, down, points = tile_score(wall, row, columns[0])
                wall[row][columns[0]] = colour
                yield Tiled(player, row, columns[0], colour, across, down, points, row)
            else:
                fallen = min(FLOOR_SIZE - floors[player], count)
                floors[player] += fallen
                yield Dropped(player, row, colour, fallen, count - fallen)


def _settled(
    before: State, after: State, tiled: Sequence[Tiled | Dropped], floors: Sequence[int]
) -> tuple[tuple[Penalty, ...], tuple[Bonus, ...]]:
    """Return what the end of a round costs and the end of the game earns, if this is one."""
    if after.phase not in (Phase.DEAL, Phase.OVER):
        return (), ()
    penalties, bonuses = [], []
    for player, board in enumerate(after.boards):
        gained = sum(t.points for t in tiled if isinstance(t, Tiled) and t.player == player)
        cost = sum(FLOOR_COSTS[: floors[player]])
        if cost:
            paid = min(cost, before.board(player).score + gained)
            penalties.append(Penalty(player, floors[player], cost, paid))
        if after.is_over and board.bonus:
            bonuses.append(_bonus(player, board))
    return tuple(penalties), tuple(bonuses)


def _bonus(player: int, board: Board) -> Bonus:
    rows, columns, colours = board.complete_rows, board.complete_columns, board.complete_colours
    points = ROW_BONUS * len(rows) + COLUMN_BONUS * len(columns) + COLOUR_BONUS * len(colours)
    return Bonus(player, rows, columns, colours, points)


def tile_score(
    wall: Sequence[Sequence[Colour | None]], row: int, column: int
) -> tuple[int, int, int]:
    """Return the runs across and down that a tile on a free space makes, and its points."""
    across = _run(wall[row], column)
    down = _run([line[column] for line in wall], row)
    points = (across if across > 1 else 0) + (down if down > 1 else 0)
    return across, down, max(1, points)


def _run(spaces: Sequence[Colour | None], place: int) -> int:
    first = last = place
    while first > 0 and spaces[first - 1] is not None:
        first -= 1
    while last < len(spaces) - 1 and spaces[last + 1] is not None:
        last += 1
    return last - first + 1
