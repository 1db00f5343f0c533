"""The text form of deals: the displays, such as ``BBRK/YYWW/BYRW/KKKK/BBYY``."""

from typing import Final

from azulejos.errors import NotationError
from azulejos.notation.tiles import format_tiles, parse_tiles, quoted
from azulejos.rules import Deal

NUM_DISPLAYS: Final = (5, 7, 9)

_MAX_LENGTH: Final = 200


def parse_deal(text: str) -> Deal:
    """Read the displays; whether the bag can deal them is for a state to say."""
    if len(text) > _MAX_LENGTH:
        raise NotationError(f"{quoted(text)} is longer than any deal", "displays")
    displays = text.split("/")
    if len(displays) not in NUM_DISPLAYS:
        number = f"{len(displays) if text else 'no'} display{'s' * ('/' in text)}"
        raise NotationError(f"{quoted(text)} is {number}, a game has 5, 7 or 9", "displays")
    return tuple(
        [parse_tiles(tiles, f"display {number}") for number, tiles in enumerate(displays, 1)]
    )


def format_deal(deal: Deal) -> str:
    """Write the displays."""
    return "/".join([format_tiles(display) for display in deal])
