"""``azulejos legal``: the legal moves of a position."""

import typer

from azulejos.cli.arguments import PositionWords


def legal(words: PositionWords) -> None:
    """List the legal moves of a position on one line, in the notation's order.

    For example:

        azulejos legal start moves =BBRK/YYWW/BYRW/KKKK/BBYY
    """
    from azulejos.cli.position import read_state

    typer.echo(" ".join(map(str, read_state(words).legal_moves())))
