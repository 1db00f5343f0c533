"""Reproducible random deals and random games, fast but not fair: for search and tests."""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

from azulejos.chance.rng cimport below, random_deal, seeded
from azulejos.rules.kernel cimport (
    DEALING,
    MOVE_BUFFER,
    OVER,
    Table,
    list_moves,
    new_table,
    play_move,
)
from azulejos.rules.state cimport State, wrap

from azulejos.errors import IllegalDealError
from azulejos.rules.types import Wall


cdef class Sampler:
    """A stream of pseudo-random numbers and deals; the same seed gives the same stream."""

    cdef uint64_t rng

    def __init__(self, seed):
        self.rng = seeded(seed & 0xFFFFFFFFFFFFFFFF)

    def below(self, uint32_t n):
        """Return a number from 0 to n - 1."""
        if n == 0:
            raise ValueError("n must be 1 or more")
        return below(&self.rng, n)

    def deal(self, State state not None):
        """Return the state after a random deal."""
        if state.table.phase != DEALING:
            raise IllegalDealError("no deal is due", "deal")
        cdef State after = wrap(&state.table)
        random_deal(&after.table, &self.rng)
        return after


def playouts(int players, wall, seed, int games, int max_rounds=100):
    """Play random games to the end; return how many, and how many moves they took.

    On the gray wall a game can come to where no wall takes another tile and no row can be
    completed; the rules never end it, so a game is left after ``max_rounds`` rounds.
    """
    State.new(players, wall)
    cdef bint gray = Wall(wall) is Wall.GRAY
    cdef uint64_t rng = seeded(seed & 0xFFFFFFFFFFFFFFFF)
    cdef uint16_t moves[MOVE_BUFFER]
    cdef int64_t total = 0
    cdef int n, game
    cdef Table t
    with nogil:
        for game in range(games):
            new_table(&t, players, gray, 0)
            while t.phase != OVER and t.round <= max_rounds:
                if t.phase == DEALING:
                    random_deal(&t, &rng)
                n = list_moves(&t, moves)
                play_move(&t, moves[below(&rng, n)])
                total += 1
    return games, total
