"""What the engine says: the lines of the protocol's other direction."""

from math import isfinite
from typing import Final

from azulejos.errors import AzulejosError
from azulejos.players import DEFAULT, Thought, names
from azulejos.rules import Move
from azulejos.version import __version__

MAX_ERROR: Final = 400
"""Letters an error may have before it is cut."""

RANDOM_SEED: Final = "random"
"""The value of the option Seed that asks for unpredictable choices."""


def format_identity() -> list[str]:
    """Return the answer to ``aep``: who we are and what can be set."""
    players = " ".join(f"var {name}" for name in names())
    return [
        f"id name Azulejos {__version__}",
        "id author The Azulejos contributors",
        f"option name Player type combo default {DEFAULT} {players}",
        f"option name Seed type string default {RANDOM_SEED}",
        "aepok",
    ]


def format_info(thought: Thought) -> str:
    """Return the ``info`` line of a thought, without the fields it does not have."""
    words = ["info"]
    if thought.depth is not None:
        words.append(f"depth {thought.depth}")
    if thought.nodes is not None:
        words.append(f"nodes {thought.nodes}")
        if thought.seconds:
            words.append(f"nps {round(thought.nodes / thought.seconds)}")
    if thought.win is not None and isfinite(thought.win):
        words.append(f"win {thought.win:.4f}")
    if thought.margin is not None and isfinite(thought.margin):
        words.append(f"margin {thought.margin:.2f}")
    if thought.solved:
        words.append("solved")
    if thought.pv:
        words.append("pv " + " ".join(map(str, thought.pv)))
    return " ".join(words)


def format_moves(moves: list[Move]) -> str:
    """Return the answer to ``legal``."""
    return " ".join(["legal", *map(str, moves)])


def format_error(subject: str, message: str) -> str:
    """Return an ``error`` line: one line, ASCII, not too long, whatever the message holds."""
    text = " ".join(f"error {subject} {message}".split())
    text = "".join(c if c.isprintable() else "?" for c in text)
    text = text.encode("ascii", "backslashreplace").decode("ascii")
    return text if len(text) <= MAX_ERROR else text[: MAX_ERROR - 3] + "..."


def format_refusal(command: str, error: AzulejosError) -> str:
    """Return the ``error`` line for a command that was refused: the command, the code, why."""
    return format_error(command, f"{error.code}: {error}")
