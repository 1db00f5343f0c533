"""The rules of the game restated plainly, to hold the engine against.

Everything here is done the long way: tiles are letters in lists, runs are walked step by
step, nothing is remembered that can be looked up again. It is written from the rules and
the notation alone and imports nothing of the package, so that a mistake would have to be
made twice to go unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import permutations

COLOURS = "BYRKW"
MARKER = "x"
EMPTY = "."
FLOOR_COSTS = [1, 1, 2, 2, 2, 3, 3]


@dataclass
class Seat:
    """One player's board; line n of the five is a list of at most n + 1 equal letters."""

    score: int = 0
    lines: list[list[str]] = field(default_factory=lambda: [[] for _ in range(5)])
    wall: list[list[str]] = field(default_factory=lambda: [[EMPTY] * 5 for _ in range(5)])
    floor: list[str] = field(default_factory=list)
    marker_beside: bool = False

    def copy(self) -> Seat:
        """Return a board of its own with the same tiles."""
        return Seat(
            self.score,
            [list(line) for line in self.lines],
            [list(row) for row in self.wall],
            list(self.floor),
            self.marker_beside,
        )

    def line_takes(self, row: int, colour: str) -> bool:
        """Whether a pattern line may take tiles of a colour."""
        line = self.lines[row]
        if len(line) == row + 1:
            return False
        if line and line[0] != colour:
            return False
        return colour not in self.wall[row]

    def full_line(self) -> int | None:
        """Return the topmost full line, or None if there is none."""
        for row in range(5):
            if len(self.lines[row]) == row + 1:
                return row
        return None

    def run(self, row: int, column: int, down: int, across: int) -> int:
        """Count the tiles in a straight run through a space, walking both ways from it."""
        length = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * across
            while 0 <= r < 5 and 0 <= c < 5 and self.wall[r][c] != EMPTY:
                length += 1
                r, c = r + sign * down, c + sign * across
        return length

    def points_for(self, row: int, column: int) -> int:
        """Return what the tile standing on a space scores."""
        horizontal = self.run(row, column, 0, 1)
        vertical = self.run(row, column, 1, 0)
        if horizontal == 1 and vertical == 1:
            return 1
        return (horizontal if horizontal >= 2 else 0) + (vertical if vertical >= 2 else 0)

    def penalty(self) -> int:
        """Return what the occupied spaces of the floor line cost."""
        return sum(FLOOR_COSTS[space] for space in range(len(self.floor)))

    def complete_rows(self) -> int:
        """Count the complete rows of the wall."""
        return sum(EMPTY not in row for row in self.wall)

    def bonus(self) -> int:
        """Return the final bonuses for rows, columns and colours."""
        points = 2 * self.complete_rows()
        for column in range(5):
            if all(self.wall[row][column] != EMPTY for row in range(5)):
                points += 7
        for colour in COLOURS:
            if sum(row.count(colour) for row in self.wall) == 5:
                points += 10
        return points


