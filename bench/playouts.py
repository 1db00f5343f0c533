"""Measure the speed of the rules against the plain C baseline, in one run.

Baseline and package take turns, the best of several rounds counts, and ratios are printed:
figures of different machines, or of different hours on a shared one, cannot be compared.
"""

import argparse
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from azulejos.chance import Sampler, playouts
from azulejos.rules import Phase, State, Wall

ROOT = Path(__file__).parent.parent
BASELINE = ROOT / "bench" / "baseline" / "playouts.c"
BINARY = ROOT / "build" / "baseline"


def build_baseline() -> bool:
    """Compile the C baseline; say so where there is no compiler."""
    gcc = shutil.which("gcc")
    if gcc is None:
        print("no gcc: the baseline is left out")
        return False
    BINARY.parent.mkdir(exist_ok=True)
    subprocess.run([gcc, "-O3", "-o", BINARY, BASELINE], check=True)
    return True


def baseline_rate(players: int, games: int, seed: int) -> float:
    """Return the moves a second of the C baseline."""
    answer = subprocess.run(
        [BINARY, str(games), str(players), str(seed)], check=True, capture_output=True, text=True
    )
    moves, seconds = answer.stdout.split()
    return int(moves) / float(seconds)


def package_rate(players: int, wall: Wall, games: int, seed: int) -> float:
    """Return the moves a second of the compiled random games."""
    begin = time.perf_counter()
    _, moves = playouts(players, wall, seed, games)
    return moves / (time.perf_counter() - begin)


def best_in_turn(contestants: dict[str, Callable[[int], float]], rounds: int) -> dict[str, float]:
    """Let the contestants take turns and return the best rate of each."""
    best = dict.fromkeys(contestants, 0.0)
    for seed in range(1, rounds + 1):
        for name, rate in contestants.items():
            best[name] = max(best[name], rate(seed))
    return best


def bench_playouts(players: int, games: int, rounds: int, *, baseline: bool) -> None:
    """Print the rates of random games and their ratios."""
    contestants: dict[str, Callable[[int], float]] = {
        "coloured": lambda seed: package_rate(players, Wall.COLOURED, games, seed),
        "gray": lambda seed: package_rate(players, Wall.GRAY, games, seed),
    }
    if baseline:
        contestants = {"C": lambda seed: baseline_rate(players, games, seed), **contestants}
    best = best_in_turn(contestants, rounds)
    rates = "  ".join(f"{name} {rate / 1e6:.2f}" for name, rate in best.items())
    print(f"random games, {players} players, M moves/s: {rates}")
    if baseline:
        print(f"  coloured / C     {best['coloured'] / best['C']:.2f}")
    print(f"  gray / coloured  {best['gray'] / best['coloured']:.2f}")


def python_rate(players: int, seconds: float, seed: int) -> float:
    """Return the moves a second of ``legal_moves`` and ``play`` called from Python.

    Choosing a move and dealing are not what is measured, so the choices are drawn beforehand
    and the clock stands still while a deal is made.
    """
    chooser = random.Random(seed)  # noqa: S311 - a benchmark, not a secret
    picks = [chooser.random() for _ in range(1024)]
    sampler = Sampler(seed)
    state = State.new(players)
    moves, spent = 0, 0.0
    while spent < seconds:
        state = sampler.deal(State.new(players) if state.is_over else state)
        begin = time.perf_counter()
        while state.phase is Phase.DRAFT:
            legal = state.legal_moves()
            state = state.play(legal[int(picks[moves & 1023] * len(legal))])
            moves += 1
        spent += time.perf_counter() - begin
    return moves / spent


def start_time(*arguments: str) -> float:
    """Return the seconds this interpreter needs to start, do as it is told, and end."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True)
    return time.perf_counter() - begin


def bench_import(rounds: int) -> None:
    """Print what ``import azulejos`` adds to the start of Python, best of several."""
    bare = min(start_time("-c", "pass") for _ in range(rounds))
    package = min(start_time("-c", "import azulejos") for _ in range(rounds))
    print(f"import azulejos: {(package - bare) * 1e3:.1f} ms over bare Python")


def main() -> None:
    """Run every measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games in each turn")
    parser.add_argument("--rounds", type=int, default=7, help="turns; the best counts")
    options = parser.parse_args()

    baseline = build_baseline()
    for players, games in ((2, options.games), (4, options.games // 2)):
        bench_playouts(players, games, options.rounds, baseline=baseline)
    best = max(python_rate(2, 0.2, seed) for seed in range(options.rounds))
    print(f"legal_moves + play from Python: {best / 1e6:.2f} M moves/s")
    print(f"a State takes {sys.getsizeof(Sampler(1).deal(State.new()))} bytes")
    bench_import(20)


if __name__ == "__main__":
    main()
