"""The log of a run: one JSON object a line, and the same for whoever watches."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

Facts = Mapping[str, float | str]
Tell = Callable[[str, Facts], None]
"""Takes what kind of thing happened, and its figures."""


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

    A line that the end of the program cut short is left out, and so is what was lost with it:
    iterations after the checkpoint from which the run went on.
    """
    file = path / "log.jsonl" if path.is_dir() else path
    notes: list[dict[str, float | str]] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            note = json.loads(line)
        except json.JSONDecodeError:
            continue
        if note["kind"] == "resumed":
            notes = [each for each in notes if each["iteration"] <= note["iteration"]]
        notes.append(note)
    return notes