class Table:
    """A whole game in progress, changed in place by deals and moves.

    ``kind`` is the letter of the wall, ``phase`` the letter of the phase, ``turn`` the
    player to act (from 0) or None. The centre's list holds the marker too.
    """

    def __init__(self, players: int = 2, kind: str = "c", start: int = 0) -> None:
        self.kind = kind
        self.round = 1
        self.phase = "r"
        self.turn: int | None = None
        self.start = start
        self.displays: list[list[str]] = [[] for _ in range({2: 5, 3: 7, 4: 9}[players])]
        self.centre: list[str] = []
        self.bag = [colour for colour in COLOURS for _ in range(20)]
        self.lid: list[str] = []
        self.seats = [Seat() for _ in range(players)]

    def copy(self) -> Table:
        """Return a table of its own in the same position."""
        other = Table.__new__(Table)
        other.kind, other.round, other.phase = self.kind, self.round, self.phase
        other.turn, other.start = self.turn, self.start
        other.displays = [list(display) for display in self.displays]
        other.centre, other.bag, other.lid = list(self.centre), list(self.bag), list(self.lid)
        other.seats = [seat.copy() for seat in self.seats]
        return other

    # The deal

    def draw(self, uniform: Callable[[int], int]) -> str:
        """Draw a deal as fair deals do and return its text; the table is left as it is."""
        bag, lid = in_colour_order(self.bag), list(self.lid)
        displays: list[list[str]] = []
        for _ in self.displays:
            display: list[str] = []
            for _ in range(4):
                if not bag:
                    bag, lid = in_colour_order(lid), []
                if bag:
                    display.append(bag.pop(uniform(len(bag))))
            displays.append(display)
        return "/".join(tiles_text(display) for display in displays)

    def deal(self, text: str) -> None:
        """Fill the displays with a deal, or raise ValueError if it cannot be drawn."""
        displays = [[] if part == "-" else list(part) for part in text.split("/")]
        if self.phase != "r" or len(displays) != len(self.displays):
            raise ValueError("no deal is due, or not with this many displays")
        if any(len(display) > 4 for display in displays):
            raise ValueError("a display holds four tiles")
        bag, lid = self.bag, self.lid
        for display in displays:
            for order in sorted(set(permutations(display))):
                drawn = draw_in_order(order, bag, lid)
                if drawn is not None:
                    bag, lid = drawn
                    break
            else:
                raise ValueError(f"{display} cannot be drawn")
        self.displays, self.bag, self.lid = displays, bag, lid
        self.centre = [MARKER]
        self.phase, self.turn = "d", self.start

    # Moves

    def legal_moves(self) -> list[str]:
        """List the legal moves in the order of the notation."""
        moves = []
        if self.phase == "d":
            seat = self.acting()
            for source in [*"123456789"[: len(self.displays)], "c"]:
                for colour in COLOURS:
                    if colour in self.tiles_at(source):
                        for row in range(5):
                            if seat.line_takes(row, colour):
                                moves.append(f"{source}{colour}{row + 1}")
                        moves.append(f"{source}{colour}-")
        elif self.phase == "t":
            seat = self.acting()
            line = seat.full_line()
            assert line is not None
            moves = [f"{line + 1}@{column + 1}" for column in self.columns(seat, line)]
        return moves

    def play(self, move: str) -> None:
        """Play a legal move, and everything that then follows without a choice."""
        if move not in self.legal_moves():
            raise ValueError(f"{move} is not legal")
        if self.phase == "d":
            self.take_and_place(*move)
            assert self.turn is not None
            self.turn = (self.turn + 1) % len(self.seats)
            if any(self.displays) or any(tile != MARKER for tile in self.centre):
                return
        else:
            self.put_on_wall(self.acting(), int(move[0]) - 1, int(move[2]) - 1)
        self.tile_until_a_choice()

    def acting(self) -> Seat:
        """Return the board of the player to act."""
        assert self.turn is not None
        return self.seats[self.turn]

    def tiles_at(self, source: str) -> list[str]:
        """Return the tiles of a display or of the centre."""
        return self.centre if source == "c" else self.displays[int(source) - 1]

    def take_and_place(self, source: str, colour: str, target: str) -> None:
        """Take all tiles of a colour from a source and place them on a line or the floor."""
        seat = self.acting()
        taken = [tile for tile in self.tiles_at(source) if tile == colour]
        left = [tile for tile in self.tiles_at(source) if tile != colour]
        if source == "c":
            if MARKER in left:
                left.remove(MARKER)
                if len(seat.floor) < 7:
                    seat.floor.append(MARKER)
                else:
                    seat.marker_beside = True
            self.centre = left
        else:
            self.displays[int(source) - 1] = []
            self.centre += left
        for tile in taken:
            if target != "-" and len(seat.lines[int(target) - 1]) < int(target):
                seat.lines[int(target) - 1].append(tile)
            else:
                self.drop(seat, tile)

    def drop(self, seat: Seat, tile: str) -> None:
        """Let a tile fall to the floor line, or to the lid where there is no space left."""
        if len(seat.floor) < 7:
            seat.floor.append(tile)
        else:
            self.lid.append(tile)

    # Tiling

    def columns(self, seat: Seat, row: int) -> list[int]:
        """List the columns where the tile of a full line may go."""
        colour = seat.lines[row][0]
        if self.kind == "c":
            return [(COLOURS.index(colour) + row) % 5]
        return [
            column
            for column in range(5)
            if seat.wall[row][column] == EMPTY
            and colour not in seat.wall[row]
            and all(seat.wall[other][column] != colour for other in range(5))
        ]

    def put_on_wall(self, seat: Seat, row: int, column: int) -> None:
        """Move one tile of a full line to the wall and score it; the others go to the lid."""
        seat.wall[row][column] = seat.lines[row].pop()
        self.lid += seat.lines[row]
        seat.lines[row] = []
        seat.score += seat.points_for(row, column)

    def tile_until_a_choice(self) -> None:
        """Tile clockwise from the starting player; stop where somebody has to choose."""
        for step in range(len(self.seats)):
            player = (self.start + step) % len(self.seats)
            seat = self.seats[player]
            while (row := seat.full_line()) is not None:
                columns = self.columns(seat, row)
                if len(columns) >= 2:
                    self.phase, self.turn = "t", player
                    return
                if len(columns) == 1:
                    self.put_on_wall(seat, row, columns[0])
                else:
                    tiles, seat.lines[row] = seat.lines[row], []
                    for tile in tiles:
                        self.drop(seat, tile)
        self.end_round()

    def end_round(self) -> None:
        """Charge and clear the floors, pass the marker on, and end the game if it is over."""
        next_start = self.start
        for player, seat in enumerate(self.seats):
            seat.score = max(0, seat.score - seat.penalty())
            if seat.marker_beside or MARKER in seat.floor:
                next_start = player
            self.lid += [tile for tile in seat.floor if tile != MARKER]
            seat.floor, seat.marker_beside = [], False
        self.centre = []
        self.turn = None
        if any(seat.complete_rows() for seat in self.seats) or not (self.bag or self.lid):
            self.phase = "e"
            for seat in self.seats:
                seat.score += seat.bonus()
        else:
            self.phase = "r"
            self.round += 1
            self.start = next_start

    def winners(self) -> list[int]:
        """List the players who won, from 0; nobody before the end."""
        if self.phase != "e":
            return []
        results = [(seat.score, seat.complete_rows()) for seat in self.seats]
        return [player for player, result in enumerate(results) if result == max(results)]

    def perft(self, depth: int) -> int:
        """Count the leaves of the tree of legal moves, playing every move of it."""
        if depth == 0 or self.phase in "re":
            return 1
        leaves = 0
        for move in self.legal_moves():
            child = self.copy()
            child.play(move)
            leaves += child.perft(depth - 1)
        return leaves

    # Text

    def position(self) -> str:
        """Write the position line."""
        phase = self.phase if self.turn is None else f"{self.phase}{self.turn + 1}"
        displays = "/".join(tiles_text(display) for display in self.displays)
        fields = [self.kind, str(self.round), phase, f"s{self.start + 1}", displays]
        fields += [tiles_text(self.centre), counts_text(self.bag), counts_text(self.lid)]
        return " ".join(fields + [board_text(seat) for seat in self.seats])

    @staticmethod
    def read(position: str) -> Table:
        """Set up the table of a position line, trusting that it is possible."""
        kind, number, phase, start, displays, centre, bag, lid, *boards = position.split(" ")
        table = Table(len(boards), kind, int(start[1:]) - 1)
        table.round, table.phase = int(number), phase[0]
        table.turn = int(phase[1:]) - 1 if phase[1:] else None
        table.displays = [read_tiles(part) for part in displays.split("/")]
        table.centre, table.bag, table.lid = read_tiles(centre), read_counts(bag), read_counts(lid)
        table.seats = [read_board(board) for board in boards]
        return table


