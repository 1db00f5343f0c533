"""The ladder as a table, on the terminal and in a document."""

import math
from collections.abc import Sequence
from pathlib import Path

from azulejos.arena.folder import write_whole
from azulejos.arena.ladder import Ladder, Rung
from azulejos.errors import OptionError
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


def check_table(path: Path, ladder: Ladder) -> None:
    """Raise `OptionError` if the ladder's table could not be put into a document."""
    begin, end = _marks(ladder)
    fresh = path.with_name(path.name + ".new")
    try:
        document = path.read_text(encoding="utf-8") if path.exists() else None
        fresh.touch()
        fresh.unlink()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise OptionError(f"{path} cannot be written: {reason}", "table") from None
    if document is not None and end not in document.partition(begin)[2]:
        raise OptionError(
            f"{path} has no place for the table; add the two lines {begin} and {end}", "table"
        )


def write_table(path: Path, ladder: Ladder, text: str) -> None:
    """Put a table into a document, in the place of the last one for the same kind of game.

    The place is marked by two comments; a new document is begun with them.
    """
    begin, end = _marks(ladder)
    wall = "coloured" if ladder.wall is Wall.COLOURED else "gray"
    body = (
        f"{ladder.players} players, {wall} wall, {ladder.games} games a match,"
        f" 95 % error bars over pairs ({ladder.date}):\n\n{text}"
    )
    section = f"{begin}\n\n{body}\n\n{end}"
    check_table(path, ladder)
    new = f"# The players\n\n{begin}{end}\n"
    document = path.read_text(encoding="utf-8") if path.exists() else new
    before, _, rest = document.partition(begin)
    _, _, after = rest.partition(end)
    write_whole(path, before + section + after)


def _marks(ladder: Ladder) -> tuple[str, str]:
    """Return the comments between which a document has the table."""
    mode = f"{ladder.players}{ladder.wall.value}"
    return f"<!-- ladder {mode} begin -->", f"<!-- ladder {mode} end -->"
