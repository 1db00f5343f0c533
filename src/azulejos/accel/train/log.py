"""The log of a run: one JSON object a line, and the same for people."""

import json
from collections.abc import Callable
from pathlib import Path


class Log:
    """Writes to ``log.jsonl`` in a run's folder and says it aloud."""

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path, self._say = folder / "log.jsonl", say

    def note(self, kind: str, **facts: float | str) -> None:
        """Note what happened."""
        rounded = {name: _short(value) for name, value in facts.items()}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"kind": kind, **rounded}) + "\n")
        self._say(f"{kind:10s} " + "  ".join(f"{k} {v}" for k, v in rounded.items()))


def _short(value: float | str) -> float | str:
    """Round a number to five digits."""
    return value if isinstance(value, str | int) else float(f"{value:.5g}")


def read_log(folder: Path) -> list[dict[str, float | str]]:
    """Read the log of a run."""
    lines = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
