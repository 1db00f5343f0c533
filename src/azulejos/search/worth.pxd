"""What a board is worth between rounds: a linear evaluation with fitted weights.

A state after tiling and before the next deal is described by a few dozen numbers a
board; the fitted weights turn them into the points the player can still expect. There
is one set of weights for each number of rounds the game still has at the least, because
a column half done is worth much with three rounds to go and nothing with none.
"""

from libc.math cimport expf
from libc.stdint cimport uint32_t
from libc.string cimport memset

from azulejos.rules.kernel cimport (
    BITS,
    COLUMN_0,
    OVER,
    RUN,
    Table,
    column_bits,
    open_columns,
    tile_points,
)

cdef enum:
    # Where each group of features starts; `names` in worth.pyx describes them one by one.
    BIAS = 0
    STARTS = 1
    LINE_FILL = 2        # ten: lines 2 to 5 holding 1, 2, ... tiles
    LINE_POINTS = 12     # four: points of the tile a begun line will bring, by its filled part
    COLUMN_COUNT = 16    # five: columns with 1 to 5 tiles
    COLOUR_COUNT = 21    # five: colours with 1 to 5 tiles
    ROW_COUNT = 26       # four: rows with 1 to 4 tiles
    ROW_TILES = 30       # five: tiles in row 1 to 5
    POTENTIAL = 35       # five: points waiting on the empty spaces of row 1 to 5
    COLUMN_COST = 40     # three: tiles still needed by columns with 2, 3, 4 tiles
    COLOUR_COST = 43     # three: tiles still needed by colours with 2, 3, 4 tiles
    LINE_COLUMN = 46     # begun lines: filled part times tiles of the column they lead to
    LINE_COLOUR = 47     # begun lines: filled part times tiles of their colour
    LINE_STUCK = 48      # begun lines that no column will take (gray wall)
    NUM_FEATURES = 49
    MAX_ROUNDS_LEFT = 5
    LANES = 8            # rounds left, padded so that they are added side by side

cdef struct Worth:
    float weight[NUM_FEATURES][LANES]    # by feature, then by rounds left less one
    float scale[MAX_ROUNDS_LEFT]     # points that turn the odds of winning by a factor e


cdef inline int num_bits(uint32_t five) noexcept nogil:
    return BITS[five & 31][7]


cdef inline uint32_t column_costs(uint32_t bits) noexcept nogil:
    """Tiles needed to fill the unset rows of a five-bit column."""
    return 15 - ((bits & 1) + 2 * (bits >> 1 & 1) + 3 * (bits >> 2 & 1) + 4 * (bits >> 3 & 1)
                 + 5 * (bits >> 4 & 1))


cdef inline int rounds_left(const Table* t) noexcept nogil:
    """How many more rounds the game lasts at the least: 5 at the start, 0 with a full row."""
    cdef int p, row, n, most = 0
    for p in range(t.players):
        for row in range(5):
            n = num_bits(t.wall[p] >> 5 * row)
            if n > most:
                most = n
    return 5 - most


cdef inline int best_column_for(const Table* t, int p, int row, int colour) noexcept nogil:
    """The column a colour goes to in a row: its own, or the best one open; -1 if there is none."""
    cdef uint32_t columns
    cdef int i, column, points, best = -1, most = 0
    if not t.gray:
        return (colour + row) % 5
    columns = open_columns(t, p, row, colour)
    for i in range(BITS[columns][7]):
        column = BITS[columns][i]
        points = 8 * tile_points(t.wall[p] | <uint32_t>1 << (5 * row + column), row, column) \
            + num_bits(column_bits(t.wall[p], column))
        if points > most:
            most, best = points, column
    return best


