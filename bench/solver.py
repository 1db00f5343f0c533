"""Measure the round solver against the plain C baseline's search, on the baseline's positions.

Both solve the same positions in turn, in processor time, and the best of several rounds
counts. A node is a position looked at; the solver needs far fewer of them, and judges each by
the whole evaluation, where the baseline counts points. A solver is made once for a game, so
each round's solver first solves other positions, which touches its memory.
"""

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from azulejos.notation import parse_position
from azulejos.rules import State, Wall
from azulejos.search import Evaluation, Solver

ROOT = Path(__file__).parent.parent
BASELINE = ROOT / "bench" / "baseline" / "negamax.c"
BINARY = ROOT / "build" / "negamax"


def build_baseline() -> None:
    """Compile the C baseline."""
    gcc = shutil.which("gcc")
    if gcc is None:
        sys.exit("no gcc: the solver has nothing to be compared with")
    BINARY.parent.mkdir(exist_ok=True)
    subprocess.run([gcc, "-O3", "-o", BINARY, BASELINE], check=True)


def ask_baseline(groups: int, count: int, what: str) -> str:
    """Return what the baseline prints for its positions with so many groups left."""
    command = [str(BINARY), str(groups), str(count), what]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def baseline_rate(groups: int, count: int) -> float:
    """Return the nodes a second of the baseline's search."""
    nodes, seconds = ask_baseline(groups, count, "solve").split()
    return int(nodes) / float(seconds)


def solve_all(states: list[State], others: list[State]) -> tuple[float, list[float]]:
    """Return the nodes a second of a solver new to the states, and the seconds each took."""
    solver = Solver(Evaluation.load(2, Wall.COLOURED))
    for state in others:
        solver.solve(state)
    nodes, times = 0, []
    for state in states:
        begin = time.process_time()
        solution = solver.solve(state)
        times.append(time.process_time() - begin)
        assert solution is not None
        nodes += solution.nodes
    return nodes / sum(times), times


def bench_groups(groups: int, count: int, rounds: int) -> None:
    """Print the rates of both and their ratio, and how long a position takes the solver."""
    lines = ask_baseline(groups, 2 * count, "positions").splitlines()
    states = [parse_position(line) for line in lines]
    others = states[count:]
    del states[count:]
    theirs = ours = 0.0
    fastest = [float("inf")] * len(states)
    for _ in range(rounds):
        theirs = max(theirs, baseline_rate(groups, count))
        rate, times = solve_all(states, others)
        ours = max(ours, rate)
        fastest = [min(pair) for pair in zip(fastest, times, strict=True)]
    print(
        f"solver groups={groups} positions={count}"
        f" nodes_per_s={round(ours)} baseline_nodes_per_s={round(theirs)} ratio={ours / theirs:.2f}"
        f" median_ms={1e3 * median(fastest):.2f} longest_ms={1e3 * max(fastest):.2f}"
    )


def main() -> None:
    """Run every measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20, help="positions of each size")
    parser.add_argument("--rounds", type=int, default=7, help="turns; the best counts")
    options = parser.parse_args()

    build_baseline()
    for groups in (8, 10):
        bench_groups(groups, options.positions, options.rounds)


if __name__ == "__main__":
    main()
