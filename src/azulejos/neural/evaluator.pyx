"""The evaluator that asks a network about the leaves of a tree search.

What the network sees and what it says go through arrays that are made once; only the
forward pass itself is Python, one call for a batch.
"""

from libc.math cimport expf

from azulejos.neural.features cimport observation_length, viewer, write_observation
from azulejos.rules.kernel cimport CENTRE, DEALING, FIRST_TILING, OVER, Table
from azulejos.search.evaluator cimport Evaluator, Leaf
from azulejos.search.utility cimport list_leads
from azulejos.search.worth cimport Evaluation, expect_points, expect_wins, final_shares

import numpy as np

from azulejos.neural.network import MARGIN_SCALE as _MARGIN_SCALE
from azulejos.neural.network import MAX_BATCH as _MAX_BATCH

cdef enum:
    TAKES = 30                   # actions that take from one source


cdef class NetworkEvaluator(Evaluator):
    """Takes first impressions, shares of the victory and leads from a network.

    ``heat`` above 1 spreads first impressions more evenly over the moves, below 1 less. The seats
    in ``by_points`` go by the points in sight, and ``points`` is a network that sees the game
    as they do.
    """

    cdef object forward, points_forward, buffer
    cdef Evaluation worths               # what those think of the end of a round
    cdef int by_points                   # who go by the points, a bit for each seat
    cdef float[:, ::1] said_by_points
    cdef float[:, ::1] seen
    cdef float[:, ::1] said
    cdef int players
    cdef bint gray
    cdef float margin_scale, heat

    def __init__(self, network, double heat=1.0, points=None, by_points=()):
        self.forward = network.forward
        self.players = network.mode.players
        self.gray = network.mode.wall.value == "g"
        self.margin_scale = _MARGIN_SCALE
        self.heat = heat
        self.by_points = 0
        for seat in by_points:
            if not 0 <= seat < self.players:
                raise ValueError(f"by_points: no seat {seat} among {self.players}")
            self.by_points |= 1 << seat
        if self.by_points:
            if points is None or points.mode != network.mode:
                raise ValueError(f"points: a network of {network.mode.name} is needed")
            self.points_forward = points.forward
            self.worths = Evaluation.load(*points.mode)
        self.buffer = np.zeros(
            (_MAX_BATCH, observation_length(self.players, self.gray)), np.float32)
        self.seen = self.buffer

    cdef void judge(self, Leaf* leaves, int n) noexcept nogil:
        cdef int i, rows = 0
        for i in range(n):
            if leaves[i].table.players != self.players or leaves[i].table.gray != self.gray:
                self._refuse()
                return
            if leaves[i].table.phase != OVER:
                write_observation(&leaves[i].table, &self.seen[rows, 0])
                rows += 1
        if rows and not self._ask(rows):
            return
        rows = 0
        for i in range(n):
            if leaves[i].table.phase == OVER:
                judge_result(&leaves[i])
                continue
            judge_leaf(&leaves[i], &self.said[rows, 0], self.margin_scale, self.heat)
            if self.by_points:
                self._judge_by_points(&leaves[i], &self.said_by_points[rows, 0])
            rows += 1

    cdef void _judge_by_points(self, Leaf* leaf, const float* said) noexcept nogil:
        """Let those who go by the points in sight judge for themselves."""
        cdef Leaf theirs
        cdef float points[4]
        cdef int p
        theirs.table = leaf.table
        theirs.num_moves = 0
        if leaf.table.phase == DEALING:
            expect_points(&self.worths.worth, &leaf.table, points)
            expect_wins(&self.worths.worth, &leaf.table, points, theirs.win)
            list_leads(points, self.players, theirs.lead)
        else:
            judge_leaf(&theirs, said, self.margin_scale, 1)
        for p in range(self.players):
            if self.by_points >> p & 1:
                leaf.win[p] = theirs.win[p]
                leaf.lead[p] = theirs.lead[p]
        if leaf.num_moves and self.by_points >> leaf.table.player & 1:
            read_logits(leaf, said + 2 * self.players)
            spread(leaf, 1)

    cdef bint _ask(self, int rows) noexcept nogil:
        """Let the network judge what is in the first rows; False if that failed."""
        with gil:
            try:
                self.said = self.forward(self.buffer[:rows])
                if self.by_points:
                    self.said_by_points = self.points_forward(self.buffer[:rows])
            except BaseException as error:  # kept for raise_error: nothing may leave here
                self.error = error
                self.failed = True
                return False
        return True

    cdef void _refuse(self) noexcept nogil:
        with gil:
            self.error = ValueError("a state of another mode than the network's")
            self.failed = True


cdef void judge_result(Leaf* leaf) noexcept nogil:
    """The game is over: what it is worth is known."""
    cdef float points[4]
    cdef int p
    for p in range(leaf.table.players):
        points[p] = leaf.table.score[p]
    list_leads(points, leaf.table.players, leaf.lead)
    final_shares(&leaf.table, leaf.win)


cdef void judge_leaf(Leaf* leaf, const float* said, float margin_scale, float heat) noexcept nogil:
    """Take over one row of what the network said."""
    cdef const Table* t = &leaf.table
    cdef int players = t.players, first = viewer(t)
    win_shares(said, players, first, leaf.win)
    take_leads(said + players, players, first, margin_scale, leaf.lead)
    if leaf.num_moves:
        read_logits(leaf, said + 2 * players)
        spread(leaf, heat)


cdef void read_logits(Leaf* leaf, const float* policy) noexcept nogil:
    """Pick the logits of the legal moves from those of all actions."""
    cdef int i
    for i in range(leaf.num_moves):
        leaf.prior[i] = policy[action_of(&leaf.table, leaf.move[i])]


cdef void spread(Leaf* leaf, float heat) noexcept nogil:
    """Turn the logits of moves into shares that add up to 1."""
    cdef int i
    cdef float most = leaf.prior[0], total = 0
    for i in range(1, leaf.num_moves):
        if leaf.prior[i] > most:
            most = leaf.prior[i]
    for i in range(leaf.num_moves):
        leaf.prior[i] = expf((leaf.prior[i] - most) / heat)
        total += leaf.prior[i]
    for i in range(leaf.num_moves):
        leaf.prior[i] /= total


cdef inline int action_of(const Table* t, int move) noexcept nogil:
    """The network's number of a move: the centre follows the displays, then come the columns."""
    if move >= FIRST_TILING:
        return TAKES * (t.displays + 1) + move % 5
    if move >= TAKES * CENTRE:
        return move - TAKES * (CENTRE - t.displays)
    return move


cdef void win_shares(const float* logits, int players, int first, float* win) noexcept nogil:
    """Shares of the victory by seat, from logits that begin with the seat ``first``."""
    cdef int i
    cdef float most = logits[0], total = 0, share
    for i in range(1, players):
        if logits[i] > most:
            most = logits[i]
    for i in range(players):
        total += expf(logits[i] - most)
    for i in range(players):
        share = expf(logits[i] - most) / total
        win[(first + i) % players] = share


cdef void take_leads(const float* leads, int players, int first, float scale,
                     float* lead) noexcept nogil:
    """Leads by seat, from those that begin with the seat ``first``.

    What one of two seats leads by the other lies behind: half the difference of what the
    network says of both.
    """
    cdef int i
    if players == 2:
        lead[first] = (leads[0] - leads[1]) * scale / 2
        lead[1 - first] = -lead[first]
        return
    for i in range(players):
        lead[(first + i) % players] = leads[i] * scale
