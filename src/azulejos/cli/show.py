"""``azulejos show``: draw a position."""

from azulejos.cli.arguments import PositionWords


def show(words: PositionWords) -> None:
    """Draw a position: displays, centre and every board.

    Tiles carry their letters, so the picture reads without colours too,
    as in a pipe or with NO_COLOR set.

    For example:

        azulejos show start players 3 wall g

        azulejos show - < position.txt
    """
    from rich.console import Console

    from azulejos.cli.board import print_table
    from azulejos.cli.position import read_state

    state = read_state(words)
    print_table(Console(highlight=False), state)
