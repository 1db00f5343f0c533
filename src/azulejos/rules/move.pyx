"""Moves as interned values: 300 drafts and 25 tilings, each created once."""

cimport cython
from cpython.object cimport Py_EQ, Py_GT, Py_LE, Py_LT, Py_NE

from azulejos.rules.kernel cimport CENTRE, FIRST_TILING, FLOOR, NUM_MOVES

from azulejos.rules.types import Colour

cdef list _MOVES = []
cdef tuple _COLOURS = tuple(Colour)


@cython.final
cdef class Move:
    """A choice a player makes: take tiles and place them, or tile a gray wall.

    Moves are interned, so equal moves are the same object; they sort in the order of the
    notation, and ``str(move)`` is the move in the notation. Indices count from 0; source
    ``CENTRE`` is the centre and target ``FLOOR`` the floor line.
    """

    def __init__(self):
        raise TypeError("use Move.draft, Move.tile or Move.from_index")

    @staticmethod
    def draft(int source, int colour, int target):
        """Return the move that takes a colour from a source and places it on a target."""
        _check("source", source, CENTRE)
        _check("colour", colour, 4)
        _check("target", target, FLOOR)
        return _MOVES[(source * 5 + colour) * 6 + target]

    @staticmethod
    def tile(int line, int column):
        """Return the move that tiles a line of a gray wall into a column."""
        _check("line", line, 4)
        _check("column", column, 4)
        return _MOVES[FIRST_TILING + line * 5 + column]

    @staticmethod
    def from_index(int index):
        """Return the move with this index, 0 to 324."""
        _check("index", index, NUM_MOVES - 1)
        return _MOVES[index]

    @property
    def is_tiling(self):
        """Whether this move tiles a gray wall."""
        return self.index >= FIRST_TILING

    @property
    def source(self):
        """The display taken from, from 0, or CENTRE; None when tiling."""
        return None if self.index >= FIRST_TILING else self.index // 30

    @property
    def colour(self):
        """The colour taken; None when tiling."""
        return None if self.index >= FIRST_TILING else _COLOURS[self.index // 6 % 5]

    @property
    def target(self):
        """The line the tiles go to, from 0, or FLOOR; None when tiling."""
        return None if self.index >= FIRST_TILING else self.index % 6

    @property
    def line(self):
        """The line tiled, from 0; None when drafting."""
        return None if self.index < FIRST_TILING else (self.index - FIRST_TILING) // 5

    @property
    def column(self):
        """The column tiled into, from 0; None when drafting."""
        return None if self.index < FIRST_TILING else self.index % 5

    def __str__(self):
        if self.index >= FIRST_TILING:
            return f"{self.line + 1}@{self.column + 1}"
        source = "123456789c"[self.index // 30]
        return source + "BYRKW"[self.index // 6 % 5] + "12345-"[self.index % 6]

    def __repr__(self):
        return f"Move('{self}')"

    def __hash__(self):
        return self.index

    def __richcmp__(self, other, int op):
        if not isinstance(other, Move):
            return NotImplemented
        cdef int a = self.index, b = (<Move>other).index
        if op == Py_EQ:
            return a == b
        if op == Py_NE:
            return a != b
        if op == Py_LT:
            return a < b
        if op == Py_LE:
            return a <= b
        if op == Py_GT:
            return a > b
        return a >= b

    def __reduce__(self):
        return Move.from_index, (self.index,)


def _check(name, int value, int most):
    if not 0 <= value <= most:
        raise ValueError(f"{name} must be 0 to {most}, not {value}")


def _intern():
    cdef Move move
    for index in range(NUM_MOVES):
        move = Move.__new__(Move)
        move.index = index
        _MOVES.append(move)


_intern()
