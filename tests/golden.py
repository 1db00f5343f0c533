"""Golden files: what the engine once counted, to be counted again by every test run.

    python -m tests.golden perft

writes ``tests/data/perft.json`` anew: the number of leaves of the move tree below a few
positions of every mode. The positions come from games of the oracle with fixed seeds, so
the file changes only when the rules, or this program, do.

    python -m tests.golden trees

writes ``tests/data/trees.json``: how often a tree search of the same positions visited each
move. It judges by fixed weights, so the file changes only when the search does.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from azulejos.rules import perft
from azulejos.search import RoundEvaluator, Tree
from tests.bridge import state_of
from tests.oracle import Table
from tests.search.plainly import simple_evaluation

DATA = Path(__file__).parent / "data"
PERFT = DATA / "perft.json"
TREES = DATA / "trees.json"
TREE_NODES = (30, 300)
MAX_LEAVES = 30_000_000
MAX_DEPTH = 6


class Count(NamedTuple):
    """The leaves below a position: the first number is for depth 1."""

    mode: str
    name: str
    position: str
    leaves: tuple[int, ...]


def read_perft() -> list[Count]:
    """Read the golden counts."""
    entries = json.loads(PERFT.read_text(encoding="ascii"))
    return [Count(**entry | {"leaves": tuple(entry["leaves"])}) for entry in entries]


def write_perft() -> None:
    """Count everything again and write the golden file."""
    counts = [
        Count(f"{players}{kind}", name, position, leaves_below(position))
        for kind in "cg"
        for players in (2, 3, 4)
        for name, position in chosen_positions(players, kind)
    ]
    lines = [json.dumps(count._asdict()) for count in counts]
    PERFT.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="ascii")


class GrownTree(NamedTuple):
    """Visits of the moves of a position, those visited at all, by the number of simulations."""

    mode: str
    name: str
    position: str
    visits: dict[str, dict[str, int]]


def read_trees() -> list[GrownTree]:
    """Read the golden trees."""
    return [GrownTree(**entry) for entry in json.loads(TREES.read_text(encoding="ascii"))]


def write_trees() -> None:
    """Grow every tree again and write the golden file."""
    trees = [
        GrownTree(
            f"{players}{kind}",
            name,
            position,
            {str(nodes): root_visits(position, nodes) for nodes in TREE_NODES},
        )
        for kind in "cg"
        for players in (2, 3, 4)
        for name, position in chosen_positions(players, kind)
    ]
    lines = [json.dumps(tree._asdict()) for tree in trees]
    TREES.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="ascii")


def root_visits(position: str, nodes: int) -> dict[str, int]:
    """Search a position and return how often each move was visited."""
    judge = RoundEvaluator(simple_evaluation(), seed=1, noise=2.0, heat=1.5)
    tree = Tree(state_of(Table.read(position)), judge, exploration=1.5, batch=4)
    tree.run(nodes)
    return {str(move): visits for move, visits, *_ in tree.children() if visits}


def leaves_below(position: str) -> tuple[int, ...]:
    """Count the leaves depth by depth, as long as there are not too many."""
    state, leaves = state_of(Table.read(position)), [1]
    while len(leaves) <= MAX_DEPTH:
        growth = leaves[-1] / leaves[-2] if len(leaves) > 1 else 1
        if leaves[-1] * growth > MAX_LEAVES:
            break
        count = perft(state, len(leaves))
        assert count is not None
        leaves.append(count)
    return tuple(leaves[1:])


def chosen_positions(players: int, kind: str) -> Iterator[tuple[str, str]]:
    """Name the positions of a mode: the start, two of the middle game, late and tiling ones."""
    game = list(random_game(players, kind, Random(f"perft {players}{kind}")))
    drafts = [table for table in game if table.phase == "d"]
    yield "start", drafts[0].position()
    yield "first to take from the centre", next(t for t in drafts if len(t.centre) > 5).position()
    yield "third round", next(t for t in drafts if t.round == 3).position()
    few = [table for table in drafts if table.round >= 2 and num_on_offer(table) <= 7]
    yield "few tiles left in a round", max(few, key=lambda t: len(t.legal_moves())).position()
    yield "end of the game", drafts[-4].position()
    if kind == "g":
        tilings = [table for table in game if table.phase == "t"]
        yield "first tiling", tilings[0].position()
        yield "tiling, many lines", max(tilings, key=num_full_lines).position()


def random_game(players: int, kind: str, rng: Random) -> Iterator[Table]:
    """Play a game on the oracle's table and yield every position of it."""
    table = Table(players, kind)
    while table.phase != "e":
        if table.phase == "r":
            table.deal(table.draw(rng.randrange))
        else:
            moves = table.legal_moves()
            to_lines = [move for move in moves if not move.endswith("-")]
            table.play(rng.choice(to_lines or moves))
        yield table.copy()


def num_on_offer(table: Table) -> int:
    """Count the tiles still to be taken."""
    return sum(map(len, table.displays)) + len([tile for tile in table.centre if tile != "x"])


def num_full_lines(table: Table) -> int:
    """Count the full lines of all players."""
    return sum(len(line) == row + 1 for seat in table.seats for row, line in enumerate(seat.lines))


WRITERS = {"perft": write_perft, "trees": write_trees}


def main(names: list[str]) -> int:
    """Write the golden files named, and say what may be named otherwise."""
    if not names or any(name not in WRITERS for name in names):
        print(f"usage: python -m tests.golden {{{','.join(WRITERS)}}}", file=sys.stderr)
        return 2
    for name in names:
        WRITERS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
