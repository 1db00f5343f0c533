"""Monte Carlo tree search over one round: PUCT, a value for every seat, leaves in batches.

The tree ends with the round. A state between rounds is a leaf whose value the evaluator
gives, so chance never enters the tree. Tiling choices on the gray wall are ordinary nodes.
"""

from libc.math cimport logf, sqrtf
from libc.stdint cimport int8_t, int32_t, int64_t, uint16_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memset

from azulejos.rules.kernel cimport MOVE_BUFFER, Table, list_moves, play_move
from azulejos.rules.move cimport Move
from azulejos.rules.state cimport State
from azulejos.search.evaluator cimport Evaluator, Leaf
from azulejos.search.utility cimport utility

from azulejos.rules.types import Phase

cdef enum:
    MAX_BATCH = 256
    MAX_PATH = 128
    NO_CHILD = -1
    WAITING = 0              # a node whose judgement is on its way
    OPEN = 1
    CLOSED = 2               # the round is over

cdef struct Edge:
    int32_t child
    int32_t visits
    int32_t flying           # visits whose value is on its way
    float prior
    float value[4]           # sums over the visits
    float win                # for the player who moves here, sums over the visits
    float lead
    uint16_t move

cdef struct Node:
    int32_t first_edge
    int32_t num_edges
    int32_t visits
    int8_t player
    int8_t kind
    float value[4]           # as first judged
    float win[4]
    float lead[4]

cdef struct Path:
    int32_t edge[MAX_PATH]
    int8_t player[MAX_PATH]
    int length
    int32_t node


