"""Running the command line inside the test's own process."""

import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import NamedTuple

from azulejos.cli import main

SEED = "00" * 32
DEAL = "=BBRK/YYWW/BYRW/KKKK/BBYY"
EMPTY_BOARD = "0:-/-/-/-/-:...../...../...../...../.....:-"
START = f"c 1 r s1 -/-/-/-/- - 20,20,20,20,20 0,0,0,0,0 {EMPTY_BOARD} {EMPTY_BOARD}"


class Outcome(NamedTuple):
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def refusal(self) -> str:
        """The reason why the input was refused."""
        assert self.code == 1
        assert self.err.count("\n") == 1
        assert self.err.startswith("azulejos: error: ")
        return self.err.removeprefix("azulejos: error: ").rstrip("\n")


def run(*arguments: str, stdin: str = "") -> Outcome:
    """Run a command with what standard input holds."""
    out, err = StringIO(), StringIO()
    keyboard = sys.stdin
    sys.stdin = StringIO(stdin)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main(arguments)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
        return Outcome(code, out.getvalue(), err.getvalue())
    finally:
        sys.stdin = keyboard
