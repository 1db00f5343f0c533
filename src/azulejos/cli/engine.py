"""``azulejos engine``: the engine protocol on standard input and output."""

from typing import Final

import typer

INTERRUPTED: Final = 130
"""The exit code of a program that Ctrl-C ended."""


def engine() -> None:
    r"""Talk the engine protocol (AEP) on standard input and output.

    Other programs start this and send commands, one a line: aep, isready,
    setoption, newgame, position, go, stop, d, legal, perft, quit. See
    docs/engine.md.

    For example:

        printf 'position start\nd\n' | azulejos engine
    """
    from azulejos.engine.stdio import run

    try:
        run()
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
