"""What the logs of runs say of strength over time."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from azulejos.accel.train.log import has_numbers, read_log
from azulejos.accel.train.settings import SettingsError

Over = Literal["plies", "minutes"]
Figure = Literal["elo", "share", "lead"]
Points = list[tuple[float, float]]

_FIELDS: Final[dict[Figure, tuple[str, float]]] = {
    "elo": ("elo", 1.0),
    "share": ("greedy_share", 100.0),
    "lead": ("greedy_margin", 1.0),
}
"""By figure: how the log names it, and what it is multiplied by."""


@dataclass(frozen=True)
class Curve:
    """The measurements of one run: a figure over plies in millions, or over minutes."""

    name: str
    points: dict[Figure, Points]


def read_curve(name: str, path: Path, over: Over = "plies") -> Curve:
    """Read the measurements of a run, from its folder or its log."""
    notes = read_log(path)
    if not notes:
        raise SettingsError(f"{path} holds no log of a run")
    fields = ("plies", *(field for field, _ in _FIELDS.values()))
    measured = [note for note in notes if note["kind"] == "measured" and has_numbers(note, *fields)]
    times = sorted(
        (float(note["iteration"]), float(note["seconds"]) / 60)
        for note in notes
        if has_numbers(note, "seconds")
    )

    def place(note: dict[str, float | str]) -> float:
        if over == "plies":
            return float(note["plies"]) / 1e6
        return _between(times, float(note["iteration"]))

    points: dict[Figure, Points] = {
        figure: [(place(note), scale * float(note[field])) for note in measured]
        for figure, (field, scale) in _FIELDS.items()
    }
    return Curve(name, points)


def _between(times: Sequence[tuple[float, float]], iteration: float) -> float:
    """Return when an iteration was, from the notes before and after it."""
    after = bisect_left(times, (iteration,))
    if after == len(times):
        return times[-1][1] if times else 0.0
    end, late = times[after]
    begin, early = times[after - 1] if after else (0.0, 0.0)
    return early + (late - early) * (iteration - begin) / max(end - begin, 1.0)
