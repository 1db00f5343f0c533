"""What is done, written down line by line, so that an interrupt loses none of it."""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from azulejos.errors import NotationError

_ID: Final = "id"


class Journal:
    """A file to which results are only ever appended, one JSON object a line.

    A line counts when it is complete. What an interrupt left of a last line is dropped
    when the journal is opened, so its job is simply done again.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._entries: dict[str, Any] = {}
        path.touch()
        size = self._read()
        os.truncate(path, size)
        self._file = path.open("ab")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __contains__(self, id: str) -> bool:
        return id in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def entries(self) -> Iterator[tuple[str, Any]]:
        """Iterate over the jobs done, in the order in which they were written down."""
        return iter(self._entries.items())

    def append(self, id: str, result: object) -> None:
        """Write a job's result down; when this returns, the line is on the disk."""
        if id in self._entries:
            raise ValueError(f"{self.path.name} has a result of {id} already")
        line = json.dumps({_ID: id, "result": result}, separators=(",", ":"))
        self._file.write(line.encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        # As it will be read: what a resumed run sees is what this one sees.
        self._entries[id] = json.loads(line)["result"]

    def close(self) -> None:
        """Close the file; what was appended stays."""
        with suppress(OSError):
            self._file.close()

    def _read(self) -> int:
        """Read the complete lines, and return how many bytes they are."""
        size = 0
        lines = self.path.read_bytes().splitlines(keepends=True)
        for number, line in enumerate(lines, 1):
            entry = _parse(line)
            if entry is None and number == len(lines):
                break
            if entry is None or entry[0] in self._entries:
                what = "not a line of a journal" if entry is None else f"a second {entry[0]}"
                raise NotationError(what, f"{self.path}, line {number}")
            self._entries[entry[0]] = entry[1]
            size += len(line)
        return size


def _parse(line: bytes) -> tuple[str, Any] | None:
    """Return the id and the result in a line, None if it is torn."""
    if not line.endswith(b"\n"):
        return None
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    if not isinstance(entry, dict) or not isinstance(entry.get(_ID), str) or "result" not in entry:
        return None
    return entry[_ID], entry["result"]
