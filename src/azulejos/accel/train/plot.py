"""Strength over time as a picture: an SVG drawn with nothing else.

It brings its own light ground, so that it reads the same on a dark page.
"""

from collections.abc import Sequence
from html import escape
from itertools import chain, pairwise
from pathlib import Path
from typing import Final

from azulejos.accel.train.axis import Axis, Even, Stretched
from azulejos.accel.train.curve import Curve, Figure, Over, Points, read_curve

WIDTH: Final = 760
PANEL: Final = 250
"""The height of one panel, its title included."""
LEFT: Final = 64
TOP: Final = 46
BOTTOM: Final = 24
FOOT: Final = 34
"""Room below the last panel, for the name of the axis."""
LETTER: Final = 7.0
"""The width of a letter, nearly."""
LINE: Final = 16.0
"""The least distance between two names."""
COLOURS: Final = ("#0067a5", "#c8501e", "#00806a", "#8a4fa3", "#b07c00", "#4d4d4d", "#c2407f")
TITLES: Final[dict[Figure, str]] = {
    "elo": "Elo above the first network of the run",
    "share": "Victories against the greedy player, % (on a scale of Elo)",
    "lead": "Points ahead of the greedy player",
}
AXES: Final[dict[Over, str]] = {"plies": "million plies", "minutes": "minutes"}
STYLE: Final = """
text { font: 13px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #404650 }
.title { font-size: 15px; font-weight: 600; fill: #1c2430 }
.name { font-weight: 600 }
.end { text-anchor: end }
.middle { text-anchor: middle }
.grid { stroke: #dfe3e8 }
.axis { stroke: #8c949e }
.curve { fill: none; stroke-width: 2.2; stroke-linejoin: round; stroke-linecap: round }
"""


def draw_strength(folder: Path) -> Path:
    """Draw what a run's measurements say into ``strength.svg`` in its folder."""
    path = folder / "strength.svg"
    path.write_text(draw([read_curve(folder.name, folder)]), encoding="utf-8")
    return path


def draw(
    curves: Sequence[Curve], over: Over = "plies", figures: Sequence[Figure] = ("elo", "share")
) -> str:
    """Return a picture of runs, one panel a figure, each run named at its end."""
    names = len(curves) > 1
    right = 24 + (10 + LETTER * max(len(curve.name) for curve in curves) if names else 0)
    height = PANEL * len(figures) + FOOT
    places = [x for curve in curves for x, _ in chain(*curve.points.values())]
    across = Even([0.0, *places], LEFT, WIDTH - right, 8, tight=True)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" role="img">',
        f"<title>{escape('Strength of ' + ', '.join(curve.name for curve in curves))}</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#ffffff"/>',
    ]
    for number, figure in enumerate(figures):
        parts += _panel(curves, figure, across, number * PANEL, names=names)
    parts.append(_text((LEFT + across.end) / 2, height - 12, AXES[over], "middle"))
    return "\n".join([*parts, "</svg>\n"])


def _panel(
    curves: Sequence[Curve], figure: Figure, across: Axis, top: int, *, names: bool
) -> list[str]:
    """Draw one figure of all runs, with its axes."""
    values = [y for curve in curves for _, y in curve.points[figure]]
    floor = top + PANEL - BOTTOM
    parts = [_text(LEFT, top + 28, TITLES[figure], "title")]
    if not values:
        return [*parts, _text(LEFT, top + 56, "nothing has been measured yet", "note")]
    up: Axis = Even(values, floor, top + TOP, 5)
    if figure == "share":
        up = Stretched(values, floor, top + TOP)
    for y in up.ticks:
        parts.append(_line(LEFT, up(y), across.end, up(y), "grid"))
        parts.append(_text(LEFT - 8, up(y) + 4, up.write(y), "end"))
    parts.append(_line(LEFT, floor, across.end, floor, "axis"))
    for x in across.ticks:
        parts.append(_line(across(x), floor, across(x), floor + 4, "axis"))
        parts.append(_text(across(x), floor + 19, across.write(x), "middle"))
    for number, curve in enumerate(curves):
        parts += _curve(curve.points[figure], across, up, COLOURS[number % len(COLOURS)])
    ends = [curve.points[figure][-1] if curve.points[figure] else None for curve in curves]
    heights = spread([up(end[1]) if end else floor for end in ends], floor)
    for number, (curve, end) in enumerate(zip(curves, ends, strict=True)):
        if names and end:
            colour = COLOURS[number % len(COLOURS)]
            x, y = across.end + 10, heights[number] + 4
            words = escape(curve.name)
            parts.append(f'<text x="{x:.1f}" y="{y:.1f}" class="name" style="fill:{colour}">')
            parts[-1] += f"{words}</text>"
    return parts


def _curve(points: Points, across: Axis, up: Axis, colour: str) -> list[str]:
    """Draw a line through points, and its end."""
    if not points:
        return []
    places = [(across(x), up(y)) for x, y in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    x, y = places[-1]
    return [
        f'<polyline class="curve" points="{line}" stroke="{colour}"/>',
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.4" fill="{colour}"/>',
    ]


def spread(heights: Sequence[float], lowest: float) -> list[float]:
    """Move places of names so that none covers another: down from the top, then up again."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    placed = list(heights)
    for above, here in pairwise(order):
        placed[here] = max(placed[here], placed[above] + LINE)
    limit = lowest
    for here in reversed(order):
        placed[here] = min(placed[here], limit)
        limit = placed[here] - LINE
    return placed


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<path class="{kind}" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>'
