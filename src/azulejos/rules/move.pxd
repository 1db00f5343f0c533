cdef class Move:
    cdef readonly int index
