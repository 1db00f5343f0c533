"""States of the game as immutable values."""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF, PyObject
from libc.stdint cimport int8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp

from azulejos.rules.kernel cimport (
    CENTRE,
    DEALING,
    DRAFTING,
    MARKER_DIGIT,
    MOVE_BUFFER,
    NOBODY,
    NUM_MOVES,
    OVER,
    Table,
    TILING,
    complete_rows,
    is_legal_move,
    list_moves,
    new_table,
    num_tiles,
    play_move,
    start_round,
)
from azulejos.rules.move cimport Move

from azulejos.errors import IllegalDealError, IllegalMoveError
from azulejos.rules import refusals
from azulejos.rules.types import MARKER, Board, Colour, Line, Phase, Wall

cdef tuple _COLOURS = tuple(Colour)
cdef tuple _PHASES = (Phase.DRAFT, Phase.TILE, Phase.DEAL, Phase.OVER)
cdef object _COLOURED = Wall.COLOURED
cdef object _GRAY = Wall.GRAY

# The interned moves by index, borrowed: they live as long as their module does.
cdef PyObject* _MOVES[NUM_MOVES]


cdef void _find_moves():
    for index in range(NUM_MOVES):
        move = Move.from_index(index)
        _MOVES[index] = <PyObject*>move


_find_moves()


cdef State wrap(const Table* table):
    """The state of a table, copied."""
    cdef State state = State.__new__(State)
    state.table = table[0]
    return state


cdef tuple unpack(uint32_t tiles):
    return (tiles & 31, tiles >> 5 & 31, tiles >> 10 & 31, tiles >> 15 & 31, tiles >> 20 & 31)


cdef uint32_t pack(tiles) except? 0xFFFFFFFF:
    cdef uint32_t packed = 0
    cdef int c, n
    if len(tiles) != 5:
        raise ValueError("tiles are given as five counts in colour order")
    for c in range(5):
        n = tiles[c]
        if not 0 <= n <= 20:
            raise ValueError(f"a count of tiles must be 0 to 20, not {n}")
        packed |= <uint32_t>n << 5 * c
    return packed


