"""What the tree search asks of whoever judges its leaves."""

from libc.stdint cimport uint16_t, uint64_t

from azulejos.rules.kernel cimport MOVE_BUFFER, Table
from azulejos.search.worth cimport Evaluation

cdef struct Leaf:
    # A state to judge. The search fills in the table and the moves; the evaluator the rest.
    Table table
    int num_moves                    # 0: the round is over, there is nothing to choose
    uint16_t move[MOVE_BUFFER]
    float prior[MOVE_BUFFER]         # how likely each move is the best; they add up to 1
    float win[4]                     # each player's share of the victory
    float lead[4]                    # each player's expected lead over the best opponent


cdef class Evaluator:
    cdef bint failed                 # what was judged last is void; raise_error says why
    cdef object error
    cdef void judge(self, Leaf* leaves, int n) noexcept nogil
    cdef int raise_error(self) except -1


cdef class RoundEvaluator(Evaluator):
    cdef Evaluation evaluation
    cdef uint64_t rng
    cdef int noise, deals
    cdef float heat
    cdef void _value(self, const Table* t, float* points, float* win) noexcept nogil
    cdef void _sample(self, const Table* t, float* points, float* win) noexcept nogil


cdef class PlayoutEvaluator(Evaluator):
    cdef uint64_t rng


cdef class BatchEvaluator(Evaluator):
    cdef object function
    cdef int _ask(self, Leaf* leaves, int n) except -1
