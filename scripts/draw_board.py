"""Draw the picture in the README: a table for two in the middle of a game.

The position is a real one, read and checked by the package, so the picture shows only what can
happen. ``python scripts/draw_board.py`` writes docs/images/board.svg; a test keeps it current.
"""

from collections.abc import Iterator
from pathlib import Path

from azulejos.notation import parse_position
from azulejos.rules import (
    FLOOR_COSTS,
    MARKER,
    Board,
    Colour,
    Counts,
    Marker,
    State,
    Wall,
    wall_column,
)

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "board.svg"
POSITION = (
    "c 4 d2 s2 -/-/BYKW/-/RKKW RRRW 2,5,5,5,3 9,4,6,8,3"
    " 14:1Y/2Y/2W/-/4Y:..RKW/.B.RK/....R/..WBY/.....:-"
    " 17:1Y/2B/2W/-/4W:..RKW/..YRK/..B../...B./.....:xBB"
)

WIDTH, HEIGHT, FRAME = 1200, 800, 40
TILE, PITCH = 40, 46
BOARD_WIDTH, BOARD_HEIGHT = 528, 410
COLOUR_NAMES = {colour: colour.name.lower() for colour in Colour}

STYLE = """
text { font-family: Georgia, 'Times New Roman', serif; fill: #1d3a6b }
.small { font-size: 15px; fill: #6b7486 }
.label { font-size: 16px; font-weight: bold }
.name { font-size: 23px }
.score { font-size: 27px; font-weight: bold; fill: #fffdf6 }
.space { fill: #efe8d6; stroke: #d5c9ad; stroke-width: 1.5 }
.print { opacity: .2 }
.board { fill: #fffdf6; stroke: #b9c7de; stroke-width: 2 }
.turn { stroke: #d9992b; stroke-width: 5 }
.glaze { fill: url(#glaze) }
"""

# Five motifs of our own after Portuguese glazed tiles. They differ in shape as well as in colour,
# so that nobody has to tell colours apart. Each is drawn in a square of 100.
MOTIFS = {
    Colour.BLUE: (
        "#2357a6",
        '<g fill="#8fb8e8"><circle r="30"/><circle cx="100" r="30"/><circle cy="100" r="30"/>'
        '<circle cx="100" cy="100" r="30"/></g>'
        '<g fill="#173d7d"><circle r="16"/><circle cx="100" r="16"/><circle cy="100" r="16"/>'
        '<circle cx="100" cy="100" r="16"/></g>'
        '<g fill="#fbfaf4">'
        '<path id="petal" d="M50 50C30 36 34 16 50 8C66 16 70 36 50 50Z"/>'
        '<use href="#petal" transform="rotate(90 50 50)"/>'
        '<use href="#petal" transform="rotate(180 50 50)"/>'
        '<use href="#petal" transform="rotate(270 50 50)"/></g>'
        '<circle cx="50" cy="50" r="9" fill="#e9b23c"/>',
    ),
    Colour.YELLOW: (
        "#e6a92f",
        '<path d="M50 2L98 50L50 98L2 50Z" fill="#f3cf72"/>'
        '<g fill="#fffaf0"><path d="M26 26H74V74H26Z"/>'
        '<path d="M26 26H74V74H26Z" transform="rotate(45 50 50)"/></g>'
        '<g fill="#c9731d"><path d="M36 36H64V64H36Z"/>'
        '<path d="M36 36H64V64H36Z" transform="rotate(45 50 50)"/></g>'
        '<circle cx="50" cy="50" r="9" fill="#fffaf0"/>',
    ),
    Colour.RED: (
        "#b9412f",
        '<g fill="none" stroke="#f6d9c4" stroke-width="8">'
        '<path d="M50 -4L104 50L50 104L-4 50Z"/></g>'
        '<path d="M50 22L78 50L50 78L22 50Z" fill="#f6d9c4"/>'
        '<path d="M50 35L65 50L50 65L35 50Z" fill="#8c2a1f"/>'
        '<g fill="#f6d9c4"><path d="M0 0H18L0 18Z"/><path d="M100 0V18L82 0Z"/>'
        '<path d="M0 100V82L18 100Z"/><path d="M100 100H82L100 82Z"/></g>',
    ),
    Colour.BLACK: (
        "#222b35",
        '<g fill="none" stroke="#56b3a8" stroke-width="7">'
        '<circle cx="50" r="28"/><circle cx="50" cy="100" r="28"/>'
        '<circle cy="50" r="28"/><circle cx="100" cy="50" r="28"/></g>'
        '<g fill="#d9efe9"><path id="leaf" d="M50 50Q52 24 78 22Q76 48 50 50Z"/>'
        '<use href="#leaf" transform="rotate(90 50 50)"/>'
        '<use href="#leaf" transform="rotate(180 50 50)"/>'
        '<use href="#leaf" transform="rotate(270 50 50)"/></g>',
    ),
    Colour.WHITE: (
        "#fbfaf5",
        '<g fill="none" stroke="#3d6db5" stroke-width="6"><circle cx="50" cy="50" r="34"/>'
        '<path d="M0 20A20 20 0 0 0 20 0M80 0A20 20 0 0 0 100 20M100 80A20 20 0 0 0 80 100'
        'M20 100A20 20 0 0 0 0 80"/></g>'
        '<g fill="#3d6db5"><path d="M50 24L56 44L76 50L56 56L50 76L44 56L24 50L44 44Z"/></g>'
        '<circle cx="50" cy="50" r="5" fill="#fbfaf5"/>',
    ),
}

