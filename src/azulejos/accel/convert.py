"""Between the arrays and the compiled engine's states, moves and texts; for tests and tools.

The arrays know how many floor spaces are occupied, not by which tiles: those count as in
the lid already. A state made of arrays gets floors of tiles that the lid can spare; it is
the same game, and the same arrays come of it again.
"""

from typing import cast

import jax
import numpy as np
from numpy.typing import NDArray

from azulejos.accel.game import FLOOR_SIZE, NUM_COLOURS, Game
from azulejos.accel.state import DEAL, DRAFT, NOBODY, OVER, TILE, Array, State
from azulejos.accel.walls import PRINTED
from azulejos.notation import format_position, parse_position
from azulejos.rules import CENTRE, MARKER, Board, Colour, Line, Marker, Move, Phase, Wall
from azulejos.rules import State as RulesState

PHASES = {Phase.DRAFT: DRAFT, Phase.TILE: TILE, Phase.DEAL: DEAL, Phase.OVER: OVER}
WALLS = {"coloured": Wall.COLOURED, "gray": Wall.GRAY}

Ints = NDArray[np.int64]


def from_state(game: Game, state: RulesState) -> State:
    """Return the arrays of an engine's state."""
    if (state.num_players, state.wall) != (game.players, WALLS[game.wall]):
        raise ValueError(f"a state of another game than {game.name}")
    boards = state.boards
    lines = [[line or Line(Colour(0), 0) for line in board.lines] for board in boards]
    lid = list(state.lid)
    for board in boards:
        for tile in board.floor:
            if not isinstance(tile, Marker):
                lid[tile] += 1
    holder = state.marker_holder
    walls = [_wall_masks(board) for board in boards]
    fields = State(
        sources=_numbers([*state.displays, state.centre], np.int8),
        line_count=_numbers([[line.count for line in own] for own in lines], np.int8),
        line_colour=_numbers([[line.colour for line in own] for own in lines], np.int8),
        wall=_numbers(walls if game.is_gray else [sum(masks) for masks in walls], np.int32),
        floor=_numbers([len(board.floor) for board in boards], np.int8),
        score=_numbers(state.scores, np.int16),
        bag=_numbers(state.bag, np.int8),
        lid=_numbers(lid, np.int8),
        player=_numbers(state.start if state.player is None else state.player, np.int8),
        start=_numbers(state.start, np.int8),
        marker=_numbers(NOBODY if holder is None else holder, np.int8),
        round=_numbers(state.round, np.int16),
        phase=_numbers(PHASES[state.phase], np.int8),
    )
    arrays: State = jax.device_put(fields)
    return arrays


def _numbers(values: object, kind: type[np.generic]) -> Array:
    """Write numbers as an array of the host, which goes to the device with the others."""
    return cast("Array", np.array(values, kind))


def _wall_masks(board: Board) -> list[int]:
    """Return the spaces of each colour on a wall."""
    masks = [0] * NUM_COLOURS
    for row, spaces in enumerate(board.wall):
        for column, colour in enumerate(spaces):
            if colour is not None:
                masks[colour] |= 1 << (5 * row + column)
    return masks


def to_state(game: Game, arrays: State) -> RulesState:
    """Return the engine's state of one position; equal in play, see the module on floors."""
    phase = next(name for name, number in PHASES.items() if number == int(arrays.phase))
    asked = phase in {Phase.DRAFT, Phase.TILE}
    lid = np.array(arrays.lid, np.int64)
    boards = [_board(game, arrays, seat, lid) for seat in range(game.players)]
    sources = np.array(arrays.sources).tolist()
    return RulesState.set_up(
        wall=WALLS[game.wall],
        round=int(arrays.round),
        phase=phase,
        player=int(arrays.player) if asked else None,
        start=int(arrays.start),
        displays=sources[: game.num_displays],
        centre=sources[game.num_displays],
        marker_in_centre=asked and int(arrays.marker) == NOBODY,
        bag=np.array(arrays.bag).tolist(),
        lid=lid.tolist(),
        boards=boards,
    )


def _board(game: Game, arrays: State, seat: int, lid: Ints) -> Board:
    """Return one board; the tiles of its floor are taken out of the lid."""
    counts, colours = np.array(arrays.line_count[seat]), np.array(arrays.line_colour[seat])
    lines = tuple(
        Line(Colour(int(colour)), int(count)) if count else None
        for count, colour in zip(counts, colours, strict=True)
    )
    occupied = int(arrays.floor[seat])
    holds = int(arrays.marker) == seat
    tiles: list[Colour | Marker] = [MARKER] if holds and occupied > 0 else []
    beside = holds and occupied == 0
    for colour in Colour:
        while len(tiles) < min(occupied, FLOOR_SIZE) and lid[colour]:
            lid[colour] -= 1
            tiles.append(colour)
    wall = _wall_rows(game, np.array(arrays.wall[seat]))
    return Board(int(arrays.score[seat]), lines, wall, tuple(tiles), beside)


def _wall_rows(game: Game, wall: Ints) -> tuple[tuple[Colour | None, ...], ...]:
    """Return the rows of a wall given as a mask or as a mask of each colour."""
    rows: list[list[Colour | None]] = [[None] * NUM_COLOURS for _ in range(NUM_COLOURS)]
    for row, colour in np.ndindex(NUM_COLOURS, NUM_COLOURS):
        if not game.is_gray:
            bit = int(PRINTED[row, colour])
            if wall >> bit & 1:
                rows[row][bit % NUM_COLOURS] = Colour(colour)
            continue
        for column in range(NUM_COLOURS):
            if wall[colour] >> (NUM_COLOURS * row + column) & 1:
                rows[row][column] = Colour(colour)
    return tuple(tuple(row) for row in rows)


def from_position(game: Game, text: str) -> State:
    """Return the arrays of a position line."""
    return from_state(game, parse_position(text))


def to_position(game: Game, arrays: State) -> str:
    """Return the position line of one position; equal in play, see the module on floors."""
    return format_position(to_state(game, arrays))


def action_of(game: Game, move: Move) -> int:
    """Return the action that is a move."""
    if move.is_tiling:
        assert move.column is not None
        return game.num_drafts + move.column
    assert move.source is not None and move.colour is not None and move.target is not None
    source = game.num_displays if move.source == CENTRE else move.source
    return (source * NUM_COLOURS + move.colour) * 6 + move.target


def move_of(game: Game, state: State, action: int | Array) -> Move:
    """Return the move that is an action, in a position: a column goes to the topmost full line."""
    action = int(action)
    if action >= game.num_drafts:
        counts = np.array(state.line_count[int(state.player)])
        line = int(np.argmax(counts == np.arange(1, 6)))
        return Move.tile(line, action - game.num_drafts)
    source, colour, target = action // 30, action // 6 % 5, action % 6
    return Move.draft(CENTRE if source == game.num_displays else source, colour, target)
