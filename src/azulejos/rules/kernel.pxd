"""The rules of the game on a plain struct, for compiled code.

Everything here is inline and needs no GIL; ``cimport`` it and it compiles into your
module. Nothing is checked: callers hand in legal moves and possible deals. The checked,
immutable face of the same rules is ``azulejos.rules.State``.

Packed forms used throughout:

- Tiles without order are one ``uint32``, five bits a colour (at most 20 of a colour
  exist), so that moving tiles is adding numbers: count of colour c = ``t >> 5*c & 31``.
- A floor line is seven octal digits, the first space lowest: colour + 1, or 6 for the
  marker.
- ``wall``: bit 5*row + column. ``have``: bit 5*colour + row, the colours each row holds.
- ``paint`` (gray wall only): for each row five octal digits, one a colour: column + 1.
- A move is ``(source*5 + colour)*6 + target`` (source 9 is the centre, target 5 the
  floor), or ``300 + line*5 + column`` for tiling a gray wall. Their numeric order is the
  order of the notation.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

cdef extern from *:
    """
    #ifndef AZULEJOS_TABLES
    #define AZULEJOS_TABLES
    /* Points lost by the number of occupied floor spaces. */
    static const int azulejos_penalty[8] = {0, 1, 2, 4, 6, 8, 11, 14};
    /* k octal ones: fills k floor spaces with one digit. */
    static const uint32_t azulejos_ones[8] = {0, 01, 011, 0111, 01111, 011111, 0111111, 01111111};
    /* The length of the run through bit i of a five-bit pattern. */
    static const int8_t azulejos_run[32][5] = {
        {0,0,0,0,0}, {1,0,0,0,0}, {0,1,0,0,0}, {2,2,0,0,0}, {0,0,1,0,0}, {1,0,1,0,0}, {0,2,2,0,0}, {3,3,3,0,0},
        {0,0,0,1,0}, {1,0,0,1,0}, {0,1,0,1,0}, {2,2,0,1,0}, {0,0,2,2,0}, {1,0,2,2,0}, {0,3,3,3,0}, {4,4,4,4,0},
        {0,0,0,0,1}, {1,0,0,0,1}, {0,1,0,0,1}, {2,2,0,0,1}, {0,0,1,0,1}, {1,0,1,0,1}, {0,2,2,0,1}, {3,3,3,0,1},
        {0,0,0,2,2}, {1,0,0,2,2}, {0,1,0,2,2}, {2,2,0,2,2}, {0,0,3,3,3}, {1,0,3,3,3}, {0,4,4,4,4}, {5,5,5,5,5},
    };
    /* The set bits of a five-bit mask in order, then 5 (the floor); last, how many are set. */
    static const uint16_t azulejos_bits[32][8] = {
        {5,5,5,5,5,5,5,0}, {0,5,5,5,5,5,5,1}, {1,5,5,5,5,5,5,1}, {0,1,5,5,5,5,5,2},
        {2,5,5,5,5,5,5,1}, {0,2,5,5,5,5,5,2}, {1,2,5,5,5,5,5,2}, {0,1,2,5,5,5,5,3},
        {3,5,5,5,5,5,5,1}, {0,3,5,5,5,5,5,2}, {1,3,5,5,5,5,5,2}, {0,1,3,5,5,5,5,3},
        {2,3,5,5,5,5,5,2}, {0,2,3,5,5,5,5,3}, {1,2,3,5,5,5,5,3}, {0,1,2,3,5,5,5,4},
        {4,5,5,5,5,5,5,1}, {0,4,5,5,5,5,5,2}, {1,4,5,5,5,5,5,2}, {0,1,4,5,5,5,5,3},
        {2,4,5,5,5,5,5,2}, {0,2,4,5,5,5,5,3}, {1,2,4,5,5,5,5,3}, {0,1,2,4,5,5,5,4},
        {3,4,5,5,5,5,5,2}, {0,3,4,5,5,5,5,3}, {1,3,4,5,5,5,5,3}, {0,1,3,4,5,5,5,4},
        {2,3,4,5,5,5,5,3}, {0,2,3,4,5,5,5,4}, {1,2,3,4,5,5,5,4}, {0,1,2,3,4,5,5,5},
    };
    #endif
    """
    const int PENALTY "azulejos_penalty"[8]
    const uint32_t ONES "azulejos_ones"[8]
    const int8_t RUN "azulejos_run"[32][5]
    const uint16_t BITS "azulejos_bits"[32][8]

cdef enum:
    CENTRE = 9
    FLOOR = 5
    FIRST_TILING = 300
    NUM_MOVES = 325
    MOVE_BUFFER = 312        # room for every legal move and the slack legal_moves writes
    MARKER_DIGIT = 6
    COLUMN_0 = 0x108421      # bits 0, 5, 10, 15, 20
    NOBODY = -1

cdef enum:                       # phases
    DRAFTING, TILING, DEALING, OVER

cdef struct Table:
    uint32_t source[10]
    uint32_t bag
    uint32_t lid
    uint32_t wall[4]
    uint32_t have[4]
    uint32_t floor[4]
    uint16_t paint[4][5]
    int16_t score[4]
    int8_t line_count[4][5]
    int8_t line_colour[4][5]     # 0 where the line is empty, so that equal states are equal bytes
    int8_t floor_count[4]
    int32_t round
    int8_t players
    int8_t displays
    int8_t gray
    int8_t phase
    int8_t player                # to act in DRAFT and TILE, else NOBODY
    int8_t start
    int8_t marker                # who holds it; NOBODY while it lies in the centre
    int8_t left                  # tiles on the displays and in the centre


cdef inline int num_tiles(uint32_t tiles) noexcept nogil:
    return (tiles & 31) + (tiles >> 5 & 31) + (tiles >> 10 & 31) + (tiles >> 15 & 31) + (tiles >> 20)


cdef inline uint32_t column_bits(uint32_t wall, int column) noexcept nogil:
    """The five bits of a column, row 0 lowest."""
    return <uint32_t>((<uint64_t>(wall >> column & COLUMN_0) * 0x111110) >> 20 & 31)


cdef inline int complete_rows(uint32_t wall) noexcept nogil:
    cdef int row, n = 0
    for row in range(5):
        n += (wall >> 5 * row & 31) == 31
    return n


cdef inline int bonus(uint32_t wall, uint32_t have) noexcept nogil:
    cdef int i, points = 2 * complete_rows(wall)
    for i in range(5):
        points += 7 * ((wall >> i & COLUMN_0) == COLUMN_0)
        points += 10 * ((have >> 5 * i & 31) == 31)
    return points


cdef inline int tile_points(uint32_t wall, int row, int column) noexcept nogil:
    """Points for the tile at a space of a wall that already holds it."""
    cdef int across = RUN[wall >> 5 * row & 31][column]
    cdef int down = RUN[column_bits(wall, column)][row]
    if across > 1 and down > 1:
        return across + down
    return across if across > down else down


# ------------------------------------------------------------------------------ drafting

cdef inline uint32_t open_lines(const Table* t, int p) noexcept nogil:
    """Which lines take which colour: bit 5*colour + line."""
    cdef uint32_t empty = 0, begun = 0
    cdef int r, n
    for r in range(5):
        n = t.line_count[p][r]
        empty |= <uint32_t>(n == 0) << r
        begun |= <uint32_t>(n != 0 and n <= r) << (5 * t.line_colour[p][r] + r)
    return (empty * COLUMN_0 & ~t.have[p]) | begun


cdef inline int list_source(uint32_t tiles, int base, uint32_t lines, uint16_t* out) noexcept nogil:
    """Write the moves that take from one source; branch-free, eight at a time."""
    cdef int c, i, n = 0
    cdef const uint16_t* targets
    for c in range(5):
        targets = BITS[lines >> 5 * c & 31]
        for i in range(8):
            out[n + i] = <uint16_t>(base + targets[i])
        n += (targets[7] + 1) & -<int>((tiles >> 5 * c & 31) != 0)
        base += 6
    return n


cdef inline int list_drafts(const Table* t, uint16_t* out) noexcept nogil:
    cdef uint32_t lines = open_lines(t, t.player)
    cdef int f, n = 0
    for f in range(t.displays):
        if t.source[f]:
            n += list_source(t.source[f], 30 * f, lines, out + n)
    if t.source[CENTRE]:
        n += list_source(t.source[CENTRE], 30 * CENTRE, lines, out + n)
    return n


cdef inline int drop(Table* t, int p, int digit, int n) noexcept nogil:
    """Lay n tiles on the floor line; return how many found no space."""
    cdef int at = t.floor_count[p]
    cdef int put = n if n < 7 - at else 7 - at
    t.floor[p] |= (<uint32_t>digit * ONES[put]) << 3 * at
    t.floor_count[p] = <int8_t>(at + put)
    return n - put


cdef inline void draft(Table* t, int move) noexcept nogil:
    """Take and place, and pass the turn; the end of the round is the caller's."""
    cdef int source = move // 30, colour = move // 6 % 5, target = move % 6
    cdef int p = t.player, room
    cdef uint32_t pile = t.source[source]
    cdef int n = pile >> 5 * colour & 31
    cdef uint32_t rest = pile - (<uint32_t>n << 5 * colour)
    t.left -= <int8_t>n
    if source != CENTRE:
        t.source[source] = 0
        t.source[CENTRE] += rest
    else:
        t.source[CENTRE] = rest
        if t.marker == NOBODY:
            t.marker = <int8_t>p
            drop(t, p, MARKER_DIGIT, 1)
    if target != FLOOR:
        room = target + 1 - t.line_count[p][target]
        if room > n:
            room = n
        t.line_count[p][target] += <int8_t>room
        t.line_colour[p][target] = <int8_t>colour
        n -= room
    if n:
        n = drop(t, p, colour + 1, n)
        t.lid += <uint32_t>n << 5 * colour
    t.player = <int8_t>(0 if p + 1 == t.players else p + 1)


