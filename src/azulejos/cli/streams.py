"""Standard input and output as the commands expect them, however the program was started."""

import os
import sys
from io import TextIOWrapper


def prepare() -> None:
    """Make sure that there are streams, that any bytes can be read, and that lines have a width."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        # A stream that was closed before the start is None: it holds nothing, it leads nowhere.
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    columns = os.environ.get("COLUMNS", "")
    if not columns.strip("0").isdecimal():
        # No width at all: that of the terminal serves, or 80.
        os.environ.pop("COLUMNS", None)
