"""How things look in a terminal: tiles, frames, and what is left of them without colour."""

from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.text import Text

from azulejos.rules import Colour

CELL: Final = 3
"""The width of a tile in characters."""

_TILES: Final = {
    Colour.BLUE: "bold #ffffff on #1e63c4",
    Colour.YELLOW: "bold #3a2a00 on #f2b91d",
    Colour.RED: "bold #ffffff on #c8322b",
    Colour.BLACK: "bold #ffffff on #3c3f46",
    Colour.WHITE: "bold #0f5f6b on #e6f1f2",
}
_SPACES: Final = {
    Colour.BLUE: "#4a7fc8",
    Colour.YELLOW: "#b08a28",
    Colour.RED: "#b85850",
    Colour.BLACK: "#7a7f88",
    Colour.WHITE: "#8fb3b8",
}
WORDS: Final = {
    Colour.BLUE: "bold #4a8fe8",
    Colour.YELLOW: "bold #e0a818",
    Colour.RED: "bold #e05248",
    Colour.BLACK: "bold #8a8f98",
    Colour.WHITE: "bold",
}
"""How a colour is written in a sentence."""

_MARKER: Final = "bold #ffffff on #7b3fa0"


def styled(text: str, style: str) -> Text:
    """Return a text whose style ends with it, whatever is added behind."""
    return Text.assemble((text, style))


@dataclass(frozen=True)
class Glyphs:
    """The characters frames are drawn with."""

    corners: str
    across: str
    down: str
    free: str
    arrow: str
    turn: str
    minus: str


UNICODE: Final = Glyphs("╭╮╰╯", "─", "│", "·", "▸", "▶", "−")
ASCII: Final = Glyphs("++++", "-", "|", ".", ">", ">", "-")


@dataclass(frozen=True)
class Pen:
    """Draws the small things, in colour or with brackets where there is none."""

    colour: bool
    glyphs: Glyphs

    @staticmethod
    def of(console: Console) -> "Pen":
        """Return the pen that suits a console."""
        colour = console.color_system is not None and not console.no_color
        utf = console.encoding.lower().startswith("utf")
        return Pen(colour, UNICODE if utf else ASCII)

    def tile(self, colour: Colour) -> Text:
        """Draw a tile."""
        return self._tile(colour.letter, _TILES[colour])

    def marker(self) -> Text:
        """Draw the starting-player marker."""
        return self._tile("x", _MARKER)

    def free(self) -> Text:
        """Draw a free space."""
        return styled(f" {self.glyphs.free} ", "dim")

    def space(self, colour: Colour) -> Text:
        """Draw a free space that waits for its colour."""
        return styled(f" {colour.letter.lower()} ", _SPACES[colour] if self.colour else "dim")

    def frame(self, lines: list[Text], title: Text, note: Text, strong: bool) -> list[Text]:
        """Draw a frame around lines of one width, with a title and a note in its top."""
        width = lines[0].cell_len
        style = "bold" if strong else "dim"
        glyphs = self.glyphs
        title = title.copy()
        title.truncate(max(0, width - note.cell_len - 6), overflow="ellipsis")
        fill = width - title.cell_len - note.cell_len - (2 if note else 0)
        top = styled(f"{glyphs.corners[0]}{glyphs.across} ", style) + title
        top += styled(" " + glyphs.across * (fill - 2), style)
        if note:
            top += Text(" ") + note + Text(" ")
        top += styled(f"{glyphs.across}{glyphs.corners[1]}", style)
        bottom = styled(glyphs.corners[2] + glyphs.across * (width + 2) + glyphs.corners[3], style)
        side = styled(glyphs.down, style)
        return [top, *(side + Text(" ") + line + Text(" ") + side for line in lines), bottom]

    def _tile(self, letter: str, style: str) -> Text:
        return styled(f" {letter} ", style) if self.colour else styled(f"[{letter}]", "bold")


def beside(blocks: list[list[Text]], gap: int) -> list[Text]:
    """Set blocks of one height side by side."""
    return [Text(" " * gap).join(row) for row in zip(*blocks, strict=True)]
