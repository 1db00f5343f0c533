"""``azulejos train``: learn the game by self-play, draw how it went, match what came of it."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from azulejos.accel.train.settings import Settings

Word = TypeVar("Word", bound=str)

app = typer.Typer(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def train(
    context: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the run lives; one in it is gone on with."),
    ] = None,
    config: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|PRESET",
            help="A TOML file, or tiny, full or wide; if not said, as the run was begun.",
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Seats at the table: 2 to 4.")
    ] = None,
    wall: Annotated[
        str | None, typer.Option(metavar="c|g", help="c for the coloured wall, g for gray.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="N", min=0, help="Stop and save after so long.")
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="TABLE.NAME=VALUE",
            help="A setting that goes before the configuration's; may be given again.",
        ),
    ] = None,
    origin: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR|FILE", help="Begin with the weights of this run or file, of any mode."
        ),
    ] = None,
) -> None:
    """Learn the game by self-play: play, learn, measure, save, and go on from there.

    Needs JAX (the extra "train") and, for more than a trial, a GPU. Ctrl-C saves first.
    The folder holds the checkpoint, the log and a picture of the strength: docs/accel.md.

    For example:

        azulejos train --config full --players 3 --wall g --folder runs/three --seconds 3600

        azulejos train --folder runs/three
    """
    if context.invoked_subcommand is not None:
        return
    from azulejos.errors import OptionError

    if folder is None:
        raise OptionError("say where the run lives, such as --folder runs/one", "folder")
    need_jax()
    from azulejos.accel.train.configuration import choose_settings

    given = list(changes or ())
    if players is not None:
        given.append(f"game.players={players}")
    if wall is not None:
        given.append(f"game.wall={_wall(wall)}")
    if origin is not None:
        given.append(f"run.origin={origin}")
    _go(choose_settings(config, folder, given), folder, seconds)


def _go(settings: "Settings", folder: Path, seconds: float | None) -> None:
    """Run, and end with what to do next."""
    from azulejos.accel.train.session import go
    from azulejos.cli.engine import INTERRUPTED

    run = go(settings, folder, typer.echo, math.inf if seconds is None else seconds)
    if run.is_done:
        typer.echo(f"the run is complete: {folder / 'strength.svg'} shows how it went")
    elif run.was_interrupted:
        typer.echo(f"Interrupted. To go on: azulejos train --folder {folder}", err=True)
        raise typer.Exit(INTERRUPTED)
    else:
        typer.echo(f"to go on: azulejos train --folder {folder}")


@app.command()
def plot(
    runs: Annotated[
        list[str],
        typer.Argument(metavar="[NAME=]DIR...", help="Folders of runs, or their logs."),
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The SVG to write.")],
    over: Annotated[
        str, typer.Option(metavar="plies|minutes", help="What the strength is drawn over.")
    ] = "plies",
    show: Annotated[
        str, typer.Option(metavar="WHAT,...", help="Panels: elo, share, lead (against greedy).")
    ] = "elo,share",
) -> None:
    """Draw the strength of runs over plies or minutes into one picture.

    For example:

        azulejos train plot two=runs/two three=runs/three --over minutes --out strength.svg
    """
    need_jax()
    from azulejos.accel.train.curve import read_curve
    from azulejos.accel.train.plot import AXES, TITLES, draw

    axis = _one_of(over, AXES, "over")
    figures = [_one_of(word.strip(), TITLES, "show") for word in show.split(",")]
    curves = [read_curve(*_named(text), axis) for text in runs]
    out.write_text(draw(curves, axis, figures), encoding="utf-8")
    typer.echo(f"picture written to {out}")


@app.command()
def match(
    one: Annotated[
        Path, typer.Argument(metavar="A", help="A run, a checkpoint, or a .network file.")
    ],
    other: Annotated[Path, typer.Argument(metavar="B", help="Another one.")],
    simulations: Annotated[
        int, typer.Option(metavar="N", min=0, help="Simulations a move; 0 for the bare policies.")
    ] = 64,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games, in whole pairs.")] = 400,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Same seed, same games.")] = 0,
) -> None:
    """Let two networks of one mode meet at equal simulations, with error bars.

    A pair is the games on the same deals with A on every seat in turn, B on the others. Both
    search without noise. Runs on whatever device JAX finds.

    For example:

        azulejos train match runs/new runs/old --simulations 64 --games 400
    """
    need_jax()
    from azulejos.accel.train.duel import Duel, Score
    from azulejos.accel.train.entrant import Entrant
    from azulejos.cli.contest import progress_bar
    from azulejos.cli.engine import INTERRUPTED

    duel = Duel(Entrant.named("a", one), Entrant.named("b", other), simulations, games, seed)
    seats = duel.one.environment.players
    score = Score(seats)
    with progress_bar() as progress:
        task = progress.add_task(f"{one} - {other}", total=duel.pairs * seats, standing="")
        try:
            for score in duel.play():
                progress.update(task, completed=score.games, standing=str(score))
        except KeyboardInterrupt:
            typer.echo("Interrupted.", err=True)
    if score.games:
        typer.echo(duel.describe(score))
    if score.games < games:
        raise typer.Exit(INTERRUPTED)


def need_jax() -> None:
    """Refuse to go on without JAX, and say how to get it."""
    from azulejos.errors import OptionError

    try:
        import jax  # noqa: F401 - whether it is there
    except ImportError:
        raise OptionError(
            'training needs JAX: pip install "azulejos[train]"; for a GPU see docs/accel.md'
        ) from None


def _wall(letter: str) -> str:
    """Return the name that configurations have for a wall."""
    from azulejos.engine.replay import parse_wall

    return parse_wall(letter).name.lower()


def _named(text: str) -> tuple[str, Path]:
    """Return the name and the place of a run, given as NAME=DIR or DIR."""
    from azulejos.errors import OptionError

    name, sign, place = text.partition("=")
    path = Path(text)
    if sign and not path.exists():
        path = Path(place)
    else:
        name = (path if path.is_dir() else path.parent).resolve().name
    if not (path / "log.jsonl" if path.is_dir() else path).is_file():
        raise OptionError(f"there is no log of a run in {path}", "runs")
    return name, path


def _one_of(word: str, known: "dict[Word, str]", field: str) -> "Word":
    """Return one of the words that an option may be."""
    from azulejos.errors import OptionError

    for each in known:
        if each == word:
            return each
    raise OptionError(f"{word!r} is none of: {', '.join(known)}", field)
