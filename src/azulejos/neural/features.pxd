"""What the player to act sees, as numbers for a network, straight from the packed table.

The features and their order are those of `azulejos.accel.observation`, which the networks
were trained on; docs/accel.md lists them. First the table, then one block for each seat, the
player to act first and then clockwise.
"""

from libc.stdint cimport uint16_t, uint32_t
from libc.string cimport memset

from azulejos.rules.kernel cimport (
    BITS,
    CENTRE,
    DEALING,
    MARKER_DIGIT,
    NOBODY,
    PENALTY,
    TILING,
    Table,
    bonus,
    column_bits,
    complete_rows,
    tile_points,
)

cdef enum:
    TABLE_SIZE = 70              # numbers of the table beside those of the displays
    DISPLAY_SIZE = 20
    SEAT_SIZE = 246
    GRAY_SIZE = 150              # what a seat has more on the gray wall

cdef struct Offers:
    # How many sources hold so many tiles of a colour, by colour and 0 to 5.
    int exactly[5][6]
    int at_least[5][6]

cdef struct Tiled:
    # A board as if the round ended now, every line on the column that scores most.
    uint32_t wall
    uint32_t have
    uint16_t paint[5]
    int points[5]                # what the tile of each full line scores
    int all_points


cdef inline int observation_length(int players, bint gray) noexcept nogil:
    """How many numbers an observation has."""
    return (2 * players + 1) * DISPLAY_SIZE + TABLE_SIZE \
        + players * (SEAT_SIZE + (GRAY_SIZE if gray else 0))


cdef inline int viewer(const Table* t) noexcept nogil:
    """Who looks: the player to act, or who starts the next round."""
    return t.player if t.player != NOBODY else t.start


cdef inline void write_observation(const Table* t, float* out) noexcept nogil:
    """Write the view of the player to act: `observation_length` numbers."""
    cdef Offers offers
    cdef Tiled tiled
    cdef int i, seat = viewer(t)
    cdef float own = 0, later
    out = observe_table(t, out)
    count_offers(t, &offers)
    for i in range(t.players):
        tile_board(t, seat, &tiled)
        out = observe_lines(t, seat, out)
        out = observe_offers(t, seat, &offers, out)
        out = observe_wall(t, seat, &tiled, out)
        out[0] = t.score[seat] / <float>40
        out[1] = PENALTY[t.floor_count[seat]] / <float>10
        out += 2
        out = write_parts(tiled.points, 5, <float>5, out)
        later = t.score[seat] + tiled.all_points - PENALTY[t.floor_count[seat]]
        later = later if later > 0 else 0
        out[0] = later / 40
        out[1] = bonus(tiled.wall, tiled.have) / <float>20
        later += bonus(tiled.wall, tiled.have)
        if i == 0:
            own = later
        out[2] = (later - own) / 20
        out[3] = t.marker == seat
        out[4] = t.start == seat
        out += 5
        seat = 0 if seat + 1 == t.players else seat + 1


cdef inline float* write_steps(int n, int steps, float* out) noexcept nogil:
    """Whether there are at least 1, 2, ... of something."""
    cdef int i
    for i in range(steps):
        out[i] = n > i
    return out + steps


cdef inline float* write_bits(uint32_t bits, int n, float* out) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = bits >> i & 1
    return out + n


cdef inline float* write_parts(const int* numbers, int n, float whole, float* out) noexcept nogil:
    """Numbers as parts of a whole."""
    cdef int i
    for i in range(n):
        out[i] = numbers[i] / whole
    return out + n


cdef inline float* write_tiles(uint32_t tiles, float whole, float* out) noexcept nogil:
    """Packed tiles by colour, as parts of a whole."""
    cdef int c
    for c in range(5):
        out[c] = (tiles >> 5 * c & 31) / whole
    return out + 5


cdef inline float* observe_table(const Table* t, float* out) noexcept nogil:
    """Write what everybody shares; return where the seats begin."""
    cdef int on_offer[5]
    cdef int sources[5]
    cdef int f, c, n
    cdef uint32_t lid = t.lid, floor
    memset(on_offer, 0, sizeof(on_offer))
    memset(sources, 0, sizeof(sources))
    for f in range(t.displays):
        for c in range(5):
            n = t.source[f] >> 5 * c & 31
            on_offer[c] += n
            sources[c] += n > 0
            out = write_steps(n, 4, out)
    for c in range(5):
        n = t.source[CENTRE] >> 5 * c & 31
        on_offer[c] += n
        sources[c] += n > 0
        out = write_steps(n, 6, out)
        out[0] = n >= 8
        out[1] = n >= 10
        out += 2
    out = write_tiles(t.source[CENTRE], <float>10, out)
    out = write_parts(on_offer, 5, <float>10, out)
    out = write_parts(sources, 5, <float>(t.displays + 1), out)
    out[0] = t.left / <float>(4 * t.displays)
    out[1] = t.marker == NOBODY and t.phase != DEALING
    out += 2
    for f in range(t.players):               # tiles on floor lines count as in the lid
        floor = t.floor[f]
        while floor:
            if floor & 7 != MARKER_DIGIT:
                lid += <uint32_t>1 << 5 * ((floor & 7) - 1)
            floor >>= 3
    out = write_tiles(t.bag, <float>20, out)
    out = write_tiles(lid, <float>20, out)
    out[0] = t.round / <float>8
    out[1] = t.phase == TILING
    out[2] = t.phase == DEALING
    return out + 3


