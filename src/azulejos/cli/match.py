"""``azulejos match``: paired games between two players or more."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from azulejos.arena import Goal, Settings, Sprt
    from azulejos.players import Limits

DEFAULT_GAMES = 100


def match(
    contestants: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="A B",
            show_default=False,
            help="Players, such as greedy, search:nodes=500 or master:network=FILE, or engines:"
            " 'cmd:./engine --x'.",
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Seats at the table: 2 to 4.")
    ] = None,
    wall: Annotated[
        str | None, typer.Option(metavar="c|g", help="c for the coloured wall, g for gray.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(metavar="N", help="Games to play, in whole pairs; 100 without a test."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="ELO0,ELO1", help="Play until a sequential test is decided."),
    ] = None,
    alpha: Annotated[
        float | None, typer.Option(help="The test's chance to accept wrongly; 0.05 if not said.")
    ] = None,
    beta: Annotated[
        float | None, typer.Option(help="The test's chance to reject wrongly; 0.05 if not said.")
    ] = None,
    alone: Annotated[
        bool | None, typer.Option("--alone", help="A sits alone among copies of B.")
    ] = None,
    movetime: Annotated[
        int | None, typer.Option(metavar="MS", help="Milliseconds a move, unless A or B say so.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", help="Nodes a move, unless A or B say so.")
    ] = None,
    max_rounds: Annotated[
        int | None,
        typer.Option(metavar="N", help="Rounds after which a game is cut short; 60 if not said."),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", help="Games at a time; one a core if not said.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The match's folder; a match in it is gone on with."),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="64 hexadecimal digits; same seed, same match."),
    ] = None,
) -> None:
    """Play paired games and tell who is stronger, with error bars.

    A pair is the games on the same deals, with everyone on every seat in turn. Every game
    is saved in the folder. Interrupted matches go on: azulejos match --out DIR.

    For example:

        azulejos match greedy random --games 200 --jobs 2

        azulejos match greedy 'cmd:./my-engine' --sprt 0,20 --movetime 1000 --out mine
    """
    from azulejos.arena import Goal, Match
    from azulejos.arena.folder import read_goal, read_settings
    from azulejos.arena.report import describe
    from azulejos.cli.contest import leave, limits, play_match, progress_bar

    known = None if out is None else read_settings(out)
    usual = limits(movetime, nodes)
    if not contestants:
        _check_resumable(out, known, usual)
    settings = _settings(contestants, players, wall, alone, max_rounds, seed, usual, known)
    test = _test(sprt, alpha=alpha, beta=beta)
    folder = _default_folder(settings) if out is None else out
    goal = _goal(games, test, settings, None if known is None else read_goal(folder))
    if goal == Goal(None):
        goal = Goal.of_games(DEFAULT_GAMES, settings)
    contest = Match(settings, goal)
    try:
        with progress_bar() as progress:
            play_match(contest, folder, jobs, progress)
    except KeyboardInterrupt:
        leave(contest.tally.num_games, f"azulejos match --out {folder}")
    typer.echo("\n".join([*describe(contest)[:-1], f"folder  {folder}", describe(contest)[-1]]))
    if contest.failures:
        typer.echo(f"azulejos: error: {contest.failures[0]}", err=True)
        raise typer.Exit(1)


def _check_resumable(out: Path | None, known: "Settings | None", limits: "Limits") -> None:
    """Refuse to go on without contestants where no match is, or with limits for nobody."""
    from azulejos.errors import OptionError

    example = "say who plays, such as: azulejos match greedy random"
    if out is None:
        raise OptionError(example, "contestants")
    if known is None:
        raise OptionError(f"there is no match in {out}; {example}", "out")
    for name, value in (("movetime", limits.movetime_ms), ("nodes", limits.nodes)):
        if value is not None:
            raise OptionError(
                f"the contestants of the match in {out} keep their limits; leave this out,"
                " or choose another folder",
                name,
            )


def _settings(
    contestants: list[str] | None,
    players: int | None,
    wall: str | None,
    alone: bool | None,
    max_rounds: int | None,
    seed: str | None,
    limits: "Limits",
    known: "Settings | None",
) -> "Settings":
    """Return what was said, the rest as the match in the folder has it, or as is usual."""
    from dataclasses import replace
    from datetime import date

    from azulejos.arena import Settings, parse_contestant
    from azulejos.arena.settings import MAX_ROUNDS
    from azulejos.engine.replay import parse_wall
    from azulejos.fair import new_seed, parse_seed
    from azulejos.rules import Wall

    sides = tuple(parse_contestant(text).with_limits(limits) for text in contestants or ())
    if known is not None:
        base = replace(known, contestants=sides or known.contestants)
    else:
        base = Settings(
            sides,
            players or max(2, len(sides)),
            Wall.COLOURED,
            new_seed(),
            date=date.today().isoformat(),
        )
    return replace(
        base,
        players=base.players if players is None else players,
        wall=base.wall if wall is None else parse_wall(wall),
        alone=base.alone if alone is None else alone,
        max_rounds=(MAX_ROUNDS if known is None else known.max_rounds)
        if max_rounds is None
        else max_rounds,
        seed=base.seed if seed is None else parse_seed(seed),
    )


def _test(sprt: str | None, **errors: float | None) -> "Sprt | None":
    from azulejos.arena import parse_sprt
    from azulejos.errors import OptionError

    said = {name: value for name, value in errors.items() if value is not None}
    if sprt is not None:
        return parse_sprt(sprt, **said)
    for name in said:
        raise OptionError("it belongs to a test: give --sprt as well", name)
    return None


def _goal(
    games: int | None, test: "Sprt | None", settings: "Settings", before: "Goal | None"
) -> "Goal":
    from azulejos.arena import Goal
    from azulejos.errors import OptionError

    if games is not None and games < 1:
        raise OptionError(f"{games} is not 1 or more", "games")
    if games is None and test is None and before is not None:
        return before
    if test is None and before is not None:
        test = before.sprt
    return Goal.of_games(games, settings, test)


def _default_folder(settings: "Settings") -> Path:
    from azulejos.arena.ladder import folder_name

    names = folder_name(settings.contestants[0], settings.contestants[1])
    mode = f"{settings.players}{settings.wall.value}"
    return Path("matches") / f"{names}-{mode}-{settings.seed.hex()[:8]}"
