"""The ladder as a table, on the terminal and in a document."""

import math
from collections.abc import Sequence
from pathlib import Path

from azulejos.arena.folder import write_whole
from azulejos.arena.ladder import Ladder, Rung
from azulejos.players import character
from azulejos.rules import Wall

_HEADING = ("player", "Elo", "±", "games", "points", "character")


def format_table(rungs: Sequence[Rung]) -> str:
    """Return the ladder as a Markdown table, the strongest first."""
    lines = [
        "| " + " | ".join(_HEADING) + " |",
        "|---|--:|--:|--:|--:|---|",
    ]
    for rung in sorted(rungs, key=lambda rung: -rung.elo.value):
        who = rung.contestant
        error = f"{rung.elo.error:.0f}" if math.isfinite(rung.elo.error) else "?"
        cells = (
            f"`{who.name}`",
            f"{rung.elo.value:.0f}",
            error,
            str(rung.games),
            f"{rung.score:.1f}",
            "an engine" if who.is_engine else character(who.player),
        )
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def write_table(path: Path, ladder: Ladder, text: str) -> None:
    """Put a table into a document, in the place of the last one for the same kind of game.

    The place is marked by two comments; a document without them gets them at its end.
    """
    mode = f"{ladder.players}{ladder.wall.value}"
    begin, end = f"<!-- ladder {mode} begin -->", f"<!-- ladder {mode} end -->"
    wall = "coloured" if ladder.wall is Wall.COLOURED else "gray"
    body = (
        f"{ladder.players} players, {wall} wall, {ladder.games} games a match,"
        f" 95 % error bars over pairs ({ladder.date}):\n\n{text}"
    )
    section = f"{begin}\n\n{body}\n\n{end}"
    document = path.read_text(encoding="utf-8") if path.exists() else "# The players\n"
    before, found, rest = document.partition(begin)
    _, closed, after = rest.partition(end)
    if found and closed:
        write_whole(path, before + section + after)
    else:
        write_whole(path, f"{document.rstrip()}\n\n{section}\n")
