"""What happened, in plain words: moves, rounds and the end of a game."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from azulejos.cli.pen import WORDS, styled
from azulejos.rules import (
    CENTRE,
    FLOOR,
    FLOOR_COSTS,
    Board,
    Colour,
    Move,
    Phase,
    State,
)
from azulejos.rules.effects import tile_score

YOU: Final = "You"
"""The name under which a person is spoken to rather than of."""


def describe_move(state: State, move: Move, name: str) -> Text:
    """Say what a move does in the state in which it is made."""
    if state.player is None:
        raise ValueError("nobody is to move in this state")
    board = state.board(state.player)
    if move.line is not None and move.column is not None:
        return _tiling(board, move.line, move.column, name)
    taken = num_taken(state, move)
    colour, target = Colour(move.colour or 0), move.target or 0
    from_centre = move.source == CENTRE
    source = "the centre" if from_centre else f"display {(move.source or 0) + 1}"
    text = styled(name, "bold") + Text(f" {_verb(name, 'take')} ")
    text += tiles_in_words(taken, colour) + Text(f" from {source}")
    marker = from_centre and state.marker_in_centre
    text += Text(" with the starting marker" if marker else "")
    return text + Text(", ") + _placement(board, taken, target, marker)


def describe_target(state: State, move: Move) -> Text:
    """Say in a few words what placing the tiles of a move comes to."""
    if state.player is None:
        raise ValueError("nobody is to move in this state")
    marker = move.source == CENTRE and state.marker_in_centre
    board = state.board(state.player)
    return _placement(board, num_taken(state, move), move.target or 0, marker)


def num_taken(state: State, move: Move) -> int:
    """Return how many tiles a draft move takes."""
    tiles = state.centre if move.source == CENTRE else state.displays[move.source or 0]
    return tiles[move.colour or 0]


def tiles_in_words(count: int, colour: Colour) -> Text:
    """Name a number of tiles of one colour, in that colour."""
    return styled(f"{count} {colour.name.lower()}", WORDS[colour])


def describe_round(
    before: State, after: State, names: Sequence[str], width: int = 200
) -> Iterator[Text]:
    """Say what each player scored in a round, from a state of the round and the one after it.

    An account that is wider than there is room goes on in a line below, further in.
    """
    yield styled(f"Round {before.round} is tiled.", "bold")
    longest = max(map(len, names))
    for seat, name in enumerate(names):
        old, new = before.board(seat), after.board(seat)
        line = styled(f"  {name:<{longest}} {old.score:3} -> {new.score:<3}", "bold")
        for part in _account(old, new, after.is_over):
            if line.cell_len + 2 + part.cell_len > width:
                yield line
                line = Text(" " * 4)
            line += Text("  ") + part
        yield line


def describe_end(state: State, names: Sequence[str]) -> Text:
    """Say who won, and how a tie was decided."""
    winners = [names[seat] for seat in state.winners]
    best = max(state.scores)
    points = f"{best} point{'' if best == 1 else 's'}"
    if len(winners) > 1:
        return styled(f"{' and '.join(winners)} share the victory with {points}.", "bold")
    text = f"{winners[0]} {_verb(winners[0], 'win')} with {points}"
    if state.scores.count(best) > 1:
        text += ", the tie broken by complete rows"
    return styled(text + ".", "bold")


def _tiling(board: Board, row: int, column: int, name: str) -> Text:
    line = board.lines[row]
    text = styled(name, "bold") + Text(f" {_verb(name, 'tile')} ")
    if line is not None:
        text += styled(line.colour.name.lower(), WORDS[line.colour])
    points = tile_points(board.wall, row, column)
    return text + Text(f" from line {row + 1} in column {column + 1}: +{points}")


def _placement(board: Board, taken: int, target: int, marker: bool) -> Text:
    """Say where the tiles go, what falls to the floor, and what that costs."""
    if target == FLOOR:
        room, text = 0, Text("all to the floor" if taken > 1 else "to the floor")
    else:
        line = board.lines[target]
        room = target + 1 - (line.count if line else 0)
        text = Text(f"to line {target + 1}")
        if taken >= room:
            text += styled(", now full", "bold")
    fallen = max(0, taken - room)
    if fallen and target != FLOOR:
        text += Text(f", {fallen} {'falls' if fallen == 1 else 'fall'} to the floor")
    occupied = len(board.floor)
    cost = sum(FLOOR_COSTS[occupied : occupied + fallen + marker])
    if cost:
        text += styled(f" (-{cost})", "red")
    return text


def _account(before: Board, after: Board, over: bool) -> Iterator[Text]:
    """Yield what came of tiles, floor and bonuses, as far as there is something to say."""
    placed = list(_placed(before, after))
    bonus = after.bonus if over else 0
    gained = sum(points for _, points in placed)
    lost = before.score + gained + bonus - after.score
    parts = ", ".join(f"row {row + 1}: {points}" for row, points in placed)
    yield Text(f"tiles +{gained}") + styled(f" ({parts})" if parts else "", "dim")
    if lost:
        yield styled(f"floor -{lost}", "red")
    if bonus:
        yield styled(f"bonus +{bonus}", "green") + styled(f" ({_bonus(after)})", "dim")


def _bonus(board: Board) -> str:
    parts = [
        (len(board.complete_rows), "row"),
        (len(board.complete_columns), "column"),
        (len(board.complete_colours), "colour"),
    ]
    return ", ".join(f"{count} {what}{'s' * (count > 1)}" for count, what in parts if count)


def _placed(before: Board, after: Board) -> Iterator[tuple[int, int]]:
    """Yield the row and the points of each tile that came to the wall, from the top down."""
    wall = [list(row) for row in before.wall]
    for row in range(5):
        for column in range(5):
            if wall[row][column] != after.wall[row][column]:
                yield row, tile_points(wall, row, column)
                wall[row][column] = after.wall[row][column]


def tile_points(wall: Sequence[Sequence[Colour | None]], row: int, column: int) -> int:
    """Return what a tile scores on a free space of a wall."""
    return tile_score(wall, row, column)[2]


def _verb(name: str, verb: str) -> str:
    return verb if name == YOU else f"{verb}s"


def round_ended(before: State, after: State) -> bool:
    """Return whether a move from one state to the other ended a round."""
    return after.phase in (Phase.DEAL, Phase.OVER) and before.phase not in (Phase.DEAL, Phase.OVER)
