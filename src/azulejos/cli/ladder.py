"""``azulejos ladder``: rate many players against each other."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from azulejos.arena import Ladder, Summary

YARDSTICK: Final = "greedy"
"""Whose Elo is 0 unless somebody else is named."""


def ladder(
    contestants: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...",
            show_default=False,
            help="Contestants as in match, weakest first; all players if none is named.",
        ),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help="Games in each match.")] = 200,
    players: Annotated[int, typer.Option(metavar="N", help="Seats at the table: 2 to 4.")] = 2,
    wall: Annotated[
        str, typer.Option(metavar="c|g", help="c for the coloured wall, g for gray.")
    ] = "c",
    anchor: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose Elo is 0; greedy if it plays.")
    ] = None,
    movetime: Annotated[
        int | None, typer.Option(metavar="MS", help="Milliseconds a move, unless a name says so.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", help="Nodes a move, unless a name says so.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", help="Games at a time; one a core if not said.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the matches are; they are gone on.")
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="64 hexadecimal digits; same seed, same games."),
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also put the table into this document."),
    ] = None,
) -> None:
    """Rate players: matches between neighbours and next neighbours, one Elo each.

    Every match has its folder in DIR and goes on where it stopped, so the same command
    can be given again, with more games or more players.

    For example:

        azulejos ladder random greedy --games 400 --out matches/ladder --table ladder.md
    """
    from shlex import quote

    from azulejos.arena import Ladder, parse_contestant
    from azulejos.arena.networks import check_networks
    from azulejos.arena.table import check_table, format_table, write_table
    from azulejos.cli.contest import leave, limits
    from azulejos.engine.replay import parse_wall
    from azulejos.players.registry import weakest_first

    usual = limits(movetime, nodes)
    side = parse_wall(wall)
    texts = contestants or weakest_first()
    sides = tuple(parse_contestant(text).with_limits(usual) for text in texts)
    check_networks(sides, players, side)
    folder = Path("matches") / f"ladder-{players}{wall}" if out is None else out
    begun = _begin(folder, seed)
    plan = Ladder(sides, players, side, bytes.fromhex(begun["seed"]), games, begun["date"])
    zero = _anchor(plan, anchor)
    if table is not None:
        check_table(table, plan)
    summaries: list[Summary] = []
    try:
        failures = _play(plan, folder, jobs, summaries)
    except KeyboardInterrupt:
        leave(sum(each.num_games for each in summaries), "give the same command again")
    rungs = plan.rungs(summaries, zero)
    text = format_table(rungs)
    typer.echo(text)
    for rung in rungs:
        typer.echo(
            f"rating name={quote(rung.contestant.name)} elo={rung.elo.value:.1f}"
            f" error={rung.elo.error:.1f} games={rung.games} points={rung.score:.2f}"
        )
    if table is not None:
        write_table(table, plan, text)
        typer.echo(f"table written to {table}")
    if failures:
        typer.echo(f"azulejos: error: {failures[0]}", err=True)
        raise typer.Exit(1)


def _play(plan: "Ladder", folder: Path, jobs: int | None, summaries: "list[Summary]") -> list[str]:
    """Play all matches, hand out their summaries as they are done, and return what failed."""
    from azulejos.arena.ladder import folder_name
    from azulejos.arena.report import result_line
    from azulejos.cli.contest import play_match, progress_bar

    failures: list[str] = []
    with progress_bar() as progress:
        for low, high in plan.pairings():
            contest = plan.match(low, high)
            try:
                play_match(contest, folder / folder_name(low, high), jobs, progress)
            finally:
                summaries.append(contest.tally.summary)
            failures += contest.failures
            typer.echo(result_line(contest))
    return failures


def _begin(folder: Path, seed: str | None) -> dict[str, str]:
    """Return the seed and the day of the ladder in a folder, or of a new one."""
    import json
    from datetime import date

    from azulejos.arena.folder import write_whole
    from azulejos.errors import NotationError, OptionError
    from azulejos.fair import new_seed, parse_seed

    file = folder / "ladder.json"
    given = None if seed is None else parse_seed(seed).hex()
    if not file.exists():
        begun = {"seed": given or new_seed().hex(), "date": date.today().isoformat()}
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(begun) + "\n")
        return begun
    try:
        data = json.loads(file.read_bytes())
        begun = {"seed": parse_seed(data["seed"]).hex(), "date": str(data["date"])}
    except (ValueError, KeyError, TypeError) as error:
        raise NotationError(f"not the beginning of a ladder ({error!r})", str(file)) from None
    if given not in (None, begun["seed"]):
        raise OptionError(f"the ladder in {folder} has the seed {begun['seed']}", "seed")
    return begun


def _anchor(plan: "Ladder", wanted: str | None) -> str:
    from azulejos.errors import OptionError

    names = [contestant.name for contestant in plan.contestants]
    if wanted is None:
        return YARDSTICK if YARDSTICK in names else names[0]
    if wanted not in names:
        raise OptionError(f"{wanted!r} is not on the ladder: {', '.join(names)}", "anchor")
    return wanted
