"""The log of a run: one JSON object a line, and the same for whoever watches."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

Facts = Mapping[str, float | str]
Tell = Callable[[str, Facts], None]
"""Takes what kind of thing happened, and its figures."""
MOST: Final = 1e15
"""No figure of a run is larger."""


class Log:
    """Writes to ``log.jsonl`` in a run's folder and tells whoever watches."""

    def __init__(self, folder: Path, tell: Tell) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path, self._tell = folder / "log.jsonl", tell

    def note(self, kind: str, **facts: float | str) -> None:
        """Note what happened."""
        rounded = {name: _short(value) for name, value in facts.items()}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"kind": kind, **rounded}) + "\n")
        self._tell(kind, rounded)


def _short(value: float | str) -> float | str:
    """Round a number to five digits."""
    return value if isinstance(value, str | int) else float(f"{value:.5g}")


def read_log(path: Path) -> list[dict[str, float | str]]:
    """Read the log of a run, from its folder or the file itself.

    A line that the end of the program cut short is left out, as is any other that is no note,
    and so is what was lost with it: iterations after the checkpoint from which the run went on.
    """
    file = path / "log.jsonl" if path.is_dir() else path
    notes: list[dict[str, float | str]] = []
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            note = json.loads(line)
        except ValueError:
            continue
        if not isinstance(note, dict) or "kind" not in note or not has_numbers(note, "iteration"):
            continue
        if note["kind"] == "resumed":
            notes = [each for each in notes if each["iteration"] <= note["iteration"]]
        notes.append(note)
    return notes


def has_numbers(note: Mapping[str, object], *names: str) -> bool:
    """Tell whether a note has all these figures, as numbers that can be drawn."""
    figures = (note.get(name) for name in names)
    return all(isinstance(value, int | float) and abs(value) < MOST for value in figures)
