"""Strength over time as a picture: an SVG drawn from the log of a run, with nothing else."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from azulejos.accel.train.log import read_log

WIDTH: Final = 720
HEIGHT: Final = 300
EDGE: Final = 60

Points = Sequence[tuple[float, float]]


def draw_strength(folder: Path) -> Path:
    """Draw what a run's measurements say into ``strength.svg`` in its folder."""
    measured = [line for line in read_log(folder) if line["kind"] == "measured"]
    panels = []
    for number, (name, title) in enumerate(
        [("elo", "Elo above the first network"), ("greedy_share", "victories against greedy")]
    ):
        points = [(float(line["plies"]) / 1e6, float(line[name])) for line in measured]
        panels.append(_panel(points, title, number * HEIGHT))
    path = folder / "strength.svg"
    size = f'width="{WIDTH}" height="{2 * HEIGHT}"'
    style = 'font-family="sans-serif" font-size="13" fill="#333"'
    body = "\n".join(panels)
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n{body}\n</svg>\n',
        encoding="utf-8",
    )
    return path


def _panel(points: Points, title: str, top: int) -> str:
    """Draw one curve with its axes."""
    across = _scale([x for x, _ in points], EDGE, WIDTH - EDGE)
    up = _scale([y for _, y in points], top + HEIGHT - EDGE, top + EDGE)
    curve = " ".join(f"{across[0](x):.1f},{up[0](y):.1f}" for x, y in points)
    bottom = top + HEIGHT - EDGE
    texts: list[tuple[float, float, str]] = [(EDGE, top + EDGE - 20, title)]
    texts.append((WIDTH - 2 * EDGE, bottom + 38, "million plies"))
    texts += [(across[0](x), bottom + 18, f"{x:.3g}") for x in across[1]]
    texts += [(8, up[0](y) + 4, f"{y:.3g}") for y in up[1]]
    frame = f'<path d="M{EDGE} {top + EDGE}V{bottom}H{WIDTH - EDGE}" fill="none" stroke="#999"/>'
    line = f'<polyline points="{curve}" fill="none" stroke="#0b6e99" stroke-width="2"/>'
    marks = [f'<text x="{x:.1f}" y="{y:.1f}">{text}</text>' for x, y, text in texts]
    return "\n".join([frame, line, *marks])


def _scale(values: Sequence[float], start: float, end: float) -> "tuple[Scale, list[float]]":
    """Return the way from values to places, and the values to write beside the axis."""
    least, most = min(values, default=0.0), max(values, default=1.0)
    scale = Scale(least, max(most - least, 1e-9), start, end)
    return scale, [least + (most - least) * part / 4 for part in range(5)]


class Scale:
    """Maps values to places along an axis."""

    def __init__(self, least: float, span: float, start: float, end: float) -> None:
        self._least, self._span, self._start, self._end = least, span, start, end

    def __call__(self, value: float) -> float:
        """Return the place of a value."""
        return self._start + (value - self._least) / self._span * (self._end - self._start)
