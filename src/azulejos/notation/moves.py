"""The text form of moves: ``3B2``, ``cR-`` and, on the gray wall, ``4@2``."""

from functools import cache

from azulejos.errors import NotationError
from azulejos.notation.tiles import LETTERS, quoted
from azulejos.rules import NUM_MOVES, Move


def parse_move(text: str) -> Move:
    """Read a move; whether it is legal is for a state to say."""
    move = _moves().get(text)
    if move is None:
        raise NotationError(_fault(text), "move")
    return move


def format_move(move: Move) -> str:
    """Write a move."""
    return str(move)


@cache
def _moves() -> dict[str, Move]:
    """Every move there is, by its text."""
    return {str(move): move for move in map(Move.from_index, range(NUM_MOVES))}


def _fault(text: str) -> str:
    """Say why a text is no move."""
    if len(text) != 3:
        return f"{quoted(text)} is no move, a move looks like 3B2, cR- or 4@2"
    first, middle, last = text[0], text[1], text[2]
    if middle == "@":
        return f"{quoted(text)} is no move, line and column are 1 to 5"
    if first not in "123456789c":
        return f"{quoted(text)} is no move, {quoted(first)} is no source: 1 to 9 or c"
    if middle not in LETTERS:
        return f"{quoted(text)} is no move, {quoted(middle)} is no colour: B Y R K W"
    return f"{quoted(text)} is no move, {quoted(last)} is no target: 1 to 5 or -"
