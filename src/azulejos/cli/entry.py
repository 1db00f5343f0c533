"""Understanding how a person enters a move: in full, in part, or step by step."""

from typing import Final

from rich.text import Text

from azulejos.cli.narration import describe_target, num_taken, tile_points, tiles_in_words
from azulejos.cli.pen import styled
from azulejos.cli.prompt import Prompt
from azulejos.errors import AzulejosError, IllegalMoveError, NotationError
from azulejos.notation import parse_move
from azulejos.rules import CENTRE, Colour, Move, Phase, State
from azulejos.rules.refusals import why_not

_FLOOR_WORDS: Final = {"0": "-", "f": "-", "_": "-"}
_PARTS: Final = 3


def enter_move(prompt: Prompt, state: State, text: str) -> Move | None:
    """Return the move that a text begins, asking for the rest; None if the person thinks again.

    A text that begins no legal move raises an error that says why.
    """
    moves = state.legal_moves()
    if state.phase is Phase.TILE:
        text = text or _ask_column(prompt, state, moves)
        line = str(moves[0])[:2]
        return _find(state, moves, line + text if len(text) == 1 else normalise(text), text)
    entered = normalise(text)
    while len(entered) < _PARTS:
        matches = [move for move in moves if str(move).startswith(entered)]
        if not matches:
            raise _why_none(state, entered, text)
        answer = _ask_next(prompt, state, matches, len(entered))
        if not answer:
            return None
        longer = normalise(entered + answer)
        if any(str(move).startswith(longer) for move in matches):
            entered = longer
        else:
            prompt.console.print(styled(f"{answer[:40]} is not among them.", "red"))
    return _find(state, moves, entered, text)


def normalise(text: str) -> str:
    """Return a move as the notation writes it, from capital or small letters with any spaces."""
    letters = "".join(text.split()).lower()
    source, colour, target = letters[:1], letters[1:2].upper(), letters[2:]
    if colour == "@":
        return letters
    return source + colour + _FLOOR_WORDS.get(target, target)


def _find(state: State, moves: list[Move], entered: str, text: str) -> Move:
    """Return the legal move that was entered, or raise the reason why it is none."""
    try:
        move = parse_move(entered)
    except NotationError:
        raise _no_move(text) from None
    if move not in moves:
        state.play(move)
    return move


def _why_none(state: State, entered: str, text: str) -> AzulejosError:
    """Return the reason why no legal move begins so: nothing lies there, or nothing is meant."""
    try:
        move = parse_move(entered.ljust(2, "B") + "-")
    except NotationError:
        return _no_move(text)
    if len(entered) == 1 and move.source != CENTRE and (move.source or 0) < state.num_displays:
        return IllegalMoveError(f"there is nothing on display {entered}")
    if len(entered) == 1 and move.source == CENTRE:
        return IllegalMoveError("there is nothing in the centre")
    return IllegalMoveError(why_not(state, move))


def _no_move(text: str) -> NotationError:
    return NotationError(f"{text[:40]!r} is no move and no command; try help")


def _ask_next(prompt: Prompt, state: State, matches: list[Move], known: int) -> str:
    """Ask for the next part of a move, and show what there is to choose from."""
    show = prompt.console.print
    if known == 0:
        sources = sorted({move.source for move in matches if move.source is not None})
        names = ["c" if source == CENTRE else str(source + 1) for source in sources]
        return prompt.ask(f"Take from which display, or c for the centre ({' '.join(names)})?")
    first = matches[0]
    if known == 1:
        groups = {move.colour: move for move in matches if move.colour is not None}
        for colour, move in sorted(groups.items()):
            words = tiles_in_words(num_taken(state, move), Colour(colour))
            show(Text(f"  {colour.letter}  ") + words, highlight=False)
        return prompt.ask("Which colour?")
    for move in matches:
        show(Text(f"  {str(move)[-1]}  ") + describe_target(state, move), highlight=False)
    colour = Colour(first.colour or 0)
    return prompt.ask(f"Where do the {colour.name.lower()} tiles go?")


def _ask_column(prompt: Prompt, state: State, matches: list[Move]) -> str:
    board = state.board(state.player or 0)
    for move in matches:
        row, column = move.line or 0, move.column or 0
        points = tile_points(board.wall, row, column)
        prompt.console.print(f"  {column + 1}  +{points}", highlight=False)
    return prompt.ask(f"Which column for line {(matches[0].line or 0) + 1}?")
