"""``azulejos train`` without the compiled engine, as on a machine that only learns.

``python src/azulejos/accel/train --folder runs/one --config full`` begins a run or goes on with
it, ``python src/azulejos/accel/train match A B`` lets two checkpoints meet.
"""

import argparse
import math
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Final

try:
    import azulejos  # noqa: F401 - whether it is there
except ImportError:  # no compiled engine here: leave the rest of the package out
    sys.modules["azulejos"] = package = ModuleType("azulejos")
    package.__path__ = [str(Path(__file__).resolve().parents[2])]

from azulejos.accel.train.configuration import choose_settings
from azulejos.accel.train.duel import Duel, Score
from azulejos.accel.train.entrant import Entrant
from azulejos.accel.train.session import go
from azulejos.errors import AzulejosError, OptionError

REFUSED: Final = 1
INTERRUPTED: Final = 130
WALLS: Final = {"c": "coloured", "g": "gray"}


def say(line: str) -> None:
    """Write a line at once, for whoever watches."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def least(smallest: float, kind: type[int] | type[float]) -> Callable[[str], float]:
    """Return what reads a number that is not smaller than that."""

    def number(text: str) -> float:
        value = kind(text)
        if not value >= smallest:
            raise argparse.ArgumentTypeError(f"{text} is too small")
        return value

    return number


def train(arguments: list[str]) -> int:
    """Begin a run, or go on with it; return the exit status."""
    parser = argparse.ArgumentParser(prog="train", description="Learn by self-play.")
    parser.add_argument("--config", help="a TOML file or the name of a preset")
    parser.add_argument("--folder", type=Path, required=True, help="where the run lives")
    parser.add_argument("--players", metavar="N", help="seats at the table: 2 to 4")
    parser.add_argument("--wall", metavar="c|g", help="c for the coloured wall, g for gray")
    parser.add_argument(
        "--seconds", type=least(0, float), default=math.inf, help="stop and save after so long"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="TABLE.NAME=VALUE",
        help="a setting that goes before the file's, as search.simulations=64",
    )
    parser.add_argument("--origin", type=Path, help="begin with the weights of this run or file")
    options = parser.parse_args(arguments)
    changes = options.set
    if options.players is not None:
        changes.append(f"game.players={options.players}")
    if options.wall is not None:
        if options.wall not in WALLS:
            raise OptionError(f"{options.wall!r} is not c (coloured) or g (gray)", "wall")
        changes.append(f"game.wall={WALLS[options.wall]}")
    if options.origin is not None:
        changes.append(f"run.origin={options.origin}")
    settings = choose_settings(options.config, options.folder, changes)
    ending = go(settings, options.folder, say, options.seconds)
    return INTERRUPTED if ending.was_interrupted and not ending.is_done else 0


def match(arguments: list[str]) -> int:
    """Let two checkpoints meet at equal simulations; return the exit status."""
    parser = argparse.ArgumentParser(prog="train match", description="Let two networks meet.")
    parser.add_argument("one", type=Path, help="a run or a checkpoint")
    parser.add_argument("other", type=Path, help="another one")
    parser.add_argument(
        "--simulations", type=least(0, int), default=64, help="0 for the bare policies"
    )
    parser.add_argument("--games", type=least(1, int), default=400, help="in whole pairs")
    parser.add_argument("--seed", type=least(0, int), default=0)
    options = parser.parse_args(arguments)
    one, other = Entrant.named("one", options.one), Entrant.named("other", options.other)
    duel = Duel(one, other, options.simulations, options.games, options.seed)
    score = Score(duel.one.environment.players)
    try:
        for standing in duel.play():
            score = standing
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted.\n")
    if score.games:
        say(duel.describe(score))
    return 0 if score.games >= duel.games else INTERRUPTED


def main(arguments: list[str] | None = None) -> int:
    """Run what the command line asks for: 0 done, 1 the input was refused, 2 wrong usage."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        return match(words[1:]) if words[:1] == ["match"] else train(words)
    except (AzulejosError, OSError) as error:
        sys.stderr.write(f"azulejos: error: {error}\n")
        return REFUSED


if __name__ == "__main__":
    sys.exit(main())
