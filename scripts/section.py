"""Parts of documents that programs write, between two comments."""

from pathlib import Path

from azulejos.arena.folder import write_whole


def write_section(document: Path, name: str, text: str) -> None:
    """Put a text between the two comments of a section, in the place of what was there."""
    begin, end = f"<!-- {name} begin -->", f"<!-- {name} end -->"
    before, found, rest = document.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise SystemExit(f"{document} has no place for {name}: add the lines {begin} and {end}")
    write_whole(document, f"{before}{begin}\n\n{text}\n\n{end}{after}")


def format_table(heading: list[str], rows: list[list[str]], left: int = 1) -> str:
    """Return a Markdown table; columns after the first so many are aligned to the right."""
    rule = ["---" if column < left else "--:" for column in range(len(heading))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (heading, rule, *rows))