cdef inline uint32_t columns_for(uint32_t wall, const uint16_t* paint, int row,
                                 int colour) noexcept nogil:
    """Columns of a gray wall that may take a colour in a row, as five bits."""
    cdef uint32_t used = 0
    cdef int r
    for r in range(5):
        used |= <uint32_t>1 << (paint[r] >> 3 * colour & 7)
    return ~(used >> 1 | wall >> 5 * row) & 31


cdef inline void tile_board(const Table* t, int p, Tiled* tiled) noexcept nogil:
    """Tile a board from the top line down, each line where it scores most."""
    cdef int row, column, colour, points, best, i
    cdef uint32_t columns
    tiled.wall = t.wall[p]
    tiled.have = t.have[p]
    tiled.all_points = 0
    for row in range(5):
        tiled.paint[row] = t.paint[p][row]
        tiled.points[row] = 0
    for row in range(5):
        if t.line_count[p][row] != row + 1:
            continue
        colour = t.line_colour[p][row]
        best = (colour + row) % 5
        if t.gray:
            columns = columns_for(tiled.wall, tiled.paint, row, colour)
            if columns == 0:
                continue
            points = 0
            for i in range(BITS[columns][7]):
                column = BITS[columns][i]
                if tile_points(tiled.wall | <uint32_t>1 << (5 * row + column), row, column) > points:
                    best = column
                    points = tile_points(tiled.wall | <uint32_t>1 << (5 * row + column), row, column)
            tiled.paint[row] |= <uint16_t>((best + 1) << 3 * colour)
        tiled.wall |= <uint32_t>1 << (5 * row + best)
        tiled.have |= <uint32_t>1 << (5 * colour + row)
        tiled.points[row] = tile_points(tiled.wall, row, best)
        tiled.all_points += tiled.points[row]


cdef inline bint line_takes(const Table* t, int p, int row, int colour) noexcept nogil:
    """Whether a line may take a colour."""
    cdef int n = t.line_count[p][row]
    return (n == 0 or (t.line_colour[p][row] == colour and n <= row)) \
        and not t.have[p] >> (5 * colour + row) & 1


cdef inline void count_offers(const Table* t, Offers* offers) noexcept nogil:
    """Count the sources by what they hold."""
    cdef int f, c, n, i
    memset(offers, 0, sizeof(Offers))
    for f in range(t.displays + 1):
        for c in range(5):
            n = t.source[f if f < t.displays else CENTRE] >> 5 * c & 31
            if n <= 5:
                offers.exactly[c][n] += 1
            for i in range(1, min(n, 5) + 1):
                offers.at_least[c][i] += 1


cdef inline float* observe_offers(const Table* t, int p, const Offers* offers,
                                  float* out) noexcept nogil:
    """Count the sources that could complete a line with a colour, without waste or at all."""
    cdef int row, c, room
    memset(out, 0, 50 * sizeof(float))
    for row in range(5):
        room = row + 1 - t.line_count[p][row]
        for c in range(5):
            if line_takes(t, p, row, c):
                out[5 * row + c] = offers.exactly[c][room] / <float>2
                out[25 + 5 * row + c] = offers.at_least[c][room] / <float>4
    return out + 50


cdef inline float* observe_lines(const Table* t, int p, float* out) noexcept nogil:
    """Describe the pattern lines and the floor."""
    cdef int row, c
    cdef uint32_t columns
    for row in range(5):
        out = write_steps(t.line_count[p][row], 5, out)
    for row in range(5):
        for c in range(5):
            out[c] = t.line_count[p][row] > 0 and t.line_colour[p][row] == c
        out += 5
    for row in range(5):
        out[row] = (row + 1 - t.line_count[p][row]) / <float>5
        out[5 + row] = t.line_count[p][row] == row + 1
    out += 10
    for row in range(5):
        for c in range(5):
            out[c] = line_takes(t, p, row, c)
        out += 5
    out = write_steps(t.floor_count[p], 7, out)
    if t.gray:
        for row in range(5):
            columns = 0
            if t.line_count[p][row]:
                columns = columns_for(t.wall[p], t.paint[p], row, t.line_colour[p][row])
            out = write_bits(columns, 5, out)
    return out


cdef inline float* observe_wall(const Table* t, int p, const Tiled* tiled,
                                float* out) noexcept nogil:
    """Describe the wall as it is, and as it would be if the round ended now."""
    cdef int i, row, column
    cdef uint32_t cell
    out = write_bits(t.wall[p], 25, out)
    out = write_bits(tiled.wall, 25, out)
    if t.gray:
        memset(out, 0, 125 * sizeof(float))
        for row in range(5):
            for i in range(5):
                column = t.paint[p][row] >> 3 * i & 7
                if column:
                    out[25 * i + 5 * row + column - 1] = 1
        out += 125
    for row in range(5):
        for column in range(5):
            cell = <uint32_t>1 << (5 * row + column)
            out[column] = 0 if tiled.wall & cell \
                else tile_points(tiled.wall | cell, row, column) / <float>10
        out += 5
    out[5] = 0
    for i in range(5):
        out[i] = BITS[tiled.wall >> 5 * i & 31][7] / <float>5
        out[5] = max(out[5], out[i])
        out[6 + i] = BITS[column_bits(tiled.wall, i)][7] / <float>5
        out[11 + i] = BITS[tiled.have >> 5 * i & 31][7] / <float>5
    out[16] = complete_rows(tiled.wall) > 0
    return out + 17
