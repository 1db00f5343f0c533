"""Teach networks how players see the game who go by the points in sight.

    python -m scripts.learn_points play 3c --folder runs/points --seconds 1300 --jobs 2
    python -m scripts.learn_points learn 3c --folder runs/points

`play` lets the hand-made search judge positions of its games, in some of which one seat plays
like the network; `learn` adjusts the network of the mode to say what the search said, and
writes the adjustment to src/azulejos/neural/weights/. It needs the extra [train].
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.accel import Environment
from azulejos.accel.convert import action_of
from azulejos.chance import Sampler
from azulejos.errors import OptionError
from azulejos.neural import (
    Mode,
    NetworkEvaluator,
    adjusted,
    load_network,
    observe,
    pack_adjustment,
    shipped_file,
)
from azulejos.neural.adjustment import ADJUSTMENT_STEPS
from azulejos.neural.weights_file import FINEST, points_file
from azulejos.rules import State
from azulejos.search import Tree, round_evaluator
from scripts.points_lessons import Lessons, environment, figures, learn

NODES: Final = 5000
"""What the search spends on a position, with what it knew of it before."""
FEWEST_NODES: Final = 1000
"""What it spends at least."""
SHARD: Final = 5000
"""Positions in a file."""
GUESTS: Final = 0.8
"""In so many games one seat plays like the network, so that positions of such games are known."""
STRAY: Final = 0.15
"""How often a search plays another move than its favourite, as likely as it was visited."""


class Lesson(NamedTuple):
    """What the search said of a position."""

    seen: NDArray[np.float16]
    """The observation."""
    visits: NDArray[np.float16]
    """The part of the visits by action."""
    legal: NDArray[np.uint8]
    """The legal actions, eight in a byte."""
    worth: NDArray[np.float32]
    """Shares of the victory and leads, from the player to act clockwise."""


def lesson(env: Environment, state: State, tree: Tree) -> Lesson:
    """Return what a search has found out about its root."""
    visits, legal = np.zeros((2, env.num_actions))
    for move, count, *_ in tree.children():
        visits[action_of(env, move)] = count
        legal[action_of(env, move)] = 1
    assert state.player is not None
    worth = np.roll(np.array(tree.outlooks(), np.float32), -state.player, axis=0).T.reshape(-1)
    share = (visits / visits.sum()).astype(np.float16)
    return Lesson(observe([state])[0].astype(np.float16), share, np.packbits(legal > 0), worth)


def play(mode: Mode, folder: Path, seconds: float, worker: int) -> int:
    """Play games for some time and write what the search says; return the positions."""
    random = np.random.default_rng((mode.players, worker))
    network = NetworkEvaluator(load_network(mode))
    until, done = time.monotonic() + seconds, 0
    lessons: list[Lesson] = []
    while time.monotonic() < until:
        guest = int(random.integers(mode.players)) if random.random() < GUESTS else None
        play_game(mode, guest, network, random, lessons)
        if len(lessons) >= SHARD or time.monotonic() >= until:
            rows: dict[str, Any] = {
                name: np.array([getattr(each, name) for each in lessons]) for name in Lesson._fields
            }
            np.savez(folder / f"{mode.name}-{worker}-{done}.npz", **rows)
            done += len(lessons)
            lessons.clear()
    return done


def play_game(
    mode: Mode,
    guest: int | None,
    network: NetworkEvaluator,
    random: np.random.Generator,
    out: list[Lesson],
) -> None:
    """Play one game and learn from every position with a choice."""
    env, state = environment(mode), State.new(*mode, int(random.integers(mode.players)))
    chance = Sampler(int(random.integers(1 << 60)))
    tree: Tree | None = None
    while not state.is_over:
        moves = state.legal_moves()
        if state.player is None:
            state = chance.deal(state)
            continue
        if len(moves) == 1:
            state = state.play(moves[0])
            continue
        if tree is None or not tree.move_to(state):
            tree = Tree(state, round_evaluator(state, int(random.integers(1 << 60))))
        tree.run(max(FEWEST_NODES, NODES - tree.visits))
        out.append(lesson(env, state, tree))
        rows = tree.children()
        chances = np.array([visits for _, visits, *_ in rows], float)
        if state.player == guest:
            chances = np.array([prior for _, _, prior, *_ in Tree(state, network).children()])
        elif random.random() >= STRAY:
            chances = chances == chances.max()
        state = state.play(rows[random.choice(len(rows), p=chances / chances.sum())][0])


def main() -> None:
    """Play or learn."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("play", "learn"))
    parser.add_argument("mode", choices=[mode.name for mode in Mode.every() if mode.players > 2])
    parser.add_argument("--folder", type=Path, required=True, help="where the positions are")
    parser.add_argument("--seconds", type=float, default=1300, help="how long to play")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--rank", type=int, default=14, help="columns of the matrices added")
    parser.add_argument("--epochs", type=float, default=6, help="how often a position is used")
    parser.add_argument("--rate", type=float, default=0.002, help="of learning, in the beginning")
    parser.add_argument(
        "--steps", type=float, default=ADJUSTMENT_STEPS, help="precision of the file"
    )
    parser.add_argument("--out", type=Path, help="the file to write")
    chosen = parser.parse_args()
    for name in ("seconds", "jobs", "rank", "epochs", "rate", "steps"):
        if not 0 < getattr(chosen, name) < float("inf"):
            parser.error(f"argument --{name}: {getattr(chosen, name)} is not above 0")
    if chosen.steps > FINEST:
        parser.error(f"argument --steps: {chosen.steps:g} is more than {FINEST}")
    mode = Mode.parse(chosen.mode)
    try:
        if chosen.what == "play":
            chosen.folder.mkdir(parents=True, exist_ok=True)
            if any(chosen.folder.glob(f"{mode.name}-*")):
                parser.error(f"folder: {chosen.folder} holds positions of {mode.name} already")
            with ProcessPoolExecutor(chosen.jobs, get_context("spawn")) as pool:
                job = partial(play, mode, chosen.folder, chosen.seconds)
                print(f"{sum(pool.map(job, range(chosen.jobs))):,} positions")
            return
        out = chosen.out or Path(str(points_file(mode)))
        out.parent.mkdir(parents=True, exist_ok=True)
        lessons, base = Lessons(mode, chosen.folder), shipped_file(mode).read_bytes()
        params, training = learn(lessons, chosen.rank, chosen.epochs, chosen.rate)
        content = pack_adjustment(base, params, training, chosen.steps)
        said = figures(lessons, adjusted(content, base, "the result").params)
        out.write_bytes(content)
        print(f"{out}: {len(content):,} bytes, with which", said)
    except (OSError, OptionError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
