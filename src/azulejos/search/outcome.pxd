"""What a player's board comes to when the round ends now, remembered (coloured wall).

While a round is drafted, walls and scores stand still; what a board will be worth after
tiling depends only on its lines and on how many floor spaces are taken. Few such boards
occur under one root, so each is worked out once.
"""

from libc.stdint cimport int8_t, int16_t, uint64_t

from azulejos.rules.kernel cimport (
    NOBODY,
    Table,
    bonus,
    clear_floor,
    complete_rows,
    tile_coloured,
)
from azulejos.search.worth cimport LANES, Worth, board_worths, num_bits

cdef enum:
    OUTCOME_SLOTS = 8192
    LINES = 0x3FFFFFFF               # the part of a key that holds the lines

cdef struct Outcome:
    uint64_t key
    float points[LANES]              # expected final points by rounds left, less one
    int16_t final_points             # if the game ends with this round
    int8_t longest_row
    int8_t rows


cdef inline uint64_t outcome_key(const Table* t, int p, uint64_t stamp) noexcept nogil:
    """The round's stamp, the floor and the lines of a board as one number."""
    cdef uint64_t key = stamp << 3 | <uint64_t>t.floor_count[p]
    cdef int r
    for r in range(5):
        key = key << 6 | <uint64_t>(t.line_count[p][r] << 3 | t.line_colour[p][r])
    return key


cdef inline uint64_t with_line(uint64_t key, int line, int count, int colour) noexcept nogil:
    """The key of the same board with other tiles on a line."""
    cdef int shift = 6 * (4 - line)
    return key & ~(<uint64_t>63 << shift) | <uint64_t>(count << 3 | colour) << shift


cdef inline int outcome_slot(uint64_t key) noexcept nogil:
    return <int>((key * <uint64_t>0x9E3779B97F4A7C15) >> 51)


cdef inline const Outcome* outcome(const Worth* worth, const Table* t, int p, uint64_t stamp,
                                   Outcome* slots) noexcept nogil:
    """The outcome of a board, from the slots of this player; each round has a stamp of its own."""
    cdef uint64_t key = outcome_key(t, p, stamp)
    cdef Outcome* found = &slots[outcome_slot(key)]
    if found.key != key:
        work_out(worth, t, p, found)
        found.key = key
    return found


cdef inline void work_out(const Worth* worth, const Table* t, int p, Outcome* out) noexcept nogil:
    cdef Table after = t[0]
    cdef int row, n
    after.start = NOBODY             # who starts is added by the reader
    tile_coloured(&after, p)
    clear_floor(&after, p)
    out.rows = <int8_t>complete_rows(after.wall[p])
    out.final_points = <int16_t>(after.score[p] + bonus(after.wall[p], after.have[p]))
    out.longest_row = 0
    for row in range(5):
        n = num_bits(after.wall[p] >> 5 * row)
        if n > out.longest_row:
            out.longest_row = <int8_t>n
    board_worths(worth, &after, p, out.points)
