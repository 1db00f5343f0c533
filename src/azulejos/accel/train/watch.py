"""How a run goes, in lines for people."""

import math
import time
from collections.abc import Callable
from typing import Final

from azulejos.accel.train.log import Facts
from azulejos.accel.train.settings import RunSettings

Z95: Final = 1.96
"""Standard errors on each side of the mean that hold 95 % of a normal distribution."""


class Watcher:
    """Says a line for each note of a run's log; ``seconds`` is when the run is stopped."""

    def __init__(
        self,
        run: RunSettings,
        say: Callable[[str], None],
        seconds: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._run, self._say, self._clock = run, say, clock
        self._end = clock() + seconds
        self._elo = ""
        self._first: tuple[float, int] | None = None

    def __call__(self, kind: str, facts: Facts) -> None:
        """Say what happened."""
        lines: dict[str, Callable[[Facts], str]] = {
            "started": self._started,
            "resumed": self._resumed,
            "iteration": self._iteration,
            "measured": self._measured,
            "stopped": self._stopped,
        }
        self._say(lines[kind](facts) if kind in lines else f"{kind}: {dict(facts)}")

    def _started(self, facts: Facts) -> str:
        return f"run begins: {self._outfit(facts)}"

    def _resumed(self, facts: Facts) -> str:
        done = self._of(int(facts["iteration"]))
        return f"run goes on after iteration {done}: {self._outfit(facts)}"

    def _outfit(self, facts: Facts) -> str:
        return (
            f"{int(facts['weights']):,} weights, {float(facts['replay_mb']):,.1f} MB"
            f" of memory, on {facts['device']}; now compiling, which takes a while"
        )

    def _iteration(self, facts: Facts) -> str:
        done = int(facts["iteration"])
        parts = [
            f"iteration {self._of(done)}",
            f"{count(facts['plies'])} plies",
            f"{count(facts['games'])} games",
            f"{count(facts['moves_per_second'])} moves/s",
        ]
        if "policy_loss" in facts:
            names = ("policy", "win", "margin")
            losses = (f"{name} {float(facts[f'{name}_loss']):.3f}" for name in names)
            parts.append("losses: " + " ".join(losses))
        if self._elo:
            parts.append(self._elo)
        left = self._left(done, float(facts["seconds"]))
        if left < math.inf:
            parts.append(f"{duration(left)} left")
        return ", ".join(parts)

    def _measured(self, facts: Facts) -> str:
        points = round(float(facts["elo"]))
        self._elo = f"Elo {points:,}"
        line = (
            f"measured: {self._elo} {'above' if points >= 0 else 'from'} the first network;"
            f" {_victories(facts, 'greedy')} and {float(facts['greedy_margin']):+.1f} points"
            " against greedy"
        )
        if "teacher_share" in facts:
            line += f"; {_victories(facts, 'teacher')} against the teacher's policy"
        return line

    def _stopped(self, facts: Facts) -> str:
        return (
            f"saved after iteration {self._of(int(facts['iteration']))}:"
            f" {count(facts['plies'])} plies, {count(facts['games'])} games,"
            f" {duration(float(facts['seconds']))}"
        )

    def _of(self, iteration: int) -> str:
        """Name an iteration, and the last one where it is known."""
        return f"{iteration:,}" + ("" if self._run.seconds else f" of {self._run.iterations:,}")

    def _left(self, iteration: int, seconds: float) -> float:
        """Return how long the run will go on; infinite while nothing tells."""
        now = self._clock()
        begun, first = self._first = self._first or (now, iteration)
        left = math.inf
        if self._run.seconds:
            left = self._run.seconds - seconds
        elif iteration > first:
            left = (self._run.iterations - iteration) * (now - begun) / (iteration - first)
        return max(0.0, min(left, self._end - now))


def count(number: float | str) -> str:
    """Write a large number in short: 433 M, 7.9 M, 520 k."""
    value = float(number)
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= 10 * size or (letter != "k" and value >= size):
            return f"{value / size:.{value < 9.95 * size:d}f} {letter}"
    return f"{value:,.0f}"


def duration(seconds: float) -> str:
    """Write a time in short: 2 h 5 min, 19 min, 40 s."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _victories(facts: Facts, opponent: str) -> str:
    """Tell how many games were won against somebody."""
    share, error = (100 * float(facts[f"{opponent}_{name}"]) for name in ("share", "error"))
    return {0.0: "no victories", 100.0: "all victories"}.get(
        share, f"{share:.1f} ± {Z95 * error:.1f} % of victories"
    )
