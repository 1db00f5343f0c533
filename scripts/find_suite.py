"""Look through games for positions with one clearly best move, and write them down.

    python scripts/find_suite.py

plays quick games in every mode, judges every move near the end of a round by the exact solver
(and a few in its middle by a large tree search), and keeps positions where the second best
move is clearly worse: by four points of lead or by 15 % of the victory. It writes
tests/data/suite.json: mode, position, best move, what it is about, and the reason.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from azulejos.chance import Sampler
from azulejos.notation import format_position
from azulejos.rules import Move, State, Wall
from azulejos.search import Evaluation, Solver, Tree, glance_move, round_evaluator
from scripts.suite_reasons import (
    CLEAR_POINTS,
    CLEAR_WIN,
    Ending,
    deed_of,
    ends_the_game,
    follow,
    reason_for,
    takes_marker,
    theme_of,
)

SUITE: Final = Path(__file__).parent.parent / "tests" / "data" / "suite.json"
MODES: Final = [(players, wall) for wall in Wall for players in (2, 3, 4)]
DECIDED: Final = 0.02
"""Nearer than this to a certain win or loss a move hardly matters."""
MOST_OF_A_THEME: Final = 1
MAX_GROUPS: Final = {2: 7, 3: 4, 4: 4}
SIMULATIONS: Final = 50_000
MAX_NODES: Final = 100_000
ENOUGH_ENDINGS: Final = 40
"""Games after which positions in the middle of a round are looked at too."""


class Entry(NamedTuple):
    """A position of the suite."""

    mode: str
    position: str
    best: str
    theme: str
    reason: str


def num_groups(state: State) -> int:
    """Count the groups of tiles that can still be taken."""
    return sum(n > 0 for source in (*state.displays, state.centre) for n in source)


def positions(players: int, wall: Wall, seed: int, noise: float = 3.0) -> Iterator[State]:
    """Play a quick game and yield the states in which somebody has a choice."""
    sampler = Sampler(seed)
    state = State.new(players, wall, sampler.below(players))
    while not state.is_over and state.round <= 12:
        if state.player is None:
            state = sampler.deal(state)
        if len(state.legal_moves()) > 1:
            yield state
        state = state.play(glance_move(state, sampler.below(2**31), noise))


def endings(state: State, solver: Solver, evaluation: Evaluation) -> list[Ending]:
    """Judge every move of a state exactly, the best first; none if that takes too long."""
    found = []
    for move in state.legal_moves():
        after = state.play(move)
        line: tuple[Move, ...] = (move,)
        if after.player is not None:
            solution = solver.solve(after, MAX_NODES)
            if solution is None:
                return []
            line += solution.line
        found.append(follow(state, line, evaluation))
    return sorted(found, key=lambda ending: -ending.utility)


def solved_entry(mode: str, state: State, solver: Solver, evaluation: Evaluation) -> Entry | None:
    """Describe a position near the end of a round, if one move is clearly best."""
    judged = endings(state, solver, evaluation)
    if not judged:
        return None
    best, second = judged[:2]
    points, win = best.lead - second.lead, best.win - second.win
    is_clear = win >= CLEAR_WIN or (points >= CLEAR_POINTS and win >= 0)
    is_open = best.win > DECIDED and second.win < 1 - DECIDED
    theme = theme_of(state, judged) if is_clear and is_open else None
    if theme is None:
        return None
    reason = reason_for(state, judged)
    return Entry(mode, format_position(state), str(best.line[0]), theme, reason)


def searched_entry(mode: str, state: State) -> Entry | None:
    """Describe a position in the middle of a round, if the tree search sees one clear move."""
    quick = Tree(state, round_evaluator(state, 1))
    quick.run(1000)
    if max(row[1] for row in quick.children()) < 800:
        return None
    tree = Tree(state, round_evaluator(state, 2))
    tree.run(SIMULATIONS)
    best, second = sorted(tree.children(), key=lambda row: -row[1])[:2]
    is_clear = best[4] - second[4] >= CLEAR_POINTS or best[3] - second[3] >= CLEAR_WIN
    if best[1] < 0.9 * SIMULATIONS or second[1] < 100 or not is_clear:
        return None
    theme, remark = "plan the round", ""
    enders = [move for move in state.legal_moves() if ends_the_game(state, move)]
    if best[0] in enders:
        theme, remark = "end the game", ", which completes a row and ends the game"
    elif enders:
        theme, remark = "keep the game going", f", though {enders[0]} could end the game"
    elif takes_marker(state, best[0]):
        theme = "take the marker"
    reason = (
        f"{deed_of(state, best[0])}{remark}. {SIMULATIONS} simulations expect a lead"
        f" {best[4] - second[4]:.0f} points smaller after {second[0]}."
    )
    return Entry(mode, format_position(state), str(best[0]), theme, reason)


def find(players: int, wall: Wall, wanted: int) -> list[Entry]:
    """Find so many positions of a mode, of as many themes as there are."""
    mode = f"{players}{wall.value}"
    evaluation = Evaluation.load(players, wall)
    solver = Solver(evaluation)
    themes: Counter[str] = Counter()
    found: list[Entry] = []
    seed = 1
    while len(found) < wanted:
        seed += 1
        for state in positions(players, wall, seed):
            if len(found) == wanted:
                break
            entry = None
            if state.round >= 2 and num_groups(state) <= MAX_GROUPS[players]:
                entry = solved_entry(mode, state, solver, evaluation)
            elif seed > ENOUGH_ENDINGS and num_groups(state) >= 8 and state.round > 2:
                entry = searched_entry(mode, state)
            # Rare themes may turn up late: the limit rises slowly.
            if entry is not None and themes[entry.theme] < MOST_OF_A_THEME + seed // 80:
                themes[entry.theme] += 1
                found.append(entry)
                print(mode, entry.theme, entry.best, "|", entry.reason, flush=True)
                break
    return found


def main() -> None:
    """Find the suite and write it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--each", type=int, default=12, help="positions a mode")
    parser.add_argument("--modes", nargs="*", help="such as 2c 4g; all if left out")
    parser.add_argument("--out", type=Path, default=SUITE)
    args = parser.parse_args()
    for players, wall in MODES:
        mode = f"{players}{wall.value}"
        if not args.modes or mode in args.modes:
            write(args.out, mode, find(players, wall, args.each))


def write(path: Path, mode: str, found: list[Entry]) -> None:
    """Write the positions of a mode into the file in place of those it had."""
    entries = json.loads(path.read_text("ascii")) if path.exists() else []
    entries = [entry for entry in entries if entry["mode"] != mode]
    entries += [entry._asdict() for entry in found]
    order = [f"{players}{wall.value}" for players, wall in MODES]
    entries.sort(key=lambda entry: order.index(entry["mode"]))
    lines = [json.dumps(entry, indent=1) for entry in entries]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="ascii")


if __name__ == "__main__":
    main()