cdef class Tree:
    """A search tree that grows by simulations and can be read at any time."""

    cdef Evaluator evaluator
    cdef Table root_table
    cdef Node* nodes
    cdef Edge* edges
    cdef int64_t num_nodes, num_edges, node_room, edge_room, max_nodes
    cdef Leaf* leaves
    cdef Path* paths
    cdef int batch
    cdef bint plain
    cdef float exploration
    cdef int64_t told                    # simulations since this root was set, and what they told
    cdef double told_win[4]
    cdef double told_lead[4]

    def __cinit__(self):
        self.nodes = NULL
        self.edges = NULL
        self.leaves = NULL
        self.paths = NULL

    def __init__(self, State state not None, Evaluator evaluator not None, *,
                 double exploration=1.0, int batch=1, bint plain=False,
                 int64_t max_nodes=150_000):
        """Plant a tree; ``plain`` chooses moves by UCB1 and ignores first impressions.

        A tree of ``max_nodes`` goes on searching but grows no more; it takes about 1 kB a node.
        """
        if not 1 <= batch <= MAX_BATCH:
            raise ValueError(f"batch must be 1 to {MAX_BATCH}, not {batch}")
        if state.phase not in (Phase.DRAFT, Phase.TILE):
            raise ValueError("there is nothing to search: no player is to act")
        self.evaluator = evaluator
        self.exploration = exploration
        self.plain = plain
        self.batch = batch
        self.max_nodes = max_nodes
        self.leaves = <Leaf*>malloc(batch * sizeof(Leaf))
        self.paths = <Path*>malloc(batch * sizeof(Path))
        self.root_table = state.table
        if self.leaves == NULL or self.paths == NULL:
            raise MemoryError
        self._plant()

    def __dealloc__(self):
        free(self.nodes)
        free(self.edges)
        free(self.leaves)
        free(self.paths)

    cdef int _plant(self) except -1:
        self.num_nodes = self.num_edges = 0
        self.paths[0].length = 0
        self.leaves[0].table = self.root_table
        if not self._reserve():
            raise MemoryError
        self._forget_told()
        with nogil:
            self._add_leaf(0)
            self.evaluator.judge(self.leaves, 1)
            if not self.evaluator.failed:
                self._settle_leaf(0)
        self.evaluator.raise_error()
        return 0

    @property
    def visits(self):
        """How many simulations have passed through the root."""
        return self.nodes[0].visits

    @property
    def size(self):
        """How many nodes the tree has."""
        return self.num_nodes

    @property
    def is_full(self):
        """Whether the tree has all the nodes it may have."""
        return self.num_nodes >= self.max_nodes

    @property
    def is_exhausted(self):
        """Whether nothing is left to find out: never, judgements differ from visit to visit."""
        return False

    def run(self, int simulations):
        """Add simulations; return how many were added (fewer only when memory is short).

        An error of the evaluator is raised here; the leaves it was asked about are forgotten.
        """
        cdef int done = 0, got
        with nogil:
            while done < simulations:
                got = self._run_batch(simulations - done)
                if got == 0:
                    break
                done += got
        self.evaluator.raise_error()
        return done

    def children(self):
        """Return what is known of each move: (move, visits, prior, win, lead) in move order."""
        cdef Node* root = &self.nodes[0]
        cdef Edge* e
        cdef int i
        rows = []
        for i in range(root.num_edges):
            e = &self.edges[root.first_edge + i]
            n = e.visits if e.visits else 1
            rows.append((Move.from_index(e.move), e.visits, e.prior, e.win / n, e.lead / n))
        return rows

    def best(self):
        """Return the best line of play: the most visited moves."""
        line = []
        cdef int32_t node = 0, edge
        while node != NO_CHILD and self.nodes[node].kind == OPEN:
            edge = self._most_visited(node)
            if self.edges[edge].visits == 0 and node != 0:
                break
            line.append(Move.from_index(self.edges[edge].move))
            node = self.edges[edge].child
        return tuple(line)

    def outlook(self):
        """Return the win share and the lead the player to move expects.

        It is the mean over all visits but those of moves given up after the first: the most
        visited move looks better than it is as long as not all its answers have been searched.
        """
        cdef Node* root = &self.nodes[0]
        cdef Edge* e = &self.edges[root.first_edge]
        cdef int32_t most = self.edges[self._most_visited(0)].visits
        cdef int64_t visits = 0
        cdef double win = 0, lead = 0
        cdef int i
        if most == 0:
            return root.win[root.player], root.lead[root.player]
        for i in range(root.num_edges):
            if e[i].visits > 1 or e[i].visits == most:
                visits += e[i].visits
                win += e[i].win
                lead += e[i].lead
        return win / visits, lead / visits

    def outlooks(self):
        """Return every seat's win share and lead, by seat: means over all that was judged.

        What was judged before a state became the root does not count, unless there is nothing
        else: then it is what the state looked like at first.
        """
        cdef const Node* root = &self.nodes[0]
        cdef int p
        if self.told == 0:
            return [(root.win[p], root.lead[p]) for p in range(self.root_table.players)]
        return [(self.told_win[p] / self.told, self.told_lead[p] / self.told)
                for p in range(self.root_table.players)]

    def is_decided(self, double simulations):
        """Whether so many more simulations cannot give another move the most visits."""
        most, second = sorted([0, *(row[1] for row in self.children())], reverse=True)[:2]
        return most > second + simulations

    def move_to(self, State state not None):
        """Make a state in the tree its root and keep what lies below; False if it is not there."""
        cdef int32_t found
        cdef Table t = self.root_table
        with nogil:
            found = self._find(0, &t, &state.table)
        if found < 0 or self.nodes[found].kind != OPEN:
            return False
        self._prune(found)
        self.root_table = state.table
        self._forget_told()
        return True

    cdef void _forget_told(self) noexcept nogil:
        self.told = 0
        memset(self.told_win, 0, sizeof(self.told_win))
        memset(self.told_lead, 0, sizeof(self.told_lead))

    # ------------------------------------------------------------------- one simulation

    cdef int _run_batch(self, int most) noexcept nogil:
        """Collect up to a batch of leaves, judge them together, and pass the values up."""
        cdef int i, num_leaves = 0, done = 0, result
        cdef int64_t num_nodes = self.num_nodes
        if most > self.batch:
            most = self.batch
        while done < most:
            result = self._descend(num_leaves)
            if result < 0:
                break
            done += 1
            num_leaves += result
        if num_leaves:
            self.evaluator.judge(self.leaves, num_leaves)
            if self.evaluator.failed:
                for i in range(num_leaves):
                    self._forget_leaf(i)
                self.num_nodes = num_nodes
                return 0
            for i in range(num_leaves):
                self._settle_leaf(i)
        return done

    cdef int _descend(self, int slot) noexcept nogil:
        """Walk to a leaf. 1: it waits in the slot; 0: its value was known; -1: no way on."""
        cdef Path* path = &self.paths[slot]
        cdef Table t = self.root_table
        cdef int32_t node = 0, edge
        path.length = 0
        while True:
            edge = self._choose(node)
            path.edge[path.length] = edge
            path.player[path.length] = self.nodes[node].player
            path.length += 1
            self.edges[edge].flying += 1
            play_move(&t, self.edges[edge].move)
            node = self.edges[edge].child
            if node == NO_CHILD:
                if not self._reserve():
                    self._give_up(path)
                    return -1
                self.leaves[slot].table = t
                if self.num_nodes < self.max_nodes:
                    self.edges[edge].child = <int32_t>self.num_nodes
                    self._add_leaf(slot)
                else:
                    self.leaves[slot].num_moves = list_moves(&t, self.leaves[slot].move)
                    path.node = NO_CHILD
                return 1
            if self.nodes[node].kind == CLOSED:
                self._pass_up(path, &self.nodes[node])
                return 0
            if self.nodes[node].kind == WAITING:
                self._give_up(path)
                return -1

    cdef int32_t _choose(self, int32_t node) noexcept nogil:
        if self.plain:
            return self._choose_plain(node)
        cdef Node* parent = &self.nodes[node]
        cdef Edge* e
        cdef int i, n, p = parent.player, all_visits = 0
        cdef int32_t chosen = parent.first_edge
        cdef float score, best = -1e30, explore, first, seen = 0
        for i in range(parent.num_edges):
            e = &self.edges[parent.first_edge + i]
            all_visits += e.visits + e.flying
            if e.visits:
                seen += e.prior
        explore = self.exploration * sqrtf(<float>all_visits + 1)
        # A move not tried yet is taken to be a little worse than the node looked.
        first = parent.value[p] - <float>0.2 * sqrtf(seen)
        for i in range(parent.num_edges):
            e = &self.edges[parent.first_edge + i]
            n = e.visits + e.flying
            score = (e.value[p] / n if n else first) + explore * e.prior / (1 + n)
            if score > best:
                best, chosen = score, parent.first_edge + i
        return chosen

    cdef int32_t _choose_plain(self, int32_t node) noexcept nogil:
        cdef Node* parent = &self.nodes[node]
        cdef Edge* e
        cdef int i, p = parent.player
        cdef int32_t chosen = parent.first_edge
        cdef float score, best = -1e30
        cdef float log_visits = logf(<float>parent.visits + 1)
        for i in range(parent.num_edges):
            e = &self.edges[parent.first_edge + i]
            if e.visits + e.flying == 0:
                return parent.first_edge + i
            score = e.value[p] / (e.visits + e.flying) \
                + self.exploration * sqrtf(log_visits / (e.visits + e.flying))
            if score > best:
                best, chosen = score, parent.first_edge + i
        return chosen

    cdef void _add_leaf(self, int slot) noexcept nogil:
        """Make the node of the leaf in a slot, to be judged."""
        cdef Leaf* leaf = &self.leaves[slot]
        cdef Node* node = &self.nodes[self.num_nodes]
        memset(node, 0, sizeof(Node))
        node.player = leaf.table.player
        node.kind = WAITING
        leaf.num_moves = list_moves(&leaf.table, leaf.move)
        self.paths[slot].node = <int32_t>self.num_nodes
        self.num_nodes += 1

    cdef void _settle_leaf(self, int slot) noexcept nogil:
        """The leaf has been judged: open its node and pass its value up."""
        cdef Leaf* leaf = &self.leaves[slot]
        cdef int32_t at = self.paths[slot].node
        cdef Node passing
        cdef Node* node = &self.nodes[at] if at != NO_CHILD else &passing
        cdef int p
        for p in range(leaf.table.players):
            node.win[p] = leaf.win[p]
            node.lead[p] = leaf.lead[p]
            node.value[p] = utility(node.win[p], node.lead[p])
        if at != NO_CHILD:
            self._open(node, leaf)
        self._pass_up(&self.paths[slot], node)

    cdef void _forget_leaf(self, int slot) noexcept nogil:
        """The leaf could not be judged: as if it had never been reached."""
        cdef Path* path = &self.paths[slot]
        if path.node != NO_CHILD:
            self.edges[path.edge[path.length - 1]].child = NO_CHILD
        self._give_up(path)

    cdef void _open(self, Node* node, const Leaf* leaf) noexcept nogil:
        cdef Edge* e
        cdef int i
        node.kind = OPEN if leaf.num_moves else CLOSED
        node.first_edge = <int32_t>self.num_edges
        node.num_edges = leaf.num_moves
        for i in range(leaf.num_moves):
            e = &self.edges[self.num_edges + i]
            memset(e, 0, sizeof(Edge))
            e.child = NO_CHILD
            e.move = leaf.move[i]
            e.prior = leaf.prior[i]
        self.num_edges += leaf.num_moves

    cdef void _pass_up(self, Path* path, const Node* leaf) noexcept nogil:
        cdef Edge* e
        cdef int i, p
        self.nodes[0].visits += path.length > 0
        self.told += 1
        for p in range(self.root_table.players):
            self.told_win[p] += leaf.win[p]
            self.told_lead[p] += leaf.lead[p]
        for i in range(path.length):
            e = &self.edges[path.edge[i]]
            e.visits += 1
            e.flying -= 1
            for p in range(self.root_table.players):
                e.value[p] += leaf.value[p]
            e.win += leaf.win[path.player[i]]
            e.lead += leaf.lead[path.player[i]]
            if e.child != NO_CHILD and i + 1 < path.length:
                self.nodes[e.child].visits += 1

    cdef void _give_up(self, Path* path) noexcept nogil:
        cdef int i
        for i in range(path.length):
            self.edges[path.edge[i]].flying -= 1

    # ---------------------------------------------------------------------- bookkeeping

    cdef int32_t _most_visited(self, int32_t node) noexcept nogil:
        """The edge with the most visits; of equals the one with the better prior."""
        cdef Node* parent = &self.nodes[node]
        cdef Edge* e
        cdef Edge* best = &self.edges[parent.first_edge]
        cdef int32_t chosen = parent.first_edge
        cdef int i
        for i in range(1, parent.num_edges):
            e = &self.edges[parent.first_edge + i]
            if e.visits > best.visits or (e.visits == best.visits and e.prior > best.prior):
                best, chosen = e, parent.first_edge + i
        return chosen

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
        if self.num_edges + MOVE_BUFFER * (self.batch + 1) > self.edge_room:
            room = 2 * self.edge_room + MOVE_BUFFER * (self.batch + 1)
            grown = realloc(self.edges, room * sizeof(Edge))
            if grown == NULL:
                return False
            self.edges, self.edge_room = <Edge*>grown, room
        return True

    cdef int32_t _find(self, int32_t node, const Table* t, const Table* wanted) noexcept nogil:
        """The node of a state, or -1. A state with fewer tiles on offer cannot lead there."""
        cdef Table after
        cdef int32_t found
        cdef int i
        cdef Edge* e
        if memcmp(t, wanted, sizeof(Table)) == 0:
            return node
        if self.nodes[node].kind != OPEN or t.left < wanted.left:
            return -1
        for i in range(self.nodes[node].num_edges):
            e = &self.edges[self.nodes[node].first_edge + i]
            if e.child != NO_CHILD:
                after = t[0]
                play_move(&after, e.move)
                found = self._find(e.child, &after, wanted)
                if found >= 0:
                    return found
        return -1

    cdef int _prune(self, int32_t root) except -1:
        """Keep the subtree of a node, moved to the front of new arrays."""
        cdef Node* old_nodes = self.nodes
        cdef Edge* old_edges = self.edges
        cdef Node* nodes = <Node*>malloc(self.node_room * sizeof(Node))
        cdef Edge* edges = <Edge*>malloc(self.edge_room * sizeof(Edge))
        cdef int64_t done = 0, num_nodes = 1, num_edges = 0
        cdef int i
        if nodes == NULL or edges == NULL:
            free(nodes)
            free(edges)
            raise MemoryError
        nodes[0] = old_nodes[root]
        with nogil:
            while done < num_nodes:              # breadth first: nodes already moved, in order
                for i in range(nodes[done].num_edges):
                    edges[num_edges + i] = old_edges[nodes[done].first_edge + i]
                    if edges[num_edges + i].child != NO_CHILD:
                        nodes[num_nodes] = old_nodes[edges[num_edges + i].child]
                        edges[num_edges + i].child = <int32_t>num_nodes
                        num_nodes += 1
                nodes[done].first_edge = <int32_t>num_edges
                num_edges += nodes[done].num_edges
                done += 1
        free(old_nodes)
        free(old_edges)
        self.nodes, self.edges = nodes, edges
        self.num_nodes, self.num_edges = num_nodes, num_edges
        return 0
