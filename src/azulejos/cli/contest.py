"""What match and ladder share: the workers, the progress bar, and the way out."""

import os
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import Final, NoReturn

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from azulejos.arena import Match, Tally
from azulejos.arena.report import counted, progress_line
from azulejos.cli.engine import INTERRUPTED
from azulejos.compute import Backend, InProcess, LocalPool
from azulejos.errors import OptionError
from azulejos.players import Limits

_REFRESH: Final = 0.25


def num_workers(jobs: int | None) -> int:
    """Return how many games to play at a time: one a core unless told otherwise."""
    if jobs is None:
        return os.cpu_count() or 1
    if jobs < 1:
        raise OptionError(f"{jobs} is not 1 or more", "jobs")
    return jobs


def backend(jobs: int | None) -> Backend:
    """Return what the games run on."""
    workers = num_workers(jobs)
    return InProcess() if workers == 1 else LocalPool(workers)


def limits(movetime: int | None, nodes: int | None) -> Limits:
    """Return the limits for contestants that name none of their own."""
    for name, value in (("movetime", movetime), ("nodes", nodes)):
        if value is not None and value < 1:
            raise OptionError(f"{value} is not 1 or more", name)
    return Limits(movetime_ms=movetime, nodes=nodes)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show a progress bar on standard error, if that is a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=16),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[standing]}"),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        yield progress


def play_match(match: Match, path: Path, jobs: int | None, progress: Progress) -> None:
    """Play what is missing of a match, with its standing in the progress bar."""
    names = " - ".join(contestant.name for contestant in match.settings.contestants)
    task = progress.add_task(names, total=match.num_games, standing="")
    with closing(match.play(path, backend(jobs))) as tallies:
        _follow(tallies, progress, task)
    summary = match.tally.summary
    progress.update(task, completed=summary.num_games, standing=progress_line(summary))


def _follow(tallies: Generator[Tally, None, None], progress: Progress, task: TaskID) -> None:
    shown = 0.0
    for tally in tallies:
        if monotonic() - shown > _REFRESH and not progress.disable:
            shown = monotonic()
            standing = progress_line(tally.summary)
            progress.update(task, completed=tally.num_games, standing=standing)


def leave(num_games: int, command: str) -> NoReturn:
    """End after an interrupt, and say how to go on."""
    kept = f"{counted(num_games, 'game')} {'is' if num_games == 1 else 'are'} kept"
    typer.echo(f"Interrupted; {kept}. To go on: {command}", err=True)
    raise typer.Exit(INTERRUPTED) from None