# -------------------------------------------------------------------------------- tiling

cdef inline uint32_t open_columns(const Table* t, int p, int row, int colour) noexcept nogil:
    """Columns of a gray wall that may take a colour in a row, as five bits."""
    cdef uint32_t used = 0
    cdef int r
    for r in range(5):
        used |= <uint32_t>1 << (t.paint[p][r] >> 3 * colour & 7)
    return ~(used >> 1 | t.wall[p] >> 5 * row) & 31


cdef inline void tile_line(Table* t, int p, int row, int column) noexcept nogil:
    """Move one tile of a full line to the wall, score it, and clear the line."""
    cdef int colour = t.line_colour[p][row]
    t.wall[p] |= <uint32_t>1 << (5 * row + column)
    t.have[p] |= <uint32_t>1 << (5 * colour + row)
    t.score[p] += <int16_t>tile_points(t.wall[p], row, column)
    t.lid += <uint32_t>row << 5 * colour
    t.line_count[p][row] = 0
    t.line_colour[p][row] = 0


cdef inline void tile_gray(Table* t, int p, int row, int column) noexcept nogil:
    t.paint[p][row] |= <uint16_t>((column + 1) << 3 * t.line_colour[p][row])
    tile_line(t, p, row, column)


cdef inline void drop_line(Table* t, int p, int row) noexcept nogil:
    """No column is allowed: the whole line falls to the floor."""
    cdef int colour = t.line_colour[p][row]
    cdef int over = drop(t, p, colour + 1, row + 1)
    t.lid += <uint32_t>over << 5 * colour
    t.line_count[p][row] = 0
    t.line_colour[p][row] = 0


