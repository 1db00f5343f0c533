"""Between the oracle's table of letters and the package's values.

``state_of`` hands a table to ``State.set_up``, ``table_of`` reads a state's properties, and
``arrange`` sets up a position for a test, leaving every tile not mentioned in the bag.
"""

from collections import Counter
from typing import Any

from azulejos.rules import MARKER, Board, Colour, Deal, Line, Move, Phase, State, Wall
from azulejos.rules.types import Counts
from tests import oracle
from tests.oracle import COLOURS, Seat, Table

EMPTY_WALL = "...../...../...../...../....."
EMPTY_BOARD = f"0:-/-/-/-/-:{EMPTY_WALL}:-"

SetUp = dict[str, Any]
"""The keyword arguments of State.set_up."""


def counts(tiles: str | list[str]) -> Counts:
    """Count tiles given as letters, in colour order."""
    blue, yellow, red, black, white = (tiles.count(letter) for letter in COLOURS)
    return blue, yellow, red, black, white


def deal_of(text: str) -> Deal:
    """Read a deal given as letters: ``BBRK/YYWW/-``."""
    return tuple(counts(display) for display in text.split("/"))


def deal_text(deal: Deal) -> str:
    """Write a deal as letters."""
    return "/".join(oracle.tiles_text(letters(display)) for display in deal)


def letters(tiles: Counts) -> list[str]:
    """List counted tiles as letters."""
    return [letter for letter, count in zip(COLOURS, tiles, strict=True) for _ in range(count)]


def move_of(text: str) -> Move:
    """Read a move of the notation, the plain way."""
    first, middle, last = list(text)
    if middle == "@":
        return Move.tile(int(first) - 1, int(last) - 1)
    source = 9 if first == "c" else int(first) - 1
    target = 5 if last == "-" else int(last) - 1
    return Move.draft(source, COLOURS.index(middle), target)


def set_up_of(state: State) -> SetUp:
    """Collect from a state's properties the arguments that set it up again."""
    return {
        "wall": state.wall,
        "round": state.round,
        "phase": state.phase,
        "player": state.player,
        "start": state.start,
        "displays": state.displays,
        "centre": state.centre,
        "marker_in_centre": state.marker_in_centre,
        "bag": state.bag,
        "lid": state.lid,
        "boards": state.boards,
    }


def state_of(table: Table) -> State:
    """Set up the state of an oracle's table."""
    return State.set_up(
        wall=Wall(table.kind),
        round=table.round,
        phase=Phase(table.phase),
        player=table.turn,
        start=table.start,
        displays=[counts(display) for display in table.displays],
        centre=counts(table.centre),
        marker_in_centre=oracle.MARKER in table.centre,
        bag=counts(table.bag),
        lid=counts(table.lid),
        boards=[_board_of(seat) for seat in table.seats],
    )


def table_of(state: State) -> Table:
    """Lay an oracle's table out as a state says."""
    table = Table(state.num_players, state.wall.value, state.start)
    table.round, table.phase, table.turn = state.round, state.phase.value, state.player
    table.displays = [letters(display) for display in state.displays]
    table.centre = [oracle.MARKER] * state.marker_in_centre + letters(state.centre)
    table.bag, table.lid = letters(state.bag), letters(state.lid)
    table.seats = [_seat_of(board) for board in state.boards]
    return table


def position(state: State) -> str:
    """Write a state's position line, the plain way."""
    return table_of(state).position()


def arrange(
    *boards: str,
    wall: str = "c",
    phase: str = "d1",
    start: int = 1,
    round: int = 2,
    displays: str = "",
    centre: str = "-",
    lid: str = "",
) -> State:
    """Set up a position from pieces of its line; the tiles not mentioned are in the bag.

    Boards left out are empty ones, up to two players; displays left out are empty; the
    lid is given as letters.
    """
    seats = [*boards, *[EMPTY_BOARD] * (2 - len(boards))]
    shown = displays.split("/") if displays else []
    shown += ["-"] * (2 * len(seats) + 1 - len(shown))
    outside = Counter("".join([*shown, centre, lid]))
    for seat in seats:
        _, lines, wall_rows, floor = seat.split(":")
        outside.update(wall_rows + floor)
        for line in lines.split("/"):
            if line != "-":
                outside[line[1]] += int(line[0])
    bag = ",".join(str(20 - outside[letter]) for letter in COLOURS)
    lid_counts = ",".join(str(lid.count(letter)) for letter in COLOURS)
    fields = [wall, str(round), phase, f"s{start}", "/".join(shown), centre, bag, lid_counts]
    return state_of(Table.read(" ".join([*fields, *seats])))


def board(
    lines: str = "-/-/-/-/-", wall: str = EMPTY_WALL, floor: str = "-", score: int = 0
) -> str:
    """Write one player's board from the parts that matter."""
    return f"{score}:{lines}:{wall}:{floor}"


def wall_without(colour: str) -> str:
    """Write a wall that is complete but for one colour; it fits both kinds of wall."""
    rows = ["BYRKW"[5 - row :] + "BYRKW"[: 5 - row] for row in range(5)]
    return "/".join(rows).replace(colour, ".")


def _board_of(seat: Seat) -> Board:
    """Turn an oracle's seat into the package's value."""
    return Board(
        seat.score,
        tuple(Line(_colour(line[0]), len(line)) if line else None for line in seat.lines),
        tuple(
            tuple(None if space == oracle.EMPTY else _colour(space) for space in row)
            for row in seat.wall
        ),
        tuple(MARKER if tile == oracle.MARKER else _colour(tile) for tile in seat.floor),
        seat.marker_beside,
    )


def _seat_of(board: Board) -> Seat:
    """Turn a board into an oracle's seat."""
    return Seat(
        board.score,
        [[line.colour.letter] * line.count if line else [] for line in board.lines],
        [[oracle.EMPTY if tile is None else tile.letter for tile in row] for row in board.wall],
        [tile.letter if isinstance(tile, Colour) else oracle.MARKER for tile in board.floor],
        board.marker_beside,
    )


def _colour(letter: str) -> Colour:
    return Colour(COLOURS.index(letter))
