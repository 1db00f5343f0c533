"""The exact round solver: every way the round can end, valued by the evaluation.

Two players: alpha-beta with a transposition table. Three and four: every player
maximises their own value (max-n), which cannot be pruned. Values are utilities from 0
to 1; for two players they add up to 1.
"""

from libc.math cimport expf
from libc.stdint cimport int8_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from azulejos.rules.kernel cimport (
    BITS,
    CENTRE,
    DEALING,
    DRAFTING,
    FLOOR,
    MOVE_BUFFER,
    NOBODY,
    OVER,
    TILING,
    Table,
    draft,
    list_moves,
    list_source,
    open_lines,
    play_move,
    settle,
)
from azulejos.rules.move cimport Move
from azulejos.rules.state cimport State, wrap
from azulejos.search.outcome cimport (
    LINES,
    OUTCOME_SLOTS,
    Outcome,
    outcome,
    outcome_key,
    outcome_slot,
    with_line,
)
from azulejos.search.rollout cimport glance_at, list_drops, list_prizes
from azulejos.search.utility cimport lead_of, utility
from azulejos.search.worth cimport (
    STARTS,
    Evaluation,
    expect_points,
    expect_wins,
)

from typing import NamedTuple

cdef enum:
    TABLE_BITS = 18
    REMEMBER_FROM = 8        # tiles on offer; smaller states are cheaper to search again
    ORDER_FROM = 8
    NODES_BETWEEN_LOOKS = 1 << 15        # a few milliseconds
    DEAR_NODES_BETWEEN_LOOKS = 1 << 13   # likewise, where leaves are not looked up
    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2

cdef struct Entry:
    uint64_t key
    float value
    uint16_t move
    int8_t kind


class Solution(NamedTuple):
    """The solved round: the best line to its end, and what it leads to."""

    line: tuple
    win: float
    lead: float
    nodes: int


