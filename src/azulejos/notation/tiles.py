"""The smallest pieces of the notation: colours, tiles, counts and numbers."""

from typing import Final

from azulejos.errors import NotationError
from azulejos.rules import Colour, Counts

LETTERS: Final = "BYRKW"
COLOUR_OF: Final = {colour.letter: colour for colour in Colour}
NO_TILES: Final[Counts] = (0, 0, 0, 0, 0)

MAX_DIGITS: Final = 9
"""No number in the notation needs more digits; longer ones are refused unread."""

_QUOTED_LENGTH: Final = 40


def quoted(text: str) -> str:
    """Return a text as error messages show it: on one line, in ASCII, never long."""
    return ascii(text if len(text) <= _QUOTED_LENGTH else text[:_QUOTED_LENGTH] + "...")


def parse_tiles(text: str, field: str) -> Counts:
    """Read tiles in colour order, such as ``BBRK``, or ``-`` for none."""
    if text == "-":
        return NO_TILES
    count = text.count
    counts = (count("B"), count("Y"), count("R"), count("K"), count("W"))
    if text and format_tiles(counts) == text:
        return counts
    if not text:
        raise NotationError("nothing here, '-' stands for no tiles", field)
    for letter in text:
        if letter not in LETTERS:
            raise NotationError(f"{quoted(letter)} is no colour, colours are B Y R K W", field)
    raise NotationError(
        f"{quoted(text)} is out of order, tiles stand in the order B Y R K W", field
    )


def format_tiles(counts: Counts) -> str:
    """Write tiles in colour order, ``-`` for none."""
    blue, yellow, red, black, white = counts
    return "B" * blue + "Y" * yellow + "R" * red + "K" * black + "W" * white or "-"


def parse_number(text: str, field: str) -> int:
    """Read a whole number written without sign, spaces or leading zeros."""
    if not (text.isascii() and text.isdigit()):
        raise NotationError(f"{quoted(text)} is not a number", field)
    if text[0] == "0" and text != "0":
        raise NotationError(f"{quoted(text)} has a leading zero", field)
    if len(text) > MAX_DIGITS:
        raise NotationError(f"{quoted(text)} is too large", field)
    return int(text)


def parse_counts(text: str, field: str) -> Counts:
    """Read five counts in colour order, such as ``12,10,8,9,11``."""
    parts = text.split(",")
    if len(parts) != len(LETTERS):
        raise NotationError(
            f"{quoted(text)} is not five counts in colour order, such as 12,10,8,9,11", field
        )
    blue, yellow, red, black, white = (parse_number(part, field) for part in parts)
    return blue, yellow, red, black, white


def format_counts(counts: Counts) -> str:
    """Write five counts in colour order."""
    return ",".join(map(str, counts))


def parse_seat(text: str, prefix: str) -> int | None:
    """Read a player such as ``s2`` after its prefix, from 0; None if it is not one."""
    if len(text) == 2 and text[0] == prefix and text[1] in "1234":
        return int(text[1]) - 1
    return None
