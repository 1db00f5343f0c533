"""The greedy choice: the best immediate result, as if the round were tiled now."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from azulejos.chance.rng cimport below, seeded
from azulejos.rules.kernel cimport (
    BITS,
    COLUMN_0,
    DRAFTING,
    FIRST_TILING,
    MOVE_BUFFER,
    PENALTY,
    Table,
    bonus,
    draft,
    drop_line,
    list_moves,
    num_tiles,
    open_columns,
    tile_gray,
    tile_line,
    tile_points,
)
from azulejos.rules.move cimport Move
from azulejos.rules.state cimport State


def best_move(State state not None, seed):
    """Return the greedy move; the seed decides between moves that are equally good.

    Drafting: most points if the round were tiled now (tiles, floor and final bonuses
    counted), then the most advanced lines, then the fewest tiles on the floor. Tiling:
    most points, then the column with the most tiles.
    """
    cdef uint16_t moves[MOVE_BUFFER]
    cdef int n = list_moves(&state.table, moves)
    if n == 0:
        raise ValueError("there is no legal move in this state")
    cdef uint64_t rng = seeded(seed & 0xFFFFFFFFFFFFFFFF)
    cdef int i, value, best = -(1 << 30), ties = 0, chosen = 0
    with nogil:
        for i in range(n):
            value = draft_value(&state.table, moves[i]) if state.table.phase == DRAFTING \
                else tiling_value(&state.table, moves[i])
            if value > best:
                best, ties = value, 0
            if value == best:
                ties += 1
                if below(&rng, ties) == 0:
                    chosen = moves[i]
    return Move.from_index(chosen)


cdef inline int draft_value(const Table* table, int move) noexcept nogil:
    cdef Table t = table[0]
    cdef int p = t.player, r, c, progress = 0, result
    cdef int before = t.score[p] + bonus(t.wall[p], t.have[p])
    draft(&t, move)
    tile_now(&t, p)
    result = t.score[p] + bonus(t.wall[p], t.have[p]) - before - PENALTY[t.floor_count[p]]
    for r in range(5):                       # squares of the filled parts, in 1/3600
        c = 60 * t.line_count[p][r] // (r + 1)
        progress += c * c
    return (result * 20000 + progress) * 8 - t.floor_count[p]


cdef inline void tile_now(Table* t, int p) noexcept nogil:
    """Tile one player's full lines; on a gray wall each in its best column."""
    cdef int row, colour
    cdef uint32_t columns
    for row in range(5):
        if t.line_count[p][row] != row + 1:
            continue
        colour = t.line_colour[p][row]
        if not t.gray:
            tile_line(t, p, row, (colour + row) % 5)
            continue
        columns = open_columns(t, p, row, colour)
        if columns:
            tile_gray(t, p, row, best_column(t, p, row, columns))
        else:
            drop_line(t, p, row)


cdef inline int best_column(const Table* t, int p, int row, uint32_t columns) noexcept nogil:
    cdef int i, value, best = -1, chosen = 0
    for i in range(BITS[columns][7]):
        value = column_value(t, p, row, BITS[columns][i])
        if value > best:
            best, chosen = value, BITS[columns][i]
    return chosen


cdef inline int column_value(const Table* t, int p, int row, int column) noexcept nogil:
    """Points of the tile and the final bonuses it completes, then the tiles of its column."""
    cdef uint32_t wall = t.wall[p] | <uint32_t>1 << (5 * row + column)
    cdef uint32_t have = t.have[p] | <uint32_t>1 << (5 * t.line_colour[p][row] + row)
    cdef int points = tile_points(wall, row, column) + bonus(wall, have)
    return points * 8 + num_tiles(wall >> column & COLUMN_0)


cdef inline int tiling_value(const Table* t, int move) noexcept nogil:
    return column_value(t, t.player, (move - FIRST_TILING) // 5, move % 5)
