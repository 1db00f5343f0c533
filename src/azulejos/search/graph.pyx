"""Monte Carlo search over one round for evaluators that always judge a state alike.

Like `Tree` it is PUCT with a value for every seat and ends with the round. Positions
reached by several orders of moves are one node, judged once. Where every way on is known
to the round's end a node is exhausted: its value is that of the best move, not a mean.
"""

from libc.math cimport sqrtf
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from azulejos.rules.kernel cimport MOVE_BUFFER, Table, list_moves, play_move
from azulejos.rules.move cimport Move
from azulejos.rules.state cimport State
from azulejos.search.evaluator cimport Evaluator, Leaf
from azulejos.search.utility cimport utility

from azulejos.rules.types import Phase

cdef enum:
    MAX_BATCH = 256
    MAX_PATH = 128
    TABLE_WORDS = 25         # a table, eight bytes at a time
    YOUNG = 8                # a batch is at most this part of the positions known
    WELL_VISITED = 3         # moves with this part of the most visits may be chosen by their value
    CURIOUS = 16             # one of so many walks leaves an exhausted move for another
    MOST_VISITS = 1 << 29    # far from what 32 bits can count, for a node may outlive its root
    NOTHING = -1
    WAITING = 0              # a node whose judgement is on its way
    OPEN = 1
    CLOSED = 2               # the round is over
    # How a walk ends:
    LEAF = 1                 # at a new leaf, to be judged
    KNOWN = 0                # where more is known than this way has been told
    BLOCKED = -1             # at a leaf that is being judged
    NO_ROOM = -2

assert sizeof(Table) == 8 * TABLE_WORDS

cdef struct Edge:
    int32_t child
    int32_t visits
    int16_t flying           # visits on their way
    uint16_t move
    float prior

cdef struct Judgement:
    float value[4]
    float win[4]
    float lead[4]

cdef struct Node:
    uint64_t key
    int32_t first_edge       # edges by prior, the most promising first
    int16_t num_edges
    int16_t tried            # so many edges, the first ones, have been chosen at all
    int32_t visits           # of the edges, and one for the node itself
    int32_t walks            # simulations that came through here
    int8_t player
    int8_t kind
    int8_t exhausted
    Judgement first          # as the evaluator judged
    Judgement mean           # as it looks now

cdef struct Path:
    int32_t node[MAX_PATH]
    int32_t edge[MAX_PATH]
    int length
    int32_t leaf


