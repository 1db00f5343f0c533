"""What the search computes, computed again the plain way, and small positions to try it on."""

from collections.abc import Iterator
from ctypes import c_float
from random import Random

from azulejos.rules import Board, Colour, State, Wall, perft, wall_column
from azulejos.search import Evaluation
from tests.strategies import POLICIES, Mode, random_game

NUM_FEATURES = 49
MAX_DEPTH = 24
SCALES = (4.0, 6.0, 8.0, 9.0, 10.0)


def simple_weights() -> list[list[float]]:
    """Return weights that never change: later rounds, lower lines and fuller columns count."""
    return [
        [round(0.07 * ((3 * i + 5 * left) % 11) - 0.2 + 0.01 * i, 4) for i in range(NUM_FEATURES)]
        for left in range(5)
    ]


def simple_evaluation() -> Evaluation:
    """Return an evaluation that fitting does not change."""
    return Evaluation(simple_weights(), SCALES)


def single(x: float) -> float:
    """Round to single precision, in which the compiled search computes."""
    return c_float(x).value


def utilities(evaluation: Evaluation, state: State) -> tuple[float, ...]:
    """Return how much each player likes a state between rounds: winning, and a little the lead."""
    points, wins = evaluation.expect(state)
    liked = []
    for player, win in enumerate(wins):
        best_other = max(p for seat, p in enumerate(points) if seat != player)
        lead = single(points[player] - best_other)
        part = min(1.0, max(0.0, single(single(lead / 100) + 0.5)))
        liked.append(single(single(0.75 * win) + single(0.25 * part)))
    return tuple(liked)


def best_play(evaluation: Evaluation, state: State) -> tuple[float, ...]:
    """Return everybody's utility if each player maximises their own: max-n, first move first."""
    if state.player is None:
        return utilities(evaluation, state)
    best: tuple[float, ...] = (-1.0,) * state.num_players
    for move in state.legal_moves():
        values = best_play(evaluation, state.play(move))
        if values[state.player] > best[state.player]:
            best = values
    return best


def num_groups(state: State) -> int:
    """Count the groups of tiles that can be taken."""
    return sum(n > 0 for source in (*state.displays, state.centre) for n in source)


def num_left(state: State) -> int:
    """Count the tiles that can be taken."""
    return sum(map(sum, state.displays)) + sum(state.centre)


def small_positions(mode: Mode, seed: int, max_ends: int) -> Iterator[State]:
    """Yield the states of a random game from which the round can end in few ways only."""
    for state in random_game(mode, POLICIES[seed % len(POLICIES)], Random(seed)):
        if state.player is not None and num_groups(state) <= 4 and num_ends(state, max_ends):
            yield state


def num_ends(state: State, most: int) -> int:
    """Count the ways the round can end, 0 if there are more than the most asked for."""
    ends = 0
    for depth in range(1, MAX_DEPTH):
        ends = perft(state, depth) or 0
        if ends > most:
            return 0
    return ends


def rounds_left(state: State) -> int:
    """Return how many more rounds the game lasts at the least."""
    return 5 - max(sum(t is not None for t in row) for b in state.boards for row in b.wall)


def board_features(state: State, player: int) -> list[float]:
    """Describe a board between rounds in words of the game, feature by feature."""
    board = state.board(player)
    columns = [[row[c] is not None for row in board.wall] for c in range(5)]
    colours = [[colour in row for row in board.wall] for colour in Colour]
    rows = [[tile is not None for tile in row] for row in board.wall]
    features = [1.0, float(state.start == player)]
    features += [
        float((line.count if (line := board.lines[row]) else 0) == n)
        for row in range(1, 5)
        for n in range(1, row + 1)
    ]
    begun = [_begun_line(state, board, row) for row in range(5)]
    features += [part * points for part, points, _, _, _ in begun[1:]]
    features += [float(sum(sum(c) == n for c in columns)) for n in range(1, 6)]
    features += [float(sum(sum(c) == n for c in colours)) for n in range(1, 6)]
    features += [float(sum(sum(r) == n for r in rows)) for n in range(1, 5)]
    features += [float(sum(r)) for r in rows]
    features += [
        float(sum(tile_points(board, row, c) for c in range(5) if not rows[row][c]))
        for row in range(5)
    ]
    for group in (columns, colours):
        features += [float(sum(_cost(c) for c in group if sum(c) == n)) for n in (2, 3, 4)]
    features.append(sum(part * in_column for part, _, in_column, _, _ in begun))
    features.append(sum(part * in_colour for part, _, _, in_colour, _ in begun))
    features.append(float(sum(stuck for *_, stuck in begun)))
    return features


def tile_points(board: Board, row: int, column: int) -> int:
    """Return the points of a tile put on a free space of a wall."""
    return space_points([[tile is not None for tile in line] for line in board.wall], row, column)


def space_points(taken: list[list[bool]], row: int, column: int) -> int:
    """Return the points of a tile put on a free space, by the spaces that are taken."""
    across = _run(taken[row], column)
    down = _run([line[column] for line in taken], row)
    if across > 1 and down > 1:
        return across + down
    return max(across, down)


def _run(taken: list[bool], at: int) -> int:
    first = last = at
    while first > 0 and taken[first - 1]:
        first -= 1
    while last < 4 and taken[last + 1]:
        last += 1
    return last - first + 1


def _cost(has: list[bool]) -> int:
    """Tiles needed to fill the lines of the rows that lack one."""
    return sum(row + 1 for row, is_there in enumerate(has) if not is_there)


def _begun_line(state: State, board: Board, row: int) -> tuple[float, int, int, int, int]:
    """Return a begun line's filled part, its tile's points, tiles in column and colour, stuck."""
    line = board.lines[row]
    if line is None or line.count > row:
        return 0.0, 0, 0, 0, 0
    column = _best_column(state, board, row, line.colour)
    if column is None:
        return 0.0, 0, 0, 0, 1
    in_column = sum(wall_row[column] is not None for wall_row in board.wall)
    in_colour = sum(line.colour in wall_row for wall_row in board.wall)
    return line.count / (row + 1), tile_points(board, row, column), in_column, in_colour, 0


def _best_column(state: State, board: Board, row: int, colour: Colour) -> int | None:
    if state.wall is Wall.COLOURED:
        return wall_column(colour, row)
    allowed = [
        c
        for c in range(5)
        if board.wall[row][c] is None and all(line[c] != colour for line in board.wall)
    ]

    def worth(c: int) -> int:
        return 8 * tile_points(board, row, c) + sum(line[c] is not None for line in board.wall)

    return max(allowed, key=worth, default=None)
