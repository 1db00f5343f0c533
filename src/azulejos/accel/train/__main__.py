"""``azulejos train`` without the compiled engine, as on a machine that only learns.

``python src/azulejos/accel/train --folder runs/one --config full`` begins a run or goes on with
it, ``python src/azulejos/accel/train match A B`` lets two checkpoints meet.
"""

import argparse
import math
import sys
from pathlib import Path
from types import ModuleType

try:
    import azulejos  # noqa: F401 - whether it is there
except ImportError:  # no compiled engine here: leave the rest of the package out
    sys.modules["azulejos"] = package = ModuleType("azulejos")
    package.__path__ = [str(Path(__file__).resolve().parents[2])]

from azulejos.accel.train.configuration import choose_settings, find_checkpoint
from azulejos.accel.train.duel import Duel, Entrant
from azulejos.accel.train.session import go
from azulejos.errors import AzulejosError


def say(line: str) -> None:
    """Write a line at once, for whoever watches."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def train(arguments: list[str]) -> None:
    """Begin a run, or go on with it."""
    parser = argparse.ArgumentParser(prog="train", description="Learn by self-play.")
    parser.add_argument("--config", help="a TOML file or the name of a preset")
    parser.add_argument("--folder", type=Path, required=True, help="where the run lives")
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop after so long")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="TABLE.NAME=VALUE",
        help="a setting that goes before the file's, as search.simulations=64",
    )
    parser.add_argument("--origin", type=Path, help="begin with the weights of this run")
    options = parser.parse_args(arguments)
    changes = options.set
    if options.origin is not None:
        changes.append(f"run.origin={find_checkpoint(options.origin)}")
    settings = choose_settings(options.config, options.folder, changes)
    go(settings, options.folder, say, options.seconds)


def match(arguments: list[str]) -> None:
    """Let two checkpoints meet at equal simulations."""
    parser = argparse.ArgumentParser(prog="train match", description="Let two networks meet.")
    parser.add_argument("one", type=Path, help="a run or a checkpoint")
    parser.add_argument("other", type=Path, help="another one")
    parser.add_argument("--simulations", type=int, default=64, help="0 for the bare policies")
    parser.add_argument("--games", type=int, default=400, help="in whole pairs")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    one, other = Entrant.read(options.one), Entrant.read(options.other)
    duel = Duel(one, other, options.simulations, options.games, options.seed)
    *_, score = duel.play()
    say(duel.describe(score))


def main(arguments: list[str] | None = None) -> int:
    """Run what the command line asks for."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        if words[:1] == ["match"]:
            match(words[1:])
        else:
            train(words)
    except AzulejosError as error:
        sys.stderr.write(f"azulejos: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
