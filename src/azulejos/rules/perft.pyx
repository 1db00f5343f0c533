"""Counting the leaves of the tree of legal moves, the classic test of a move generator."""

from libc.stdint cimport int64_t, uint16_t

from azulejos.rules.kernel cimport DEALING, MOVE_BUFFER, OVER, Table, list_moves, play_move
from azulejos.rules.state cimport State

cdef enum:
    STOPPED = -1
    NODES_BETWEEN_LOOKS = 1 << 18

cdef struct Watch:
    int64_t nodes


def perft(State state not None, int depth, stop=None):
    """Count the leaves at a depth of the tree of legal moves.

    A state where a deal is due or the game is over is a leaf at any depth. ``stop`` is
    asked now and then; once it answers True, the count is abandoned and None returned.
    """
    if depth < 0:
        raise ValueError(f"depth must be 0 or more, not {depth}")
    cdef Watch watch = Watch(0)
    cdef int64_t leaves
    with nogil:
        leaves = _count(&state.table, depth, &watch, <void*>stop if stop is not None else NULL)
    return None if leaves == STOPPED else leaves


cdef bint _should_stop(void* stop) except -1 with gil:
    return (<object>stop)()


cdef int64_t _count(const Table* t, int depth, Watch* watch, void* stop) except? -2 nogil:
    cdef uint16_t moves[MOVE_BUFFER]
    cdef Table after
    cdef int64_t leaves = 0, below
    cdef int i, n
    if depth == 0 or t.phase == DEALING or t.phase == OVER:
        return 1
    n = list_moves(t, moves)
    watch.nodes += n
    if stop != NULL and watch.nodes >= NODES_BETWEEN_LOOKS:
        watch.nodes = 0
        if _should_stop(stop):
            return STOPPED
    if depth == 1:
        return n
    for i in range(n):
        after = t[0]
        play_move(&after, moves[i])
        below = _count(&after, depth - 1, watch, stop)
        if below == STOPPED:
            return STOPPED
        leaves += below
    return leaves
