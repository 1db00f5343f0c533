"""Playing a round to its end in a plausible way, fast: the eyes of the tree search.

Each draft is judged at a glance: what the line gains, what falls to the floor. The same
glance orders the moves of the solver and gives the tree search its first impressions.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from azulejos.chance.rng cimport below
from azulejos.rules.kernel cimport (
    CENTRE,
    DRAFTING,
    FIRST_TILING,
    FLOOR,
    MOVE_BUFFER,
    NOBODY,
    PENALTY,
    TILING,
    Table,
    column_bits,
    list_moves,
    play_move,
    tile_points,
)
from azulejos.search.worth cimport best_column_for, num_bits

cdef extern from *:
    """
    #ifndef AZULEJOS_SHARE
    #define AZULEJOS_SHARE
    /* By line and tiles on it: the part of a full line's prize already earned, in 1/64. */
    static const int azulejos_share[5][6] = {
        {0, 64}, {0, 16, 64}, {0, 7, 28, 64}, {0, 4, 16, 36, 64}, {0, 3, 10, 23, 41, 64},
    };
    #endif
    """
    const int SHARE "azulejos_share"[5][6]

cdef enum:
    UNIT = 64            # glances are whole numbers, in 1/64 points

cdef inline int line_prize(const Table* t, int p, int row, int colour) noexcept nogil:
    """What a full line of a colour brings, in 1/64 points: its tile, and steps to bonuses."""
    cdef int column = best_column_for(t, p, row, colour)
    cdef int n, prize
    if column < 0:
        return -UNIT * (row + 1)
    prize = UNIT * tile_points(t.wall[p] | <uint32_t>1 << (5 * row + column), row, column)
    n = num_bits(column_bits(t.wall[p], column))
    prize += UNIT * (n + 1) * (n + 1) * 7 // 32
    n = num_bits(t.have[p] >> 5 * colour)
    prize += UNIT * (n + 1) * (n + 1) * 10 // 40
    return prize


cdef inline int glance_at(const Table* t, int p, int move, const int* drop,
                          const int* prizes) noexcept nogil:
    """What a draft is worth at a glance, in 1/64 points; prizes by line*5 + colour."""
    cdef int source = move // 30, colour = move // 6 % 5, row = move % 6
    cdef int n = t.source[source] >> 5 * colour & 31
    cdef int marker = source == CENTRE and t.marker == NOBODY
    cdef int have, room, fall = marker
    if row == FLOOR:
        return (marker * UNIT) - drop[n + marker]
    have = t.line_count[p][row]
    room = row + 1 - have
    if n > room:
        fall += n - room
        n = room
    return (prizes[row * 5 + colour] * (SHARE[row][have + n] - SHARE[row][have]) >> 6) \
        + marker * UNIT - drop[fall]


cdef inline void list_prizes(const Table* t, int p, int* prizes) noexcept nogil:
    cdef int row, colour
    for row in range(5):
        for colour in range(5):
            prizes[row * 5 + colour] = line_prize(t, p, row, colour)


cdef inline void list_drops(const Table* t, int p, int* drop) noexcept nogil:
    cdef int n, at = t.floor_count[p]
    for n in range(29):
        drop[n] = UNIT * (PENALTY[at + n if at + n < 7 else 7] - PENALTY[at])


cdef inline int glance_at_tiling(const Table* t, int move) noexcept nogil:
    """What tiling a gray wall into a column is worth at a glance, in 1/64 points."""
    cdef int p = t.player, row = (move - FIRST_TILING) // 5, column = move % 5
    cdef int n = num_bits(column_bits(t.wall[p], column))
    return UNIT * tile_points(t.wall[p] | <uint32_t>1 << (5 * row + column), row, column) \
        + UNIT * (n + 1) * (n + 1) * 7 // 32


cdef inline void play_round_out(Table* t, uint64_t* rng, int noise) noexcept nogil:
    """Play on until the round is over: the best glance plus up to ``noise`` 64ths at random."""
    cdef int prizes[4][25]
    cdef int drop[29]
    cdef uint16_t moves[MOVE_BUFFER]
    cdef int i, n, p, value, best, chosen
    for p in range(t.players):
        list_prizes(t, p, prizes[p])
    while t.phase == DRAFTING or t.phase == TILING:
        n = list_moves(t, moves)
        p = t.player
        best, chosen = -(1 << 30), 0
        if t.phase == DRAFTING:
            list_drops(t, p, drop)
            for i in range(n):
                value = glance_at(t, p, moves[i], drop, prizes[p]) + <int>below(rng, noise)
                if value > best:
                    best, chosen = value, moves[i]
        else:
            for i in range(n):
                value = glance_at_tiling(t, moves[i]) + <int>below(rng, noise)
                if value > best:
                    best, chosen = value, moves[i]
        play_move(t, chosen)