MARKER_MOTIF = (
    '<circle cx="50" cy="50" r="46" fill="#fffdf6" stroke="#d9992b" stroke-width="8"/>'
    '<text x="50" y="69" text-anchor="middle" font-size="56" font-weight="bold">1</text>'
)

# The frieze around the table: one square, mirrored by repetition into stars and rings.
FRIEZE = (
    '<pattern id="frieze" width="40" height="40" patternUnits="userSpaceOnUse">'
    '<path d="M0 0H40V40H0Z" fill="#fbfaf4"/>'
    '<g fill="none" stroke="#2357a6"><path d="M20 1L39 20L20 39L1 20Z" stroke-width="2.5"/>'
    '<circle cx="20" cy="20" r="7" stroke-width="2.5"/></g>'
    '<g fill="#2357a6"><circle r="9"/><circle cx="40" r="9"/><circle cy="40" r="9"/>'
    '<circle cx="40" cy="40" r="9"/></g>'
    '<g fill="#e9b23c"><circle r="3.5"/><circle cx="40" r="3.5"/><circle cy="40" r="3.5"/>'
    '<circle cx="40" cy="40" r="3.5"/><circle cx="20" cy="20" r="3"/></g>'
    '<path d="M0 0H40V40H0Z" fill="none" stroke="#d7dfea" stroke-width=".8"/></pattern>'
)


def definitions() -> Iterator[str]:
    """Yield what is drawn once and used often."""
    yield f"<style>{STYLE}</style><defs>{FRIEZE}"
    yield (
        '<linearGradient id="glaze" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".34"/>'
        '<stop offset=".5" stop-color="#fff" stop-opacity="0"/>'
        '<stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient>'
        '<radialGradient id="plate"><stop offset=".72" stop-color="#fdfcf7"/>'
        '<stop offset=".76" stop-color="#dbe4f0"/><stop offset=".8" stop-color="#fdfcf7"/>'
        '<stop offset="1" stop-color="#e6e9ee"/></radialGradient>'
        '<clipPath id="edge"><rect width="100" height="100" rx="12"/></clipPath>'
    )
    for colour, (ground, motif) in MOTIFS.items():
        yield (
            f'<symbol id="{COLOUR_NAMES[colour]}" viewBox="-2 -2 104 104">'
            '<g clip-path="url(#edge)">'
            f'<path d="M0 0H100V100H0Z" fill="{ground}"/>{motif}'
            '<path class="glaze" d="M0 0H100V100H0Z"/></g>'
            '<rect width="100" height="100" rx="12" fill="none" stroke="#33415a"'
            ' stroke-opacity=".55" stroke-width="3"/></symbol>'
        )
    yield f'<symbol id="marker" viewBox="-2 -2 104 104">{MARKER_MOTIF}</symbol></defs>'


def tile(what: Colour | Marker, x: float, y: float, size: float = TILE, extra: str = "") -> str:
    """Draw a tile or the marker with its top left corner at a point."""
    name = "marker" if isinstance(what, Marker) else COLOUR_NAMES[what]
    return f'<use href="#{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"{extra}/>'


def space(x: float, y: float) -> str:
    """Draw an empty space for a tile."""
    return f'<rect class="space" x="{x + 1:g}" y="{y + 1:g}" width="38" height="38" rx="5"/>'


def text(content: object, x: float, y: float, style: str, anchor: str = "start") -> str:
    """Write a few words."""
    return f'<text class="{style}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{content}</text>'


def tiles_of(counts: Counts) -> list[Colour]:
    """Return the tiles of a multiset one by one, in colour order."""
    return [colour for colour in Colour for _ in range(counts[colour])]


def label(name: object, x: float, y: float) -> Iterator[str]:
    """Draw the small round label that says what moves call a source."""
    yield (
        f'<circle cx="{x:g}" cy="{y:g}" r="13" fill="#fffdf6" stroke="#2357a6" stroke-width="2"/>'
    )
    yield text(name, x, y + 5.5, "label", "middle")


