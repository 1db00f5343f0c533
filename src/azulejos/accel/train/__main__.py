"""``python -m azulejos.accel.train``: begin a run, or go on with it.

Where the engine is not compiled, run this folder instead: ``python src/azulejos/accel/train``.
"""

import argparse
import sys
from pathlib import Path
from types import ModuleType

try:
    import azulejos  # noqa: F401 - whether it is there
except ImportError:  # no compiled engine here: leave the rest of the package out
    sys.modules["azulejos"] = package = ModuleType("azulejos")
    package.__path__ = [str(Path(__file__).resolve().parents[2])]

from azulejos.accel.train.loop import Run
from azulejos.accel.train.settings import SettingsError, read_settings


def say(line: str) -> None:
    """Write a line at once, for whoever watches."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="azulejos.accel.train", description="Learn by self-play.")
    parser.add_argument("--config", type=Path, required=True, help="the TOML file of the run")
    parser.add_argument("--folder", type=Path, required=True, help="where the run lives")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="TABLE.NAME=VALUE",
        help="a setting that goes before the file's, as search.simulations=64",
    )
    options = parser.parse_args(arguments)
    try:
        run = Run(read_settings(options.config, options.set), options.folder, say)
    except SettingsError as error:
        sys.stderr.write(f"azulejos: {error}\n")
        return 2
    run.go(options.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