cdef inline bint tile_until_choice(Table* t, int p) noexcept nogil:
    """Tile a gray wall from the top line down; True where the player has to choose."""
    cdef int row
    cdef uint32_t columns
    for row in range(5):
        if t.line_count[p][row] == row + 1:
            columns = open_columns(t, p, row, t.line_colour[p][row])
            if columns & (columns - 1):
                return True
            if columns:
                tile_gray(t, p, row, BITS[columns][0])
            else:
                drop_line(t, p, row)
    return False


cdef inline void tile_coloured(Table* t, int p) noexcept nogil:
    cdef int row
    for row in range(5):
        if t.line_count[p][row] == row + 1:
            tile_line(t, p, row, (t.line_colour[p][row] + row) % 5)


cdef inline void clear_floor(Table* t, int p) noexcept nogil:
    """Pay for the floor line and empty it into the lid."""
    cdef uint32_t floor = t.floor[p]
    cdef int digit, score = t.score[p] - PENALTY[t.floor_count[p]]
    t.score[p] = <int16_t>(score if score > 0 else 0)
    while floor:
        digit = floor & 7
        if digit != MARKER_DIGIT:
            t.lid += <uint32_t>1 << 5 * (digit - 1)
        floor >>= 3
    t.floor[p] = 0
    t.floor_count[p] = 0


