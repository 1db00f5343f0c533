"""``azulejos play``: a plain game in the terminal."""

from typing import Annotated

import typer


def play(
    players: Annotated[
        str | None, typer.Option(metavar="N", help="Players at the table, you included: 2 to 4.")
    ] = None,
    wall: Annotated[
        str | None, typer.Option(metavar="c|g", help="c for the coloured wall, g for gray.")
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Who plays against you: beginner, learner, casual, keen, skilled, strong,"
            " expert or master, or another of the players.",
        ),
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Your name.")] = None,
    seat: Annotated[str | None, typer.Option(metavar="N", help="Your seat, from 1.")] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="64 hexadecimal digits; same seed, same deals."),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A new file for the game when it ends or you leave."),
    ] = None,
) -> None:
    """Play in the terminal against the computer.

    At a terminal you are asked for what you do not say here. Through a pipe
    it is two players, the coloured wall and casual, and each line of input
    is a move or a command.

    For example:

        azulejos play

        azulejos play --players 3 --wall g --level keen --name Ana --seat 2
    """
    from rich.console import Console

    from azulejos.cli.game import Game
    from azulejos.cli.parlour import Parlour
    from azulejos.cli.prompt import Prompt
    from azulejos.cli.saving import name_new_file
    from azulejos.cli.seating import Seating
    from azulejos.fair import commitment

    console = Console(highlight=False)
    prompt = Prompt(console)
    file = None if save is None else name_new_file(save)
    try:
        settings = Seating(prompt).settle(players, wall, level, name, seat, seed)
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise typer.Exit(1) from None
    console.print("\nAll deals of this game follow from a seed that hashes to", style="dim")
    console.print(commitment(settings.server_seed).hex(), style="dim")
    console.print("Type a move such as 3B2, Enter to be asked step by step, or help.")
    Parlour(Game(settings), prompt, file).play()