@cython.freelist(256)
@cython.final
cdef class State:
    """The game at one moment, as an immutable value.

    ``play`` and ``deal`` return new states; everything that follows without a choice or a
    draw (tiling, floors, bonuses) is done in the same step. Players, displays, lines, rows
    and columns count from 0.
    """

    def __init__(self):
        raise TypeError("use State.new or State.set_up")

    @staticmethod
    def new(int players=2, wall=Wall.COLOURED, int start=0):
        """Return the start of a game, before the first deal."""
        cdef State state
        if not 2 <= players <= 4:
            raise ValueError(f"players must be 2, 3 or 4, not {players}")
        if not 0 <= start < players:
            raise ValueError(f"start must be 0 to {players - 1}, not {start}")
        state = State.__new__(State)
        new_table(&state.table, players, Wall(wall) is _GRAY, start)
        return state

    @staticmethod
    def set_up(*, wall, round, phase, player, start, displays, centre, marker_in_centre,
               bag, lid, boards):
        """Return the state with these parts, or raise PositionError if it is impossible."""
        from azulejos.rules import possible

        possible.check(wall, round, phase, player, start, displays, centre, marker_in_centre,
                       bag, lid, boards)
        cdef State state = State.__new__(State)
        cdef Table* t = &state.table
        cdef int i
        new_table(t, len(boards), wall is _GRAY, start)
        t.round = round
        t.phase = <int8_t>_PHASES.index(phase)
        t.player = NOBODY if player is None else player
        t.bag = pack(bag)
        t.lid = pack(lid)
        t.source[CENTRE] = pack(centre)
        t.left = <int8_t>num_tiles(t.source[CENTRE])
        for i in range(t.displays):
            t.source[i] = pack(displays[i])
            t.left += <int8_t>num_tiles(t.source[i])
        for i in range(t.players):
            _set_board(t, i, boards[i])
        return state

    def legal_moves(self):
        """Return the legal moves in the order of the notation; none when a deal is due or
        the game is over."""
        cdef uint16_t moves[MOVE_BUFFER]
        cdef int i, n = list_moves(&self.table, moves)
        cdef list result = PyList_New(n)
        for i in range(n):
            Py_INCREF(<object>_MOVES[moves[i]])
            PyList_SET_ITEM(result, i, <object>_MOVES[moves[i]])
        return result

    def is_legal(self, Move move not None):
        """Return whether the rules allow this move here."""
        return bool(is_legal_move(&self.table, move.index))

    def play(self, Move move not None):
        """Return the state after a legal move, or raise IllegalMoveError."""
        cdef State after
        if not is_legal_move(&self.table, move.index):
            raise IllegalMoveError(refusals.why_not(self, move), str(move))
        after = wrap(&self.table)
        play_move(&after.table, move.index)
        return after

    def deal(self, displays):
        """Return the state after a deal, or raise IllegalDealError.

        ``displays`` has one item a display: five counts in colour order.
        """
        cdef State after
        if not _can_deal(&self.table, displays):
            raise IllegalDealError(refusals.why_no_deal(self, displays), "deal")
        after = wrap(&self.table)
        cdef Table* t = &after.table
        cdef uint32_t total = 0
        cdef int i
        for i in range(t.displays):
            t.source[i] = pack(displays[i])
            total += t.source[i]
        if num_tiles(total) > num_tiles(t.bag):
            t.bag += t.lid
            t.lid = 0
        t.bag -= total
        start_round(t)
        return after

    @property
    def num_players(self):
        """How many play: 2, 3 or 4."""
        return self.table.players

    @property
    def num_displays(self):
        """How many displays there are: 5, 7 or 9."""
        return self.table.displays

    @property
    def wall(self):
        """Which side of the player boards is up."""
        return _GRAY if self.table.gray else _COLOURED

    @property
    def round(self):
        """The number of the round, from 1; in phase DEAL the round to be dealt."""
        return self.table.round

    @property
    def phase(self):
        """What happens next."""
        return _PHASES[self.table.phase]

    @property
    def is_over(self):
        """Whether the game is over."""
        return self.table.phase == OVER

    @property
    def player(self):
        """The player to act, or None when a deal is due or the game is over."""
        return None if self.table.player == NOBODY else self.table.player

    @property
    def start(self):
        """Who started this round; in phase DEAL, who will start the next."""
        return self.table.start

    @property
    def displays(self):
        """The tiles on each display, as counts in colour order."""
        return tuple([unpack(self.table.source[i]) for i in range(self.table.displays)])

    @property
    def centre(self):
        """The tiles in the centre, as counts in colour order."""
        return unpack(self.table.source[CENTRE])

    @property
    def marker_in_centre(self):
        """Whether the starting-player marker lies in the centre."""
        return self.table.marker == NOBODY and self.table.phase in (DRAFTING, TILING)

    @property
    def marker_holder(self):
        """The player who took the marker this round, or None."""
        return None if self.table.marker == NOBODY else self.table.marker

    @property
    def bag(self):
        """The tiles in the bag, as counts in colour order."""
        return unpack(self.table.bag)

    @property
    def lid(self):
        """The tiles in the lid, as counts in colour order."""
        return unpack(self.table.lid)

    @property
    def scores(self):
        """Every player's points; once the game is over, with the final bonuses."""
        return tuple([self.table.score[p] for p in range(self.table.players)])

    @property
    def boards(self):
        """Every player's board."""
        return tuple([self.board(p) for p in range(self.table.players)])

    def board(self, int player):
        """Return one player's board."""
        if not 0 <= player < self.table.players:
            raise IndexError(f"player must be 0 to {self.table.players - 1}, not {player}")
        cdef const Table* t = &self.table
        cdef uint32_t floor = t.floor[player]
        cdef list lines = [], spaces = []
        cdef int i, digit
        for i in range(5):
            lines.append(Line(_COLOURS[t.line_colour[player][i]], t.line_count[player][i])
                         if t.line_count[player][i] else None)
        for i in range(t.floor_count[player]):
            digit = floor >> 3 * i & 7
            spaces.append(MARKER if digit == MARKER_DIGIT else _COLOURS[digit - 1])
        beside = t.marker == player and MARKER not in spaces
        return Board(t.score[player], tuple(lines), _wall(t, player), tuple(spaces), beside)

    @property
    def complete_rows(self):
        """How many complete rows each player's wall has."""
        return tuple([complete_rows(self.table.wall[p]) for p in range(self.table.players)])

    @property
    def winners(self):
        """The players who won, more than one if they share the victory; empty until the end."""
        if self.table.phase != OVER:
            return ()
        keys = list(zip(self.scores, self.complete_rows))
        best = max(keys)
        return tuple([p for p, key in enumerate(keys) if key == best])

    def __repr__(self):
        return refusals.describe(self)

    def __hash__(self):
        cdef const uint64_t* words = <const uint64_t*>&self.table
        cdef uint64_t h = 0x9E3779B97F4A7C15
        cdef size_t i
        for i in range(sizeof(Table) // 8):
            h = (h ^ words[i]) * <uint64_t>0xFF51AFD7ED558CCD
            h ^= h >> 32
        return <Py_hash_t>h

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        return memcmp(&self.table, &(<State>other).table, sizeof(Table)) == 0

    def __reduce__(self):
        return _restore, (PyBytes_FromStringAndSize(<char*>&self.table, sizeof(Table)),)


cdef tuple _wall(const Table* t, int p):
    """The rows of a wall; each row lists the colour of each space or None."""
    cdef int row, colour, column
    cdef list rows = [], spaces
    for row in range(5):
        spaces = [None] * 5
        for colour in range(5):
            if t.have[p] >> (5 * colour + row) & 1:
                column = (t.paint[p][row] >> 3 * colour & 7) - 1 if t.gray else (colour + row) % 5
                spaces[column] = _COLOURS[colour]
        rows.append(tuple(spaces))
    return tuple(rows)


cdef int _set_board(Table* t, int p, board) except -1:
    cdef int i, row, column, colour
    t.score[p] = board.score
    for i, line in enumerate(board.lines):
        if line is not None:
            t.line_colour[p][i] = line[0]
            t.line_count[p][i] = line[1]
    for row in range(5):
        for column in range(5):
            if board.wall[row][column] is not None:
                colour = board.wall[row][column]
                t.wall[p] |= <uint32_t>1 << (5 * row + column)
                t.have[p] |= <uint32_t>1 << (5 * colour + row)
                if t.gray:
                    t.paint[p][row] |= <uint16_t>((column + 1) << 3 * colour)
    for i, space in enumerate(board.floor):
        colour = MARKER_DIGIT - 1 if space is MARKER else space
        t.floor[p] |= <uint32_t>(colour + 1) << 3 * i
    t.floor_count[p] = <int8_t>len(board.floor)
    if board.holds_marker:
        t.marker = <int8_t>p
    return 0


cdef bint _can_deal(const Table* t, displays) except -1:
    """Whether the bag, refilled from the lid when empty, can give these displays."""
    cdef int wanted = 4 * t.displays, in_bag = num_tiles(t.bag)
    cdef int all_tiles = in_bag + num_tiles(t.lid)
    cdef int i, c, size, seen = 0
    cdef uint32_t tiles, drawn = 0, both = t.bag + t.lid
    if t.phase != DEALING or len(displays) != t.displays:
        return False
    if wanted > all_tiles:
        wanted = all_tiles
    for i in range(t.displays):
        try:
            tiles = pack(displays[i])
        except (OverflowError, TypeError, ValueError):
            return False
        size = num_tiles(tiles)
        if size != (4 if wanted - seen > 4 else wanted - seen):
            return False
        drawn += tiles
        seen += size
        for c in range(5):
            if (drawn >> 5 * c & 31) > (both >> 5 * c & 31):
                return False
            # Until the bag is empty every tile comes from it; once it is, all of it is drawn.
            if seen <= in_bag and (drawn >> 5 * c & 31) > (t.bag >> 5 * c & 31):
                return False
            if seen >= in_bag and (drawn >> 5 * c & 31) < (t.bag >> 5 * c & 31):
                return False
    return True


def _restore(bytes raw):
    """Rebuild a pickled state."""
    if len(raw) != sizeof(Table):
        raise ValueError("this state was pickled by another version")
    return wrap(<const Table*>PyBytes_AS_STRING(raw))
