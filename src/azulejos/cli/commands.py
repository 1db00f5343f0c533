"""All subcommands together, and what becomes of their errors."""

import sys
from collections.abc import Sequence
from typing import Annotated, Final, NoReturn

import typer

from azulejos.cli import (
    apply,
    bench,
    engine,
    ladder,
    legal,
    match,
    perft,
    play,
    serve,
    show,
    streams,
    train,
    verify,
    version,
)
from azulejos.errors import AzulejosError

REFUSED: Final = 1

# Fields of a position such as -/-/-/-/- are not options, though they look like some.
_WORDS: Final = {"ignore_unknown_options": True}


def _version(wanted: bool) -> None:
    if wanted:
        version.version()
        raise typer.Exit


app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="POSITION is one line of text (docs/playing.md): in quotes, word by word, 'start',"
    " or '-' to read it from standard input.",
)


@app.callback()
def azulejos(
    show_version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_version, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """The tile game Azul: play it, look at positions, verify games, drive the engine."""


app.command()(play.play)
app.command()(serve.serve)
app.command(context_settings=_WORDS)(show.show)
app.command(context_settings=_WORDS)(legal.legal)
app.command(context_settings=_WORDS)(apply.apply)
app.command(context_settings=_WORDS)(perft.perft)
app.command()(verify.verify)
app.command()(engine.engine)
app.command()(match.match)
app.command()(ladder.ladder)
app.add_typer(train.app, name="train")
app.add_typer(bench.app, name="bench")
app.command()(version.version)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit: 0 done, 1 the input was refused, 2 wrong usage."""
    streams.prepare()
    try:
        app(args=None if arguments is None else list(arguments), prog_name="azulejos")
    except AzulejosError as error:
        _refuse(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _refuse(f"{where}{error.strerror or error}")
    sys.exit(0)


def _refuse(message: str) -> NoReturn:
    typer.echo(f"azulejos: error: {message}", err=True)
    sys.exit(REFUSED)
