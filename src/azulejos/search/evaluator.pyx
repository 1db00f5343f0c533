"""Evaluators: what a position is worth, by a quick look ahead, by chance, or by a network."""

from libc.math cimport expf

from azulejos.chance.rng cimport below, random_deal, seeded
from azulejos.rules.kernel cimport DEALING, DRAFTING, OVER, list_moves, play_move
from azulejos.rules.state cimport wrap
from azulejos.search.rollout cimport (
    UNIT,
    glance_at,
    glance_at_tiling,
    list_drops,
    list_prizes,
    play_round_out,
)
from azulejos.search.utility cimport list_leads
from azulejos.search.worth cimport expect_points, expect_wins, final_shares

cdef enum:
    PLAYOUT_ROUNDS = 30


cdef class Evaluator:
    """Judges the leaves of a tree search, many at once."""

    cdef void judge(self, Leaf* leaves, int n) noexcept nogil:
        pass

    cdef int raise_error(self) except -1:
        """Raise what went wrong in a judgement, if anything did; the search calls this."""
        error, self.error = self.error, None
        self.failed = False
        if error is not None:
            raise error
        return 0


cdef class RoundEvaluator(Evaluator):
    """Plays the round out at a glance and values what the boards are worth then.

    ``noise`` is how much the glances are blurred, ``heat`` how evenly first impressions
    are spread over the moves, both in points. With ``deals`` the value between rounds is
    itself looked into: the mean over so many sampled deals, each played to the round's end.
    """

    def __init__(self, Evaluation evaluation not None, seed=0, double noise=5.0, double heat=6.0,
                 int deals=0):
        self.evaluation = evaluation
        self.rng = seeded(seed & 0xFFFFFFFFFFFFFFFF)
        self.noise = <int>(noise * UNIT) + 1
        self.heat = heat * UNIT
        self.deals = deals

    cdef void judge(self, Leaf* leaves, int n) noexcept nogil:
        cdef float points[4]
        cdef Table t
        cdef int i
        for i in range(n):
            glance_priors(&leaves[i], self.heat)
            t = leaves[i].table
            play_round_out(&t, &self.rng, self.noise)
            if self.deals and t.phase == DEALING:
                self._sample(&t, points, leaves[i].win)
            else:
                self._value(&t, points, leaves[i].win)
            list_leads(points, t.players, leaves[i].lead)

    cdef void _value(self, const Table* t, float* points, float* win) noexcept nogil:
        expect_points(&self.evaluation.worth, t, points)
        expect_wins(&self.evaluation.worth, t, points, win)

    cdef void _sample(self, const Table* t, float* points, float* win) noexcept nogil:
        cdef float sampled_points[4]
        cdef float sampled_win[4]
        cdef Table dealt
        cdef int k, p
        for p in range(4):
            points[p] = 0
            win[p] = 0
        for k in range(self.deals):
            dealt = t[0]
            random_deal(&dealt, &self.rng)
            play_round_out(&dealt, &self.rng, self.noise)
            self._value(&dealt, sampled_points, sampled_win)
            for p in range(t.players):
                points[p] += sampled_points[p] / self.deals
                win[p] += sampled_win[p] / self.deals


cdef void glance_priors(Leaf* leaf, float heat) noexcept nogil:
    """First impressions: the softmax of what the moves look worth."""
    cdef const Table* t = &leaf.table
    cdef int prizes[25]
    cdef int drop[29]
    cdef int values[MOVE_BUFFER]
    cdef int i, best = -(1 << 30)
    cdef float total = 0
    if leaf.num_moves == 0:
        return
    if t.phase == DRAFTING:
        list_prizes(t, t.player, prizes)
        list_drops(t, t.player, drop)
    for i in range(leaf.num_moves):
        values[i] = glance_at(t, t.player, leaf.move[i], drop, prizes) \
            if t.phase == DRAFTING else glance_at_tiling(t, leaf.move[i])
        if values[i] > best:
            best = values[i]
    for i in range(leaf.num_moves):
        leaf.prior[i] = expf((values[i] - best) / heat)
        total += leaf.prior[i]
    for i in range(leaf.num_moves):
        leaf.prior[i] /= total


cdef class PlayoutEvaluator(Evaluator):
    """Plays the whole game out at random, deals included; all moves look alike."""

    def __init__(self, seed=0):
        self.rng = seeded(seed & 0xFFFFFFFFFFFFFFFF)

    cdef void judge(self, Leaf* leaves, int n) noexcept nogil:
        cdef uint16_t moves[MOVE_BUFFER]
        cdef float points[4]
        cdef Table t
        cdef int i, k, last
        for i in range(n):
            for k in range(leaves[i].num_moves):
                leaves[i].prior[k] = <float>1 / leaves[i].num_moves
            t = leaves[i].table
            last = t.round + PLAYOUT_ROUNDS      # a gray game may never end by itself
            while t.phase != OVER and t.round < last:
                if t.phase == DEALING:
                    random_deal(&t, &self.rng)
                k = list_moves(&t, moves)
                play_move(&t, moves[below(&self.rng, k)])
            for k in range(t.players):
                points[k] = t.score[k]
            list_leads(points, t.players, leaves[i].lead)
            final_shares(&t, leaves[i].win)


cdef class BatchEvaluator(Evaluator):
    """Hands a batch of states to a Python function, such as a network.

    ``function(states)`` returns, for each state, its priors in the order of its legal
    moves, every player's share of the victory, and every player's expected points. What
    it raises comes out of the search that asked.
    """

    def __init__(self, function):
        self.function = function

    cdef void judge(self, Leaf* leaves, int n) noexcept nogil:
        with gil:
            try:
                self._ask(leaves, n)
            except BaseException as error:  # kept for raise_error: nothing may leave here
                self.error = error
                self.failed = True

    cdef int _ask(self, Leaf* leaves, int n) except -1:
        cdef float expected[4]
        cdef int i, k
        answers = tuple(self.function([wrap(&leaves[i].table) for i in range(n)]))
        if len(answers) != n:
            raise ValueError(f"{len(answers)} judgements of {n} states")
        for i in range(n):
            priors, wins, points = map(tuple, answers[i])
            if len(priors) != leaves[i].num_moves:
                raise ValueError(f"{len(priors)} priors of {leaves[i].num_moves} moves")
            if not len(wins) == len(points) == leaves[i].table.players:
                raise ValueError(f"{len(wins)} shares and {len(points)} points of"
                                 f" {leaves[i].table.players} players")
            for k in range(leaves[i].num_moves):
                leaves[i].prior[k] = priors[k]
            for k in range(leaves[i].table.players):
                leaves[i].win[k] = wins[k]
                expected[k] = points[k]
            list_leads(expected, leaves[i].table.players, leaves[i].lead)
        return 0