def draw_display(counts: Counts, number: int, x: float, y: float) -> Iterator[str]:
    """Draw a display around a point, as a plate with its tiles and its number on the rim."""
    yield f'<circle cx="{x:g}" cy="{y + 4:g}" r="66" fill="#1d3a6b" fill-opacity=".14"/>'
    yield (
        f'<circle cx="{x:g}" cy="{y:g}" r="65" fill="url(#plate)" stroke="#2357a6"'
        ' stroke-width="2.5"/>'
    )
    yield (
        f'<circle cx="{x:g}" cy="{y:g}" r="57" fill="none" stroke="#2357a6" stroke-width="5"'
        ' stroke-dasharray="1 10.94" stroke-linecap="round"/>'
    )
    for index, colour in enumerate(tiles_of(counts)):
        yield tile(colour, x - 39 + index % 2 * 40, y - 39 + index // 2 * 40, 38)
    yield from label(number, x - 46, y - 46)


def draw_centre(state: State, x: float, y: float) -> Iterator[str]:
    """Draw the centre of the table around a point, as a tray."""
    content: list[Colour | Marker] = [MARKER] * state.marker_in_centre
    content += tiles_of(state.centre)
    half = max(180.0, len(content) * PITCH / 2 + 26)
    yield (
        f'<rect x="{x - half:g}" y="{y - 32:g}" width="{2 * half:g}" height="64" rx="32"'
        ' fill="#e9eef5" stroke="#2357a6" stroke-width="2.5"/>'
    )
    left = x - (len(content) * PITCH - (PITCH - TILE)) / 2
    for index, what in enumerate(content):
        yield tile(what, left + index * PITCH, y - 20)
    yield from label("c", x - half, y)


def draw_lines(board: Board, x: float, y: float) -> Iterator[str]:
    """Draw the pattern lines, filled from the right."""
    for row, line in enumerate(board.lines):
        for place in range(row + 1):
            left, top = x + (4 - place) * PITCH, y + row * PITCH
            filled = line is not None and place < line.count
            yield tile(line.colour, left, top) if line and filled else space(left, top)


def draw_wall(board: Board, kind: Wall, x: float, y: float) -> Iterator[str]:
    """Draw the wall; a coloured one shows faintly what belongs where."""
    for row in range(5):
        printed = {wall_column(colour, row): colour for colour in Colour}
        for column, colour in enumerate(board.wall[row]):
            left, top = x + column * PITCH, y + row * PITCH
            if colour is not None:
                yield tile(colour, left, top)
                continue
            yield space(left, top)
            if kind is Wall.COLOURED:
                yield tile(printed[column], left, top, extra=' class="print"')


def draw_floor(board: Board, x: float, y: float) -> Iterator[str]:
    """Draw the floor line with what each space costs."""
    for place, cost in enumerate(FLOOR_COSTS):
        left = x + place * PITCH
        yield tile(board.floor[place], left, y) if place < len(board.floor) else space(left, y)
        yield text(f"−{cost}", left + TILE / 2, y + TILE + 18, "small", "middle")


def draw_board(state: State, player: int, x: float, y: float) -> Iterator[str]:
    """Draw one player's board with its top left corner at a point."""
    board = state.board(player)
    turn = state.player == player
    yield (
        f'<rect class="board{" turn" if turn else ""}" x="{x:g}" y="{y:g}"'
        f' width="{BOARD_WIDTH}" height="{BOARD_HEIGHT}" rx="16"/>'
    )
    yield f'<rect x="{x + 22:g}" y="{y + 16:g}" width="76" height="40" rx="20" fill="#2357a6"/>'
    yield text(board.score, x + 60, y + 46, "score", "middle")
    yield text(f"Player {player + 1}", x + 112, y + 44, "name")
    if turn:
        yield text("to move", x + BOARD_WIDTH - 24, y + 43, "small", "end")
    yield from draw_lines(board, x + 22, y + 74)
    for row in range(5):
        middle = y + 74 + row * PITCH + TILE / 2
        yield f'<path d="M{x + 258:g} {middle - 6:g}l9 6l-9 6Z" fill="#d9992b"/>'
    yield from draw_wall(board, state.wall, x + 280, y + 74)
    yield from draw_floor(board, x + 22, y + 322)


def draw(state: State) -> str:
    """Return the picture of a state of a game for two, as an SVG document."""
    inner = f'x="{FRAME}" y="{FRAME}" width="{WIDTH - 2 * FRAME}" height="{HEIGHT - 2 * FRAME}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' aria-labelledby="title">',
        f'<title id="title">A table for two in round {state.round}: five displays, the centre,'
        " and two boards with pattern lines, wall and floor line</title>",
        *definitions(),
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="10" fill="url(#frieze)"/>',
        f'<rect {inner} rx="6" fill="#f4eede" stroke="#2357a6" stroke-width="3"/>',
    ]
    for index, counts in enumerate(state.displays):
        parts += draw_display(counts, index + 1, WIDTH / 2 + (index - 2) * 190, 138)
    parts += draw_centre(state, WIDTH / 2, 266)
    for player in range(state.num_players):
        left = WIDTH / 2 - BOARD_WIDTH - 12 if player == 0 else WIDTH / 2 + 12
        parts += draw_board(state, player, left, 330)
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Write the picture."""
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(draw(parse_position(POSITION)), encoding="utf-8")


if __name__ == "__main__":
    main()