def draw_in_order(
    order: tuple[str, ...], bag: list[str], lid: list[str]
) -> tuple[list[str], list[str]] | None:
    """Draw one display tile by tile; return the bag and the lid after it, or None."""
    bag, lid = list(bag), list(lid)
    for place in range(4):
        if not bag:
            bag, lid = lid, []
        if place < len(order) and order[place] in bag:
            bag.remove(order[place])
        elif place < len(order) or bag:
            return None
    return bag, lid


def in_colour_order(tiles: list[str]) -> list[str]:
    """Sort tiles by colour, the marker first."""
    return sorted(tiles, key=(MARKER + COLOURS).index)


def tiles_text(tiles: list[str]) -> str:
    """Write a display or the centre."""
    return "".join(in_colour_order(tiles)) or "-"


def counts_text(tiles: list[str]) -> str:
    """Write the bag or the lid."""
    return ",".join(str(tiles.count(colour)) for colour in COLOURS)


def board_text(seat: Seat) -> str:
    """Write one player's board."""
    lines = "/".join(f"{len(line)}{line[0]}" if line else "-" for line in seat.lines)
    wall = "/".join("".join(row) for row in seat.wall)
    floor = ("".join(seat.floor) or "-") + ("+x" if seat.marker_beside else "")
    return f"{seat.score}:{lines}:{wall}:{floor}"


def read_tiles(text: str) -> list[str]:
    """Read a display, the centre or a floor line."""
    return [] if text == "-" else list(text)


def read_counts(text: str) -> list[str]:
    """Read the bag or the lid."""
    return [
        colour
        for colour, count in zip(COLOURS, text.split(","), strict=True)
        for _ in range(int(count))
    ]


def read_board(text: str) -> Seat:
    """Read one player's board."""
    score, lines, wall, floor = text.split(":")
    return Seat(
        int(score),
        [[] if line == "-" else [line[1]] * int(line[0]) for line in lines.split("/")],
        [list(row) for row in wall.split("/")],
        read_tiles(floor.removesuffix("+x")),
        floor.endswith("+x"),
    )
