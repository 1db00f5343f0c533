"""Fit the evaluation of states between rounds on games the players play among themselves.

    python scripts/fit_evaluation.py --games 20000               first fit, from quick games
    python scripts/fit_evaluation.py --games 3000 --nodes 200    from games of the tree search

Every state before a deal gives one sample a board: its features, and the points the player
went on to score. Least squares with a small ridge gives the weights, one set for each number
of rounds left; the spread of what was still to come gives the scale that turns points into a
chance to win. The result is written to src/azulejos/search/weights.json.
"""

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.chance import Sampler
from azulejos.rules import State, Wall
from azulejos.search import Tree, features, glance_move, round_evaluator

WEIGHTS = Path(__file__).parent.parent / "src" / "azulejos" / "search" / "weights.json"
MODES = [(players, wall) for wall in Wall for players in (2, 3, 4)]
MAX_ROUNDS = 40
RIDGE = 20.0
Array = npt.NDArray[np.float64]


class Sample(NamedTuple):
    """A state between rounds: rounds left, each board's features and points, how it ended."""

    left: int
    boards: list[list[float]]
    scores: tuple[int, ...]
    final: tuple[int, ...]
    winners: tuple[int, ...]


def play(players: int, wall: Wall, seed: int, nodes: int, noise: float) -> list[Sample]:
    """Play one game and return its samples; none if it does not end."""
    sampler = Sampler(seed)
    state = State.new(players, wall, sampler.below(players))
    seen = []
    while not state.is_over and state.round <= MAX_ROUNDS:
        if state.player is None:
            seen.append((*features(state), state.scores))
            state = sampler.deal(state)
        draw = sampler.below(2**31)
        if nodes == 0 or sampler.below(10) == 0:
            state = state.play(glance_move(state, draw, noise))
        else:
            tree = Tree(state, round_evaluator(state, draw))
            tree.run(nodes)
            state = state.play(tree.best()[0])
    if not state.is_over:
        return []
    return [Sample(*row, state.scores, state.winners) for row in seen]


def play_many(job: tuple[int, Wall, int, int, int, float]) -> list[Sample]:
    """Play a block of games; a job for a worker process."""
    players, wall, first, count, nodes, noise = job
    return [
        sample
        for seed in range(first, first + count)
        for sample in play(players, wall, seed, nodes, noise)
    ]


def fit_mode(samples: Sequence[Sample]) -> dict[str, Any]:
    """Fit weights and scales for each number of rounds left."""
    weights, scales, report = [], [], []
    for left in range(1, 6):
        chosen = [s for s in samples if s.left == left]
        x = np.array([board for s in chosen for board in s.boards], dtype=np.float64)
        gain = np.array([f - n for s in chosen for f, n in zip(s.final, s.scores, strict=True)])
        w = solve_ridge(x, gain.astype(np.float64))
        expected = (x @ w).reshape(len(chosen), -1) + np.array([s.scores for s in chosen])
        scales.append(fit_scale(expected, [s.winners for s in chosen]))
        weights.append([round(float(v), 4) for v in w])
        residual = gain - x @ w
        report.append((left, len(chosen), float(gain.std()), float(residual.std())))
    for left, count, before, after in report:
        print(f"  {left} rounds left: {count} states, spread {before:.1f} -> {after:.1f} points")
    return {"scales": [round(s, 3) for s in scales], "weights": weights}


def solve_ridge(x: Array, y: Array) -> Array:
    """Least squares with a small ridge, so that rare features stay small."""
    gram = x.T @ x + RIDGE * np.eye(x.shape[1])
    return np.asarray(np.linalg.solve(gram, x.T @ y), dtype=np.float64)


def fit_scale(expected: Array, winners: Sequence[tuple[int, ...]]) -> float:
    """The scale under which the outcomes are most likely (softmax of points over scale)."""
    shares = np.zeros_like(expected)
    for row, winning in enumerate(winners):
        shares[row, list(winning)] = 1 / len(winning)

    def loss(scale: float) -> float:
        z = expected / scale
        z -= z.max(axis=1, keepdims=True)
        log_share = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -float((shares * log_share).sum())

    grid = np.exp(np.linspace(np.log(0.5), np.log(40), 200))
    return float(min(grid, key=loss))


def main() -> None:
    """Play, fit, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=20000, help="games a mode")
    parser.add_argument("--nodes", type=int, default=0, help="simulations a move; 0: glances")
    parser.add_argument("--noise", type=float, default=1.5, help="blur of the glances, in points")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--modes", nargs="*", default=None, help="such as 2c 4g; all if left out")
    args = parser.parse_args()
    fitted = json.loads(WEIGHTS.read_text("ascii"))["modes"] if WEIGHTS.exists() else {}
    block = max(1, args.games // 64)
    for players, wall in MODES:
        mode = f"{players}{wall.value}"
        if args.modes and mode not in args.modes:
            continue
        print(f"{mode}: {args.games} games", flush=True)
        jobs = [
            (
                players,
                wall,
                args.seed * 10**9 + first,
                min(block, args.games - first),
                args.nodes,
                args.noise,
            )
            for first in range(0, args.games, block)
        ]
        with ProcessPoolExecutor(args.jobs) as pool:
            samples = [sample for part in pool.map(play_many, jobs) for sample in part]
        fitted[mode] = fit_mode(samples)
        WEIGHTS.write_text(json.dumps({"modes": fitted}, separators=(",", ":")) + "\n", "ascii")


if __name__ == "__main__":
    main()
