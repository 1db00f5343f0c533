"""``azulejos perft``: count the leaves of the tree of legal moves."""

from typing import Annotated

import typer

from azulejos.cli.arguments import POSITION_HELP


def perft(
    words: Annotated[
        list[str],
        typer.Argument(metavar="POSITION DEPTH", show_default=False, help=POSITION_HELP),
    ],
    divide: Annotated[
        bool, typer.Option("--divide", help="Also count below each first move.")
    ] = False,
) -> None:
    """Count the leaves at DEPTH of the tree of legal moves.

    A position whose next deal is due, or whose game is over, is a leaf at
    any depth.

    For example:

        azulejos perft start moves =BBRK/YYWW/BYRW/KKKK/BBYY 3
    """
    from azulejos.cli.position import read_state
    from azulejos.engine.commands import read_depth
    from azulejos.errors import OptionError
    from azulejos.players import never
    from azulejos.rules import perft as count

    *position, last = words
    if not position:
        raise typer.BadParameter("give a position and a depth")
    depth = read_depth([last])
    state = read_state(position)
    if not divide:
        typer.echo(count(state, depth, never))
        return
    if depth < 1:
        raise OptionError("dividing takes a depth of 1 or more", "depth")
    total = 0
    for move in state.legal_moves():
        leaves = count(state.play(move), depth - 1, never) or 0
        total += leaves
        typer.echo(f"{move} {leaves}")
    typer.echo(f"total {total}")
