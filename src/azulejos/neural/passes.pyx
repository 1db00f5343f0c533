"""What a forward pass does beside the products: one pass over memory where NumPy needs many."""

from libc.math cimport sqrtf

cdef enum:
    LANES = 8                    # sums kept side by side, which the processor adds up at once

cdef float EPSILON = 1e-5        # what a variance is raised by, so that it can be divided by


def begin(float[:, ::1] rows, const float[::1] bias, float[::1] inverse):
    """Add a bias, cut off below 0, and note 1 over the deviation of each row."""
    cdef int n, i, width = <int>rows.shape[1]
    cdef float* row
    for n in range(rows.shape[0]):
        row = &rows[n, 0]
        for i in range(width):
            row[i] = positive(row[i] + bias[i])
        inverse[n] = inverse_deviation(row, width)


def bend(float[:, ::1] rows, const float[::1] bias, const float[::1] inverse):
    """Divide rows by their deviations, add a bias, and cut off below 0."""
    cdef int n, i, width = <int>rows.shape[1]
    cdef float* row
    cdef float by
    for n in range(rows.shape[0]):
        row, by = &rows[n, 0], inverse[n]
        for i in range(width):
            row[i] = positive(row[i] * by + bias[i])


def add(float[:, ::1] rows, const float[:, ::1] more, const float[::1] bias, float[::1] inverse):
    """Add to rows what a block says and its bias, and note 1 over the deviation of each."""
    cdef int n, i, width = <int>rows.shape[1]
    cdef float* row
    cdef const float* other
    for n in range(rows.shape[0]):
        row, other = &rows[n, 0], &more[n, 0]
        for i in range(width):
            row[i] = row[i] + other[i] + bias[i]
        inverse[n] = inverse_deviation(row, width)


def finish(float[:, ::1] rows, const float[::1] bias, const float[::1] inverse):
    """Divide rows by their deviations and add a bias."""
    cdef int n, i, width = <int>rows.shape[1]
    cdef float* row
    cdef float by
    for n in range(rows.shape[0]):
        row, by = &rows[n, 0], inverse[n]
        for i in range(width):
            row[i] = row[i] * by + bias[i]


cdef inline float positive(float value) noexcept nogil:
    return value if value > 0 else 0


cdef inline float inverse_deviation(const float* row, int width) noexcept nogil:
    """Return 1 over the standard deviation of a row."""
    cdef float sums[LANES]
    cdef float squares[LANES]
    cdef float mean = 0, square = 0
    cdef int i, j, whole = width - width % LANES
    for j in range(LANES):
        sums[j] = squares[j] = 0
    for i from 0 <= i < whole by LANES:
        for j in range(LANES):
            sums[j] += row[i + j]
            squares[j] += row[i + j] * row[i + j]
    for i in range(whole, width):
        sums[0] += row[i]
        squares[0] += row[i] * row[i]
    for j in range(LANES):
        mean += sums[j]
        square += squares[j]
    mean /= width
    return 1 / sqrtf(square / width - mean * mean + EPSILON)