cdef class Graph:
    """A search that grows by simulations and can be read at any time."""

    cdef Evaluator evaluator
    cdef Table root_table
    cdef Node* nodes
    cdef Edge* edges
    cdef int32_t* slots                  # nodes by key, open addressing
    cdef int64_t num_nodes, num_edges, num_slots, node_room, edge_room, max_nodes
    cdef Leaf* leaves
    cdef Path* paths                     # of the leaves, then of the walks that were blocked
    cdef int batch
    cdef float exploration

    def __cinit__(self):
        self.nodes = NULL
        self.edges = NULL
        self.slots = NULL
        self.leaves = NULL
        self.paths = NULL

    def __init__(self, State state not None, Evaluator evaluator not None, *,
                 double exploration=1.0, int batch=1, int64_t max_nodes=300_000):
        """Begin with a state; nothing is added once ``max_nodes`` positions are known.

        A position takes about half a kB. ``batch`` is the most leaves judged at once.
        """
        if not 1 <= batch <= MAX_BATCH:
            raise ValueError(f"batch must be 1 to {MAX_BATCH}, not {batch}")
        if state.phase not in (Phase.DRAFT, Phase.TILE):
            raise ValueError("there is nothing to search: no player is to act")
        self.evaluator = evaluator
        self.exploration = exploration
        self.batch = batch
        self.max_nodes = max_nodes
        self.leaves = <Leaf*>malloc(batch * sizeof(Leaf))
        self.paths = <Path*>malloc(2 * batch * sizeof(Path))
        self.root_table = state.table
        if self.leaves == NULL or self.paths == NULL:
            raise MemoryError
        self._plant()

    def __dealloc__(self):
        free(self.nodes)
        free(self.edges)
        free(self.slots)
        free(self.leaves)
        free(self.paths)

    cdef int _plant(self) except -1:
        self.num_nodes = self.num_edges = 0
        self.paths[0].length = 0
        self.leaves[0].table = self.root_table
        if not self._reserve():
            raise MemoryError
        with nogil:
            self._add_leaf(0, key_of(&self.root_table))
            self.evaluator.judge(self.leaves, 1)
            if not self.evaluator.failed:
                self._settle_leaf(0)
        self.evaluator.raise_error()
        return 0

    @property
    def visits(self):
        """How many simulations have passed through the root."""
        return self.nodes[0].visits - 1

    @property
    def size(self):
        """How many positions have been judged and are kept."""
        return self.num_nodes

    @property
    def is_full(self):
        """Whether there are all the nodes there may be."""
        return self.num_nodes >= self.max_nodes

    @property
    def is_exhausted(self):
        """Whether every way to the round's end that matters is known: more would change nothing."""
        return bool(self.nodes[0].exhausted)

    def run(self, int simulations):
        """Add simulations; return how many were added: fewer when exhausted or full.

        A search ends at 2^29 simulations; known lines are visited by the million a second.
        An error of the evaluator is raised here; the leaves it was asked about are forgotten.
        """
        cdef int done = 0, got
        with nogil:
            while done < simulations and not self.nodes[0].exhausted \
                    and self.nodes[0].visits < MOST_VISITS:
                got = self._run_batch(simulations - done)
                if got == 0:
                    break
                done += got
        self.evaluator.raise_error()
        return done

    def children(self):
        """Return what is known of each move: (move, visits, prior, win, lead) in move order."""
        cdef Node* root = &self.nodes[0]
        cdef Node* child
        cdef Edge* e
        cdef int i
        rows = []
        for i in range(root.num_edges):
            e = &self.edges[root.first_edge + i]
            win = lead = 0.0
            if e.child != NOTHING:
                child = &self.nodes[e.child]
                win, lead = child.mean.win[root.player], child.mean.lead[root.player]
            rows.append((e.move, (Move.from_index(e.move), e.visits, e.prior, win, lead)))
        return [row for _, row in sorted(rows)]

    def best(self):
        """Return the best line of play: the best of the well visited moves or of all."""
        line = []
        cdef int32_t node = 0, edge
        while node != NOTHING and self.nodes[node].kind == OPEN:
            edge = self._best_edge(node)
            if self.edges[edge].child == NOTHING and node != 0:
                break
            line.append(Move.from_index(self.edges[edge].move))
            node = self.edges[edge].child
        return tuple(line)

    def outlook(self):
        """Return the win share and the lead the player to move expects.

        It is the mean over the well visited moves: the best of several values that are not
        quite certain is mostly too high.
        """
        cdef Node* root = &self.nodes[0]
        cdef Edge* e = &self.edges[root.first_edge]
        cdef const Judgement* known = &root.mean
        cdef int64_t most = self._most_visits(root), visits = 0
        cdef double win = 0, lead = 0
        cdef int i, p = root.player
        if root.exhausted or most == 0:
            return known.win[p], known.lead[p]
        for i in range(root.tried):
            if e[i].visits * <int64_t>WELL_VISITED >= most:
                known = &self.nodes[e[i].child].mean
                visits += e[i].visits
                win += e[i].visits * known.win[p]
                lead += e[i].visits * known.lead[p]
        return win / visits, lead / visits

    def is_decided(self, double simulations):
        """Whether so many more simulations cannot make another move one of the well visited."""
        most, second = sorted([0, *(row[1] for row in self.children())], reverse=True)[:2]
        return most > WELL_VISITED * (second + simulations)

    def move_to(self, State state not None):
        """Make a known state the root and keep what lies below; False if it is not known."""
        cdef int32_t found = self._find(key_of(&state.table))
        if found == NOTHING or self.nodes[found].kind != OPEN:
            return False
        self._prune(found)
        self.root_table = state.table
        return True

    # ------------------------------------------------------------------- one simulation

    cdef int _run_batch(self, int most) noexcept nogil:
        """Collect leaves, judge them together, and pass the values up; return the simulations.

        A young tree takes few leaves at once: each should know of those before it.
        """
        cdef int i, num_leaves = 0, num_blocked = 0, done = 0, end
        cdef int64_t num_nodes = self.num_nodes, width = 1 + num_nodes // YOUNG
        if width > self.batch:
            width = self.batch
        while done < most and num_leaves < width and num_blocked < width:
            end = self._walk(&self.paths[num_leaves], &self.leaves[num_leaves])
            if end == NO_ROOM:
                break
            if end == BLOCKED:
                self.paths[self.batch + num_blocked] = self.paths[num_leaves]
                num_blocked += 1
                continue
            done += 1
            num_leaves += end == LEAF
            if self.nodes[0].exhausted:
                break
        for i in range(num_blocked):
            self._call_off(&self.paths[self.batch + i])
        if num_leaves:
            self.evaluator.judge(self.leaves, num_leaves)
            if self.evaluator.failed:
                for i in range(num_leaves):
                    self._forget_leaf(i)
                self.num_nodes = num_nodes
                self._index_nodes()
                return 0
            for i in range(num_leaves):
                self._settle_leaf(i)
        return done

    cdef int _walk(self, Path* path, Leaf* leaf) noexcept nogil:
        """Walk down to a new leaf, or to where the values are known; say which."""
        cdef Table t = self.root_table
        cdef int32_t node = 0
        cdef uint64_t key
        cdef Edge* e
        cdef Node* child
        path.length = 0
        while True:
            e = self._choose(node)
            path.node[path.length] = node
            path.edge[path.length] = <int32_t>(e - self.edges)
            path.length += 1
            e.flying += 1
            play_move(&t, e.move)
            node = e.child
            if node == NOTHING:
                key = key_of(&t)
                node = self._find(key)
                if node == NOTHING:
                    if self.num_nodes >= self.max_nodes or not self._reserve():
                        self._call_off(path)
                        return NO_ROOM
                    leaf.table = t
                    self.edges[path.edge[path.length - 1]].child = <int32_t>self.num_nodes
                    self._add_leaf(<int>(path - self.paths), key)
                    return LEAF
                if self.nodes[node].kind != WAITING:
                    e.child = node
            child = &self.nodes[node]
            if child.kind == WAITING:
                return BLOCKED
            if child.exhausted or child.walks >= e.visits + e.flying:
                self._pass_up(path)
                return KNOWN

    cdef Edge* _choose(self, int32_t node) noexcept nogil:
        """The edge to follow; now and then past an exhausted move, which has nothing to teach."""
        cdef Node* parent = &self.nodes[node]
        cdef Edge* edges = &self.edges[parent.first_edge]
        cdef int pick = self._most_promising(parent, False), other
        if edges[pick].visits and self.nodes[edges[pick].child].exhausted \
                and parent.walks % CURIOUS == 0:
            other = self._most_promising(parent, True)
            if other != NOTHING:
                pick = other
        if pick == parent.tried:
            parent.tried += 1
        return &edges[pick]

    cdef int _most_promising(self, const Node* parent, bint open_only) noexcept nogil:
        """The number of the edge with the best score, of all or of those not exhausted."""
        cdef const Edge* e = &self.edges[parent.first_edge]
        cdef int i, n, p = parent.player, pick = NOTHING, visits = parent.visits
        cdef float score, best = -1e30, explore, first, seen = 0
        for i in range(parent.tried):
            visits += e[i].flying
            seen += e[i].prior
        explore = self.exploration * sqrtf(<float>visits)
        # A move not tried yet is taken to be a little worse than the node looked.
        first = parent.first.value[p] - <float>0.2 * sqrtf(seen)
        # Of the moves not tried yet the first has the best chance.
        for i in range(parent.tried + (parent.tried < parent.num_edges)):
            if open_only and e[i].child != NOTHING and self.nodes[e[i].child].exhausted:
                continue
            n = e[i].visits + e[i].flying
            score = self.nodes[e[i].child].mean.value[p] if e[i].visits else first
            if e[i].flying:          # visits on their way count as lost until they are back
                score -= score * e[i].flying / n
            score += explore * e[i].prior / (1 + n)
            if score > best:
                best, pick = score, i
        return pick

    cdef void _add_leaf(self, int slot, uint64_t key) noexcept nogil:
        """Make the node of the leaf in a slot, to be judged."""
        cdef Leaf* leaf = &self.leaves[slot]
        cdef Node* node = &self.nodes[self.num_nodes]
        memset(node, 0, sizeof(Node))
        node.key = key
        node.player = leaf.table.player
        node.kind = WAITING
        leaf.num_moves = list_moves(&leaf.table, leaf.move)
        self.paths[slot].leaf = <int32_t>self.num_nodes
        self._enter(<int32_t>self.num_nodes)
        self.num_nodes += 1

    cdef void _settle_leaf(self, int slot) noexcept nogil:
        """The leaf has been judged: open its node and pass its value up."""
        cdef Leaf* leaf = &self.leaves[slot]
        cdef Node* node = &self.nodes[self.paths[slot].leaf]
        cdef int p
        for p in range(leaf.table.players):
            node.first.win[p] = leaf.win[p]
            node.first.lead[p] = leaf.lead[p]
            node.first.value[p] = utility(node.first.win[p], node.first.lead[p])
        node.mean = node.first
        node.visits = node.walks = 1
        self._open(node, leaf)
        self._pass_up(&self.paths[slot])

    cdef void _forget_leaf(self, int slot) noexcept nogil:
        """The leaf could not be judged: as if it had never been reached."""
        cdef Path* path = &self.paths[slot]
        self.edges[path.edge[path.length - 1]].child = NOTHING
        self._call_off(path)

    cdef void _open(self, Node* node, const Leaf* leaf) noexcept nogil:
        """Make the edges of a judged leaf, the most promising first."""
        cdef Edge* e = &self.edges[self.num_edges]
        cdef int i, k
        node.kind = OPEN if leaf.num_moves else CLOSED
        node.exhausted = leaf.num_moves == 0
        node.first_edge = <int32_t>self.num_edges
        node.num_edges = <int16_t>leaf.num_moves
        for i in range(leaf.num_moves):
            k = i
            while k > 0 and e[k - 1].prior < leaf.prior[i]:
                e[k] = e[k - 1]
                k -= 1
            e[k].child = NOTHING
            e[k].visits = 0
            e[k].flying = 0
            e[k].move = leaf.move[i]
            e[k].prior = leaf.prior[i]
        self.num_edges += leaf.num_moves

    cdef void _pass_up(self, Path* path) noexcept nogil:
        """The walk has come to its end: count it and judge the nodes on its way again."""
        cdef Edge* e
        cdef int i
        for i in range(path.length - 1, -1, -1):
            e = &self.edges[path.edge[i]]
            e.visits += 1
            e.flying -= 1
            self.nodes[path.node[i]].walks += 1
            self._judge_again(&self.nodes[path.node[i]])

    cdef void _judge_again(self, Node* node) noexcept nogil:
        """The mean over the visits; the best move's value where all are exhausted.

        A move that looks worse than an exhausted one need not be played: its visits count
        as if they had gone to the exhausted one.
        """
        cdef Edge* e = &self.edges[node.first_edge]
        cdef Node* child
        cdef const Judgement* best = NULL
        cdef const Judgement* known
        cdef Judgement sums = node.first
        cdef bint exhausted = node.tried == node.num_edges
        cdef int i, p, q = node.player, visits = 1
        cdef float part
        for i in range(node.tried):
            if e[i].child == NOTHING:
                exhausted = False
                continue
            child = &self.nodes[e[i].child]
            if not child.exhausted:
                exhausted = False
            elif best == NULL or child.mean.value[q] > best.value[q]:
                best = &child.mean
        if exhausted:
            node.exhausted = True
            node.mean = best[0]
            return
        if best != NULL and best.value[q] > sums.value[q]:
            sums = best[0]
        for i in range(node.tried):
            if e[i].visits:
                visits += e[i].visits
                part = <float>e[i].visits
                known = &self.nodes[e[i].child].mean
                if best != NULL and known.value[q] < best.value[q]:
                    known = best
                for p in range(self.root_table.players):
                    sums.value[p] += part * known.value[p]
                    sums.win[p] += part * known.win[p]
                    sums.lead[p] += part * known.lead[p]
        node.visits = visits
        part = 1 / <float>visits
        for p in range(self.root_table.players):
            node.mean.value[p] = sums.value[p] * part
            node.mean.win[p] = sums.win[p] * part
            node.mean.lead[p] = sums.lead[p] * part

    cdef void _call_off(self, Path* path) noexcept nogil:
        cdef int i
        for i in range(path.length):
            self.edges[path.edge[i]].flying -= 1

    # ---------------------------------------------------------------------- bookkeeping

    cdef int64_t _most_visits(self, const Node* node) noexcept nogil:
        cdef int64_t most = 0
        cdef int i
        for i in range(node.tried):
            most = max(most, self.edges[node.first_edge + i].visits)
        return most

    cdef int32_t _best_edge(self, int32_t node) noexcept nogil:
        """The edge with the best value of those with many visits; in an exhausted node of all."""
        cdef Node* parent = &self.nodes[node]
        cdef Edge* e = &self.edges[parent.first_edge]
        cdef int i, p = parent.player, pick = NOTHING
        cdef int64_t most = self._most_visits(parent)
        cdef float value, best = 0
        if most == 0 and not parent.exhausted:
            return parent.first_edge
        for i in range(parent.tried):
            if not parent.exhausted and e[i].visits * <int64_t>WELL_VISITED < most:
                continue
            value = self.nodes[e[i].child].mean.value[p]
            if pick == NOTHING or value > best \
                    or (value == best and e[i].visits > e[pick].visits):
                best, pick = value, i
        return parent.first_edge + pick

    cdef bint _reserve(self) noexcept nogil:
        """Make room for one more node and for the edges of a whole batch; False without memory."""
        cdef int64_t room
        cdef void* grown
        if self.num_nodes + 1 > self.node_room:
            room = 2 * self.node_room + 1024
            grown = realloc(self.nodes, room * sizeof(Node))
            if grown == NULL:
                return False
            self.nodes, self.node_room = <Node*>grown, room
        if 2 * (self.num_nodes + 1) > self.num_slots:
            room = 2 * self.num_slots if self.num_slots else 2048
            grown = realloc(self.slots, room * sizeof(int32_t))
            if grown == NULL:
                return False
            self.slots, self.num_slots = <int32_t*>grown, room
            self._index_nodes()
        if self.num_edges + MOVE_BUFFER * (self.batch + 1) > self.edge_room:
            room = 2 * self.edge_room + MOVE_BUFFER * (self.batch + 1)
            grown = realloc(self.edges, room * sizeof(Edge))
            if grown == NULL:
                return False
            self.edges, self.edge_room = <Edge*>grown, room
        return True

    cdef int32_t _find(self, uint64_t key) noexcept nogil:
        """The node with a key, or NOTHING."""
        cdef uint64_t at = key & <uint64_t>(self.num_slots - 1)
        while self.slots[at] != NOTHING:
            if self.nodes[self.slots[at]].key == key:
                return self.slots[at]
            at = (at + 1) & <uint64_t>(self.num_slots - 1)
        return NOTHING

    cdef void _enter(self, int32_t node) noexcept nogil:
        cdef uint64_t at = self.nodes[node].key & <uint64_t>(self.num_slots - 1)
        while self.slots[at] != NOTHING:
            at = (at + 1) & <uint64_t>(self.num_slots - 1)
        self.slots[at] = node

    cdef void _index_nodes(self) noexcept nogil:
        """Enter all nodes anew."""
        cdef int32_t i
        memset(self.slots, 0xFF, self.num_slots * sizeof(int32_t))
        for i in range(<int32_t>self.num_nodes):
            self._enter(i)

    cdef int _prune(self, int32_t root) except -1:
        """Keep what can be reached from a node, moved to the front of new arrays."""
        cdef Node* nodes = <Node*>malloc(self.node_room * sizeof(Node))
        cdef Edge* edges = <Edge*>malloc(self.edge_room * sizeof(Edge))
        cdef int32_t* moved = <int32_t*>malloc(self.num_nodes * sizeof(int32_t))
        cdef int64_t done = 0, num_nodes = 1, num_edges = 0
        cdef Edge* e
        cdef int i
        if nodes == NULL or edges == NULL or moved == NULL:
            free(nodes)
            free(edges)
            free(moved)
            raise MemoryError
        with nogil:
            memset(moved, 0xFF, self.num_nodes * sizeof(int32_t))
            nodes[0] = self.nodes[root]
            moved[root] = 0
            while done < num_nodes:              # breadth first: nodes already moved, in order
                for i in range(nodes[done].num_edges):
                    e = &edges[num_edges + i]
                    e[0] = self.edges[nodes[done].first_edge + i]
                    if e.child == NOTHING:
                        continue
                    if moved[e.child] == NOTHING:
                        nodes[num_nodes] = self.nodes[e.child]
                        moved[e.child] = <int32_t>num_nodes
                        num_nodes += 1
                    e.child = moved[e.child]
                nodes[done].first_edge = <int32_t>num_edges
                num_edges += nodes[done].num_edges
                done += 1
            free(self.nodes)
            free(self.edges)
            free(moved)
            self.nodes, self.edges = nodes, edges
            self.num_nodes, self.num_edges = num_nodes, num_edges
            self._index_nodes()
        return 0


cdef uint64_t key_of(const Table* t) noexcept nogil:
    """The same for states that differ only in the order of tiles on a floor line.

    What lies on the floor and in the lid need not be told: it is all that is nowhere else.
    """
    cdef Table bare = t[0]
    cdef uint64_t words[TABLE_WORDS]
    cdef uint64_t key = 0x243F6A8885A308D3
    cdef int i
    bare.lid = 0
    memset(bare.floor, 0, sizeof(bare.floor))
    memcpy(words, &bare, sizeof(Table))
    for i in range(TABLE_WORDS):
        key = (key ^ words[i]) * <uint64_t>0xFF51AFD7ED558CCD
        key ^= key >> 32
    return key