cdef inline void finish_round(Table* t) noexcept nogil:
    """Everyone has tiled: floors, then the next round or the end of the game."""
    cdef bint over = False
    cdef int p
    for p in range(t.players):
        clear_floor(t, p)
        over |= complete_rows(t.wall[p]) > 0
    over |= (t.bag | t.lid) == 0
    if over:
        t.phase = OVER
        for p in range(t.players):
            t.score[p] += <int16_t>bonus(t.wall[p], t.have[p])
    else:
        t.phase = DEALING
        t.round += 1
        if t.marker != NOBODY:
            t.start = t.marker
    t.marker = NOBODY
    t.player = NOBODY


cdef inline void settle(Table* t) noexcept nogil:
    """Tile as far as nobody has to choose, and finish the round if that is all."""
    cdef int i, p = t.start
    for i in range(t.players):
        if not t.gray:
            tile_coloured(t, p)
        elif tile_until_choice(t, p):
            t.phase = TILING
            t.player = <int8_t>p
            return
        p = 0 if p + 1 == t.players else p + 1
    finish_round(t)


cdef inline int top_full_line(const Table* t, int p) noexcept nogil:
    cdef int row
    for row in range(5):
        if t.line_count[p][row] == row + 1:
            return row
    return -1


cdef inline int list_tilings(const Table* t, uint16_t* out) noexcept nogil:
    cdef int p = t.player, i
    cdef int row = top_full_line(t, p)
    cdef uint32_t columns = open_columns(t, p, row, t.line_colour[p][row])
    cdef int n = BITS[columns][7]
    for i in range(n):
        out[i] = <uint16_t>(FIRST_TILING + 5 * row + BITS[columns][i])
    return n


# ----------------------------------------------------------------------------- the game

cdef inline void new_table(Table* t, int players, bint gray, int start) noexcept nogil:
    cdef int c
    memset(t, 0, sizeof(Table))
    t.players = <int8_t>players
    t.displays = <int8_t>(2 * players + 1)
    t.gray = gray
    t.round = 1
    t.start = <int8_t>start
    t.phase = DEALING
    t.player = NOBODY
    t.marker = NOBODY
    for c in range(5):
        t.bag |= <uint32_t>20 << 5 * c


cdef inline int list_moves(const Table* t, uint16_t* out) noexcept nogil:
    """Write the legal moves in the order of the notation; return how many there are."""
    if t.phase == DRAFTING:
        return list_drafts(t, out)
    if t.phase == TILING:
        return list_tilings(t, out)
    return 0


cdef inline bint is_legal_move(const Table* t, int move) noexcept nogil:
    cdef int source, colour, target, row
    if t.phase == DRAFTING and 0 <= move < FIRST_TILING:
        source, colour, target = move // 30, move // 6 % 5, move % 6
        if not t.source[source] >> 5 * colour & 31:
            return False
        return target == FLOOR or open_lines(t, t.player) >> (5 * colour + target) & 1
    if t.phase == TILING and FIRST_TILING <= move < NUM_MOVES:
        row = top_full_line(t, t.player)
        if row != (move - FIRST_TILING) // 5:
            return False
        return open_columns(t, t.player, row, t.line_colour[t.player][row]) >> (move % 5) & 1
    return False


cdef inline void play_move(Table* t, int move) noexcept nogil:
    """Play a legal move and all that follows from it without a choice or a draw."""
    if move < FIRST_TILING:
        draft(t, move)
        if t.left == 0:
            settle(t)
    else:
        tile_gray(t, t.player, (move - FIRST_TILING) // 5, move % 5)
        settle(t)


cdef inline void start_round(Table* t) noexcept nogil:
    """The displays have been filled: drafting begins."""
    cdef int f
    t.left = 0
    for f in range(t.displays):
        t.left += <int8_t>num_tiles(t.source[f])
    t.phase = DRAFTING
    t.player = t.start
    t.marker = NOBODY
