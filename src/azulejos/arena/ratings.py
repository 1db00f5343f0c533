"""Ratings of many contestants at once, by maximum likelihood over all their games."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from azulejos.arena.estimate import Z95, Estimate
from azulejos.arena.luce import ELO_SCALE
from azulejos.errors import OptionError

_STEPS: Final = 200
_SMALL: Final = 1e-10
_LONGEST_STEP: Final = 2.0

Vector: TypeAlias = list[float]
Matrix: TypeAlias = list[list[float]]


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game as ratings see it: who had how many seats, and how the victory was shared."""

    seats: Mapping[str, int]
    shares: Mapping[str, float]
    """Each contestant's share of the victory, all its seats together; they add up to 1."""


@dataclass(slots=True)
class _Line:
    """All games with the same table: their number and their shares in sum."""

    games: float = 0.0
    shares: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))


_Table: TypeAlias = tuple[tuple[str, int], ...]


def rate(
    pairs: Sequence[Sequence[RatedGame]],
    anchor: str,
    *,
    anchor_elo: float = 0.0,
    prior: float = 0.5,
) -> dict[str, Estimate]:
    """Return the Elo of everyone, that of the anchor being given.

    Games come in pairs that share their deals; the intervals are computed from the spread
    between pairs. ``prior`` counts as so many games more, at each table that was played at,
    that ended as equal players would end them: without it, who wins all has no rating.
    """
    lines = _lines(pairs, prior)
    names = list(dict.fromkeys(name for table in lines for name, _ in table))
    if anchor not in names:
        raise OptionError(f"{anchor!r} has not played", "anchor")
    free = [name for name in names if name != anchor]
    strengths = dict.fromkeys(names, 0.0)
    _check_connected(lines, anchor, names)
    for _ in range(_STEPS):
        slope, bend = _derivatives(lines, strengths, free)
        step = _solve(bend, slope)
        longest = max((abs(part) for part in step), default=0.0)
        scale = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        for name, part in zip(free, step, strict=True):
            strengths[name] += scale * part
        if longest < _SMALL:
            break
    errors = _errors(pairs, lines, strengths, free, prior)
    ratings = {}
    for name in names:
        elo = anchor_elo + ELO_SCALE * strengths[name]
        error = Z95 * ELO_SCALE * errors.get(name, 0.0)
        ratings[name] = Estimate(elo, elo - error, elo + error)
    return ratings


def _lines(pairs: Sequence[Sequence[RatedGame]], prior: float) -> dict[_Table, _Line]:
    lines: dict[_Table, _Line] = {}
    for game in (game for pair in pairs for game in pair):
        line = lines.setdefault(_table(game), _Line())
        line.games += 1
        for name, share in game.shares.items():
            line.shares[name] += share
    for table, line in lines.items():
        line.games += prior
        num_seats = sum(seats for _, seats in table)
        for name, seats in table:
            line.shares[name] += prior * seats / num_seats
    return lines


def _table(game: RatedGame) -> _Table:
    return tuple(sorted(game.seats.items()))


def _chances(table: _Table, strengths: Mapping[str, float]) -> dict[str, float]:
    top = max(strengths[name] for name, _ in table)
    weights = {name: seats * math.exp(strengths[name] - top) for name, seats in table}
    total = math.fsum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def _derivatives(
    lines: Mapping[_Table, _Line], strengths: Mapping[str, float], free: Sequence[str]
) -> tuple[Vector, Matrix]:
    """Return the slope of the log-likelihood and its bend (the Fisher information)."""
    places = {name: place for place, name in enumerate(free)}
    slope = [0.0] * len(free)
    bend = [[0.0] * len(free) for _ in free]
    for table, line in lines.items():
        chances = _chances(table, strengths)
        for name, chance in chances.items():
            if name not in places:
                continue
            row = places[name]
            slope[row] += line.shares[name] - line.games * chance
            bend[row][row] += line.games * chance
            for other, rival in chances.items():
                if other in places:
                    bend[row][places[other]] -= line.games * chance * rival
    return slope, bend


def _errors(
    pairs: Sequence[Sequence[RatedGame]],
    lines: Mapping[_Table, _Line],
    strengths: Mapping[str, float],
    free: Sequence[str],
    prior: float,
) -> dict[str, float]:
    """Return the standard error of each strength, robust against games being alike in a pair."""
    _, bend = _derivatives(lines, strengths, free)
    chances = {table: _chances(table, strengths) for table in lines}
    inverse = [_solve(bend, [float(i == j) for j in range(len(free))]) for i in range(len(free))]
    sums = [0.0] * len(free)
    for surprise in [*_surprises(pairs, chances), *_prior_surprises(chances, prior)]:
        slope = [surprise[name] for name in free]
        for place, row in enumerate(inverse):
            sums[place] += math.fsum(a * b for a, b in zip(row, slope, strict=True)) ** 2
    correction = len(pairs) / (len(pairs) - 1) if len(pairs) > 1 else math.inf
    # Where nobody ever surprised there is no spread; then the model's own error stands.
    return {
        name: math.sqrt(max(correction * total, 0.0) or inverse[place][place])
        for place, (name, total) in enumerate(zip(free, sums, strict=True))
    }


def _surprises(
    pairs: Sequence[Sequence[RatedGame]], chances: Mapping[_Table, Mapping[str, float]]
) -> Iterator[defaultdict[str, float]]:
    """Yield by how much everyone did better than expected, pair by pair."""
    for pair in pairs:
        surprise: defaultdict[str, float] = defaultdict(float)
        for game in pair:
            for name, chance in chances[_table(game)].items():
                surprise[name] += game.shares.get(name, 0.0) - chance
        yield surprise


def _prior_surprises(
    chances: Mapping[_Table, Mapping[str, float]], prior: float
) -> Iterator[defaultdict[str, float]]:
    """Yield the same for the games that only the prior has seen, table by table."""
    for table, expected in chances.items():
        num_seats = sum(seats for _, seats in table)
        surprise: defaultdict[str, float] = defaultdict(float)
        for name, seats in table:
            surprise[name] = prior * (seats / num_seats - expected[name])
        yield surprise


def _check_connected(lines: Mapping[_Table, _Line], anchor: str, names: Sequence[str]) -> None:
    reached = {anchor}
    tables = [{name for name, _ in table} for table in lines]
    while any(table & reached and not table <= reached for table in tables):
        for table in tables:
            if table & reached:
                reached |= table
    if missing := [name for name in names if name not in reached]:
        raise OptionError(f"no games link {missing[0]!r} to {anchor!r}", "anchor")


def _solve(matrix: Matrix, vector: Vector) -> Vector:
    """Solve a system of linear equations by elimination with pivots."""
    size = len(vector)
    rows = [[*row, right] for row, right in zip(matrix, vector, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column]
        for row in rows[column + 1 :]:
            factor = row[column] / lead[column]
            for place in range(column, size + 1):
                row[place] -= factor * lead[place]
    solution = [0.0] * size
    for row_number in reversed(range(size)):
        row = rows[row_number]
        known = math.fsum(row[place] * solution[place] for place in range(row_number + 1, size))
        solution[row_number] = (row[size] - known) / row[row_number]
    return solution
