"""Arguments that several commands share."""

from typing import Annotated, TypeAlias

import typer

POSITION_HELP = (
    "A position, in quotes or word by word; or 'start' with 'players N', 'wall c|g' and"
    " 'seed HEX' if wanted; or '-' to read it from standard input. Events may follow 'moves'."
)

PositionWords: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="POSITION", show_default=False, help=POSITION_HELP)
]
"""The words of a position."""
