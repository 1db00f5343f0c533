"""Who plays at present, as a short word."""

from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

DECIDING: Final = {
    "azulejos.players": (".py",),
    "azulejos.search": (".py", ".pyx", ".pxd", ".json"),
    "azulejos.neural": (".py", ".pyx", ".pxd"),
    "azulejos.neural.weights": (".network",),
}
"""Where the files lie that decide what is played, and how their names end."""


def deciding_files() -> list[Traversable]:
    """Return the files that decide what is played, in an order that stays."""
    return [
        file
        for package, endings in DECIDING.items()
        for file in sorted(resources.files(package).iterdir(), key=lambda file: file.name)
        if file.name.endswith(endings)
    ]


def fingerprint() -> str:
    """Return eight letters that change with any player, any search and any shipped network."""
    sums = [sha256(file.read_bytes()).digest() for file in deciding_files()]
    return sha256(b"".join(sums)).hexdigest()[:8]