cdef inline void describe_board(const Table* t, int p, float* f) noexcept nogil:
    """Write the features of one board."""
    cdef uint32_t wall = t.wall[p], bits, empty
    cdef uint32_t columns[5]
    cdef int i, row, column, n, across, down, points
    memset(f, 0, NUM_FEATURES * sizeof(float))
    f[BIAS] = 1
    f[STARTS] = t.start == p
    for i in range(5):
        columns[i] = column_bits(wall, i)
        n = num_bits(columns[i])
        if n:
            f[COLUMN_COUNT + n - 1] += 1
            if 2 <= n <= 4:
                f[COLUMN_COST + n - 2] += column_costs(columns[i])
        bits = t.have[p] >> 5 * i & 31
        n = num_bits(bits)
        if n:
            f[COLOUR_COUNT + n - 1] += 1
            if 2 <= n <= 4:
                f[COLOUR_COST + n - 2] += column_costs(bits)
    for row in range(5):
        bits = wall >> 5 * row & 31
        empty = ~bits & 31
        n = num_bits(bits)
        if 1 <= n <= 4:
            f[ROW_COUNT + n - 1] += 1
        f[ROW_TILES + row] = n
        points = 0
        for i in range(5 - n):
            column = BITS[empty][i]
            across = RUN[bits | <uint32_t>1 << column][column]
            down = RUN[columns[column] | <uint32_t>1 << row][row]
            points += across + down if across > 1 and down > 1 \
                else (across if across > down else down)
        f[POTENTIAL + row] = points
        n = t.line_count[p][row]
        if 0 < n <= row:
            describe_line(t, p, row, f)


cdef inline void describe_line(const Table* t, int p, int row, float* f) noexcept nogil:
    """Add the features of a begun line."""
    cdef uint32_t wall = t.wall[p]
    cdef int n = t.line_count[p][row], colour = t.line_colour[p][row]
    cdef int column = best_column_for(t, p, row, colour)
    cdef float part = <float>n / (row + 1)
    f[LINE_FILL + row * (row - 1) // 2 + n - 1] = 1
    if column < 0:
        f[LINE_STUCK] += 1
        return
    f[LINE_POINTS + row - 1] = part * tile_points(
        wall | <uint32_t>1 << (5 * row + column), row, column)
    f[LINE_COLUMN] += part * num_bits(column_bits(wall, column))
    f[LINE_COLOUR] += part * num_bits(t.have[p] >> 5 * colour)


cdef inline void board_worths(const Worth* worth, const Table* t, int p,
                              float* points) noexcept nogil:
    """The final points a player can expect, for each number of rounds left: LANES numbers."""
    cdef float f[NUM_FEATURES]
    cdef int i, k
    describe_board(t, p, f)
    for k in range(LANES):
        points[k] = t.score[p]
    for i in range(NUM_FEATURES):
        for k in range(LANES):
            points[k] += worth.weight[i][k] * f[i]


cdef inline void expect_points(const Worth* worth, const Table* t, float* points) noexcept nogil:
    """Every player's expected final points, in a state between rounds or at the end."""
    cdef float lanes[LANES]
    cdef int p, left
    if t.phase == OVER:
        for p in range(t.players):
            points[p] = t.score[p]
        return
    left = rounds_left(t)
    for p in range(t.players):
        board_worths(worth, t, p, lanes)
        points[p] = lanes[left - 1]


cdef inline void expect_wins(const Worth* worth, const Table* t, const float* points,
                             float* wins) noexcept nogil:
    """Every player's share of the victory, given the expected points."""
    cdef int p
    cdef float best = points[0], total = 0, scale
    for p in range(1, t.players):
        if points[p] > best:
            best = points[p]
    if t.phase == OVER:
        final_shares(t, wins)
        return
    scale = worth.scale[rounds_left(t) - 1]
    for p in range(t.players):
        wins[p] = expf((points[p] - best) / scale)
        total += wins[p]
    for p in range(t.players):
        wins[p] /= total


cdef inline void final_shares(const Table* t, float* wins) noexcept nogil:
    """The shares of the victory in a finished game: points, then complete rows."""
    cdef int p, key, best = -1, num_winners = 0
    for p in range(t.players):
        key = final_key(t, p)
        if key > best:
            best, num_winners = key, 0
        num_winners += key == best
    for p in range(t.players):
        wins[p] = 1.0 / num_winners if final_key(t, p) == best else 0.0


cdef inline int final_key(const Table* t, int p) noexcept nogil:
    cdef int row, rows = 0
    for row in range(5):
        rows += (t.wall[p] >> 5 * row & 31) == 31
    return t.score[p] * 8 + rows


cdef class Evaluation:
    cdef Worth worth
