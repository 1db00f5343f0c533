"""``azulejos apply``: play events on a position."""

from typing import Annotated

import typer

from azulejos.cli.arguments import POSITION_HELP


def apply(
    words: Annotated[
        list[str],
        typer.Argument(metavar="POSITION EVENT...", show_default=False, help=POSITION_HELP),
    ],
) -> None:
    """Play events on a position and print the position they lead to.

    An event is a move, such as 3B2, or a deal, such as
    =BBRK/YYWW/BYRW/KKKK/BBYY.

    For example:

        azulejos apply start =BBRK/YYWW/BYRW/KKKK/BBYY 4K4 1R2
    """
    from azulejos.cli.position import read_state
    from azulejos.notation import format_position

    typer.echo(format_position(read_state(words)))