cdef class Solver:
    """Solves rounds exactly; it remembers positions, so keep one for a game."""

    cdef Evaluation evaluation
    cdef Entry* table
    cdef Outcome* outcomes[2]
    cdef int prizes[4][25]
    cdef uint64_t salt, stamp
    cdef int64_t nodes, most_nodes, next_look, between_looks
    cdef bint stopped
    cdef object stop, error

    def __cinit__(self):
        self.table = <Entry*>calloc(1 << TABLE_BITS, sizeof(Entry))
        self.outcomes[0] = <Outcome*>calloc(OUTCOME_SLOTS, sizeof(Outcome))
        self.outcomes[1] = <Outcome*>calloc(OUTCOME_SLOTS, sizeof(Outcome))
        if self.table == NULL or self.outcomes[0] == NULL or self.outcomes[1] == NULL:
            raise MemoryError

    def __init__(self, Evaluation evaluation not None):
        self.evaluation = evaluation

    def __dealloc__(self):
        free(self.table)
        free(self.outcomes[0])
        free(self.outcomes[1])

    def solve(self, State state not None, int64_t max_nodes=1 << 62, stop=None):
        """Return the Solution of the round, or None if it took too many nodes or was stopped.

        The nodes are counted, and ``stop`` is asked, every few milliseconds; what ``stop``
        raises is raised here.
        """
        line = []
        cdef Table t = state.table
        cdef int move
        self._begin(state, max_nodes, stop)
        while t.phase == DRAFTING or t.phase == TILING:
            with nogil:
                move = self._best_move(&t)
            if self.error is not None:
                raise self.error
            if self.stopped:
                return None
            line.append(Move.from_index(move))
            play_move(&t, move)
        cdef float points[4]
        cdef float wins[4]
        cdef int p = state.table.player
        expect_points(&self.evaluation.worth, &t, points)
        expect_wins(&self.evaluation.worth, &t, points, wins)
        return Solution(tuple(line), wins[p], lead_of(points, t.players, p), self.nodes)

    def value(self, State state not None):
        """Return every player's utility under best play to the end of the round."""
        cdef float values[4]
        cdef int p
        self._begin(state, 1 << 62, None)
        with nogil:
            if state.table.players == 2:
                values[0] = self._minimax(&state.table, 0, 1)
                values[1] = 1 - values[0]
            else:
                self._max_n(&state.table, values)
        return tuple([values[p] for p in range(state.table.players)])

    @property
    def num_nodes(self):
        """How many positions the last call looked at."""
        return self.nodes

    cdef int _begin(self, State state, int64_t max_nodes, object stop) except -1:
        if state.table.phase != DRAFTING and state.table.phase != TILING:
            raise ValueError("there is nothing to solve: no player is to act")
        self.nodes = 0
        self.most_nodes = max_nodes
        self.between_looks = NODES_BETWEEN_LOOKS
        if state.table.gray or state.table.players > 2:
            self.between_looks = DEAR_NODES_BETWEEN_LOOKS
        self.next_look = self.between_looks
        self.stopped = False
        self.stop = stop
        self.error = None
        self._enter_round(&state.table)
        return 0

    cdef void _enter_round(self, const Table* t) noexcept nogil:
        """What stands still during a round becomes part of the keys."""
        cdef uint64_t salt = 0x243F6A8885A308D3
        cdef int p, row
        for p in range(t.players):
            salt = mix(salt, <uint64_t>t.wall[p] << 32 | t.have[p])
            salt = mix(salt, <uint64_t>t.score[p])
            for row in range(5 if t.gray else 0):
                salt = mix(salt, t.paint[p][row])
            list_prizes(t, p, self.prizes[p])
        salt = mix(salt, <uint64_t>t.bag << 32 | <uint64_t>(t.round << 8 | t.start))
        if salt != self.salt:
            self.salt = salt
            self.stamp += 1              # what was remembered of other rounds is void

    cdef int _best_move(self, const Table* t) noexcept nogil:
        cdef uint16_t moves[MOVE_BUFFER]
        cdef float values[4]
        cdef Table after
        cdef int i, n = self._list(t, moves), chosen = moves[0], p = t.player
        cdef float alpha = 0, beta = 1, value, best = -1
        for i in range(n):
            after = t[0]
            self._play(&after, moves[i])
            if t.players == 2:
                value = self._minimax(&after, alpha, beta)
                values[0], values[1] = value, 1 - value
                if p == 0 and value > alpha:
                    alpha = value
                elif p == 1 and value < beta:
                    beta = value
            else:
                self._max_n(&after, values)
            if self.stopped:
                return chosen
            if values[p] > best:
                best, chosen = values[p], moves[i]
        return chosen

    # ------------------------------------------------------------------- two players

    cdef float _minimax(self, const Table* t, float alpha, float beta) noexcept nogil:
        """The value for player 0, exact between alpha and beta."""
        cdef uint16_t moves[MOVE_BUFFER]
        cdef Table after
        cdef Entry* entry = NULL
        cdef uint64_t key = 0
        cdef uint16_t best_move
        cdef float value, best, low = alpha, high = beta
        cdef int i, n, group
        self.nodes += 1
        if t.left == 0 and t.phase != TILING:
            return self._leaf(t)
        if self.nodes >= self.next_look and self._look():
            return 0
        if t.phase == DRAFTING and not t.gray and t.bag:
            group = last_group(t)
            if group >= 0:
                return self._last_draft(t, group)
        if t.left >= REMEMBER_FROM:
            key = self._key(t)
            entry = &self.table[key >> (64 - TABLE_BITS)]
            if entry.key == key:
                if entry.kind == EXACT:
                    return entry.value
                if entry.kind == AT_LEAST and entry.value >= beta:
                    return entry.value
                if entry.kind == AT_MOST and entry.value <= alpha:
                    return entry.value
        n = self._list(t, moves)
        if entry != NULL and entry.key == key:
            bring_forward(moves, n, entry.move)
        best_move = moves[0]
        best = -1 if t.player == 0 else 2
        for i in range(n):
            after = t[0]
            self._play(&after, moves[i])
            value = self._minimax(&after, low, high)
            if self.stopped:
                return 0
            if t.player == 0:
                if value > best:
                    best, best_move = value, moves[i]
                    if best > low:
                        low = best
            elif value < best:
                best, best_move = value, moves[i]
                if best < high:
                    high = best
            if low >= high:
                break
        if entry != NULL:
            entry.key = key
            entry.value = best
            entry.move = best_move
            entry.kind = EXACT if alpha < best < beta else (AT_LEAST if best >= beta else AT_MOST)
        return best

    cdef float _last_draft(self, const Table* t, int group) noexcept nogil:
        """Only one group of tiles is left: look the boards it can lead to up, one by one."""
        cdef int p = t.player, i, target, fall, room, floor = t.floor_count[p]
        cdef int source = group // 5, colour = group % 5
        cdef const uint16_t* targets = BITS[open_lines(t, p) >> 5 * colour & 31]
        cdef int n = targets[7] + 1                  # the lines that take it, and the floor
        cdef uint64_t lines = outcome_key(t, p, 0) & LINES, key
        cdef const Outcome* mine
        cdef const Outcome* other = outcome(&self.evaluation.worth, t, 1 - p,
                                           self.stamp, self.outcomes[1 - p])
        cdef int start = t.start if t.marker == NOBODY else t.marker
        cdef float value, best = -1 if p == 0 else 2
        if source == CENTRE and t.marker == NOBODY:
            start = p
            floor += floor < 7
        self.nodes += n
        for i in range(n):
            target = targets[i]
            fall, key = t.left, lines
            if target != FLOOR:
                room = target + 1 - t.line_count[p][target]
                if room > fall:
                    room = fall
                fall -= room
                room += t.line_count[p][target]
                key = with_line(key, target, room, colour)
            fall += floor
            key |= (self.stamp << 3 | <uint64_t>(fall if fall < 7 else 7)) << 30
            mine = &self.outcomes[p][outcome_slot(key)]
            if mine.key != key:
                mine = self._after(t, 6 * group + target)
            value = self._value_pair(mine, other, start) if p == 0 \
                else self._value_pair(other, mine, start)
            if (value > best) if p == 0 else (value < best):
                best = value
        return best

    cdef const Outcome* _after(self, const Table* t, int move) noexcept nogil:
        """The mover's outcome after a draft."""
        cdef Table after = t[0]
        draft(&after, move)
        return outcome(&self.evaluation.worth, &after, t.player, self.stamp,
                       self.outcomes[t.player])

    cdef float _leaf(self, const Table* t) noexcept nogil:
        """The value for player 0 of a round whose drafting is over."""
        if t.gray or t.bag == 0:
            return self._leaf_in_full(t)
        return self._value_pair(outcome(&self.evaluation.worth, t, 0, self.stamp, self.outcomes[0]),
                                outcome(&self.evaluation.worth, t, 1, self.stamp, self.outcomes[1]),
                                t.start if t.marker == NOBODY else t.marker)

    cdef float _value_pair(self, const Outcome* a, const Outcome* b, int start) noexcept nogil:
        """The value for player 0 when the boards come to a and b."""
        cdef float lead, win
        cdef int left = 5 - (a.longest_row if a.longest_row > b.longest_row else b.longest_row)
        if left == 0:
            lead = a.final_points - b.final_points
            if lead == 0:
                win = 0.5 + 0.5 * ((a.rows > b.rows) - (a.rows < b.rows))
            else:
                win = lead > 0
            return utility(win, lead)
        lead = a.points[left - 1] - b.points[left - 1]
        lead += self.evaluation.worth.weight[STARTS][left - 1] * (1 - 2 * start)
        win = 1 / (1 + expf(-lead / self.evaluation.worth.scale[left - 1]))
        return utility(win, lead)

    cdef float _leaf_in_full(self, const Table* t) noexcept nogil:
        cdef Table after = t[0]
        cdef float values[4]
        if after.phase == DRAFTING:
            settle(&after)
        self._value_all(&after, values)
        return values[0]

    # --------------------------------------------------------------- three and four

    cdef void _max_n(self, const Table* t, float* values) noexcept nogil:
        """Every player's value when each maximises their own; the first best move counts."""
        cdef uint16_t moves[MOVE_BUFFER]
        cdef float below[4]
        cdef Table after
        cdef int i, p, n
        self.nodes += 1
        if t.phase == DEALING or t.phase == OVER:
            self._value_all(t, values)
            return
        values[t.player] = -1
        if self.nodes >= self.next_look and self._look():
            return
        n = self._list(t, moves)
        for i in range(n):
            after = t[0]
            play_move(&after, moves[i])
            self._max_n(&after, below)
            if self.stopped:
                return
            if below[t.player] > values[t.player]:
                for p in range(t.players):
                    values[p] = below[p]

    cdef void _value_all(self, const Table* t, float* values) noexcept nogil:
        cdef float points[4]
        cdef float wins[4]
        cdef int p
        expect_points(&self.evaluation.worth, t, points)
        expect_wins(&self.evaluation.worth, t, points, wins)
        for p in range(t.players):
            values[p] = utility(wins[p], lead_of(points, t.players, p))

    # ---------------------------------------------------------------------- helpers

    cdef void _play(self, Table* t, int move) noexcept nogil:
        """On a coloured wall with two players the end of the round is left to ``_leaf``."""
        if t.gray or t.players > 2:
            play_move(t, move)
        else:
            draft(t, move)

    cdef int _list(self, const Table* t, uint16_t* moves) noexcept nogil:
        """Legal moves, without those that only name another display of the same tiles,
        the most promising first."""
        cdef int drop[29]
        cdef int glance[MOVE_BUFFER]
        cdef int i, k, value, n = 0
        cdef uint32_t lines
        cdef uint16_t move
        if t.phase == TILING:
            return list_moves(t, moves)
        lines = open_lines(t, t.player)
        for i in range(t.displays):
            if t.source[i] and not has_twin(t, i):
                n += list_source(t.source[i], 30 * i, lines, moves + n)
        if t.source[CENTRE]:
            n += list_source(t.source[CENTRE], 30 * CENTRE, lines, moves + n)
        if t.left < ORDER_FROM:
            return n
        list_drops(t, t.player, drop)
        for i in range(n):
            move = moves[i]
            value = glance_at(t, t.player, move, drop, self.prizes[t.player])
            k = i
            while k > 0 and glance[k - 1] < value:
                glance[k], moves[k] = glance[k - 1], moves[k - 1]
                k -= 1
            glance[k], moves[k] = value, move
        return n

    cdef uint64_t _key(self, const Table* t) noexcept nogil:
        cdef uint64_t key = self.salt
        cdef const uint64_t* sources = <const uint64_t*>&t.source[0]
        cdef int i
        for i in range(5):
            key = mix(key, sources[i])
        for i in range(t.players):
            key = mix(key, outcome_key(t, i, 0))
        if t.bag == 0:               # whether the game can go on depends on the lid
            key = mix(key, <uint64_t>t.lid)
        return mix(key, <uint64_t>(t.player << 8 | (t.marker + 1))) | 1

    cdef bint _look(self) noexcept nogil:
        """Whether to give up: too many nodes, or told to stop."""
        self.next_look = self.nodes + self.between_looks
        self.stopped = self.nodes > self.most_nodes or self._asked_to_stop()
        return self.stopped

    cdef bint _asked_to_stop(self) noexcept with gil:
        if self.stop is None:
            return False
        try:
            return bool(self.stop())
        except BaseException as error:  # handed on by solve: nothing may leave here
            self.error = error
            return True


cdef inline uint64_t mix(uint64_t key, uint64_t word) noexcept nogil:
    key = (key ^ word) * <uint64_t>0xFF51AFD7ED558CCD
    return key ^ key >> 32


cdef inline int last_group(const Table* t) noexcept nogil:
    """Source * 5 + colour of the only tiles left to take; -1 while there is a choice."""
    cdef int source = 0, colour = 0
    cdef uint32_t tiles
    while source < t.displays and t.source[source] == 0:
        source += 1
    if source == t.displays:
        source = CENTRE
    tiles = t.source[source]
    while tiles & 31 == 0:
        tiles >>= 5
        colour += 1
    return source * 5 + colour if <int>tiles == t.left else -1


cdef inline bint has_twin(const Table* t, int display) noexcept nogil:
    """Whether a display before this one holds the same tiles."""
    cdef int i
    for i in range(display):
        if t.source[i] == t.source[display]:
            return True
    return False


cdef inline void bring_forward(uint16_t* moves, int n, uint16_t move) noexcept nogil:
    cdef int i
    for i in range(n):
        if moves[i] == move:
            while i > 0:
                moves[i] = moves[i - 1]
                i -= 1
            moves[0] = move
            return
