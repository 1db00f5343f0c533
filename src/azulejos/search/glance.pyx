"""The move that looks best at a glance, for Python: players and data for fitting use it."""

from libc.stdint cimport uint16_t, uint64_t

from azulejos.chance.rng cimport below, seeded
from azulejos.rules.kernel cimport DRAFTING, MOVE_BUFFER, Table, list_moves
from azulejos.rules.move cimport Move
from azulejos.rules.state cimport State
from azulejos.search.rollout cimport (
    UNIT,
    glance_at,
    glance_at_tiling,
    list_drops,
    list_prizes,
)


def glances(State state not None):
    """Return the legal moves and what each looks worth at a glance, in points."""
    cdef uint16_t moves[MOVE_BUFFER]
    cdef int values[MOVE_BUFFER]
    cdef int i, n = list_moves(&state.table, moves)
    glance_all(&state.table, moves, n, values)
    return [(Move.from_index(moves[i]), values[i] / <double>UNIT) for i in range(n)]


def glance_move(State state not None, seed, double noise=0.0):
    """Return the move with the best glance plus up to ``noise`` points at random."""
    cdef uint16_t moves[MOVE_BUFFER]
    cdef int values[MOVE_BUFFER]
    cdef uint64_t rng = seeded(seed & 0xFFFFFFFFFFFFFFFF)
    cdef int i, n = list_moves(&state.table, moves), best = -(1 << 30), chosen = -1
    if n == 0:
        raise ValueError("there is no legal move in this state")
    glance_all(&state.table, moves, n, values)
    for i in range(n):
        values[i] += <int>below(&rng, <int>(noise * UNIT) + 1)
        if values[i] > best:
            best, chosen = values[i], moves[i]
    return Move.from_index(chosen)


cdef void glance_all(const Table* t, const uint16_t* moves, int n, int* values) noexcept nogil:
    cdef int prizes[25]
    cdef int drop[29]
    cdef int i
    if t.phase != DRAFTING:
        for i in range(n):
            values[i] = glance_at_tiling(t, moves[i])
        return
    list_prizes(t, t.player, prizes)
    list_drops(t, t.player, drop)
    for i in range(n):
        values[i] = glance_at(t, t.player, moves[i], drop, prizes)
