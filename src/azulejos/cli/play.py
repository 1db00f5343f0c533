"""``azulejos play``: a game in the browser, or a plain one in the terminal."""

from typing import Annotated, Final

import typer

_PANEL: Final = "A game in the terminal"


def play(
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play here in the terminal instead.")
    ] = False,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser by itself.")
    ] = True,
    port: Annotated[
        int,
        typer.Option(envvar="AZULEJOS_PORT", min=0, max=65535, help="Another one if it is taken."),
    ] = 8017,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="AZULEJOS_DATABASE",
            metavar="FILE|URL",
            show_default=False,
            help="Where games are kept; a file in your data folder if not said.",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            rich_help_panel=_PANEL,
            help="Players at the table, you included: 2 to 4.",
        ),
    ] = None,
    wall: Annotated[
        str | None,
        typer.Option(
            metavar="c|g", rich_help_panel=_PANEL, help="c for the coloured wall, g for gray."
        ),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            rich_help_panel=_PANEL,
            help="Who plays against you: beginner, learner, casual, keen, skilled, strong,"
            " expert or master, or another of the players.",
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", rich_help_panel=_PANEL, help="Your name.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option(metavar="N", rich_help_panel=_PANEL, help="Your seat, from 1.")
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="HEX",
            rich_help_panel=_PANEL,
            help="64 hexadecimal digits; same seed, same deals.",
        ),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            rich_help_panel=_PANEL,
            help="A new file for the game when it ends or you leave.",
        ),
    ] = None,
) -> None:
    """Play in the browser, against the computer or with others.

    It serves the game on this machine alone and opens it, until Ctrl-C; a
    game of yours that is served already is just opened. In the browser you
    choose everything else.

    With --terminal you are asked for what you do not say here. Through a pipe
    it is two players, the coloured wall and casual, and each line of input
    is a move or a command.

    For example:

        azulejos play

        azulejos play --terminal --players 3 --wall g --level keen --name Ana
    """
    if terminal:
        _play_in_terminal(players, wall, level, name, seat, seed, save)
        return
    from azulejos.cli.browser import play_in_browser
    from azulejos.errors import OptionError
    from azulejos.server.config import Config
    from azulejos.storage import default_database, parse_database

    said = {"players": players, "wall": wall, "level": level, "name": name, "seat": seat}
    for option, value in {**said, "seed": seed, "save": save}.items():
        if value is not None:
            raise OptionError("for a game in the terminal, say --terminal as well", option)
    config = Config(database=database or default_database(), port=port)
    parse_database(config.database)
    if not play_in_browser(config, may_open=browser):
        raise typer.Exit(1)


def _play_in_terminal(
    players: str | None,
    wall: str | None,
    level: str | None,
    name: str | None,
    seat: str | None,
    seed: str | None,
    save: str | None,
) -> None:
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
