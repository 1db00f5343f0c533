"""The forward pass in whole numbers: matrices as a weights file has them, rows rounded to 16 bits.

On processors that multiply pairs of 16-bit numbers at once it takes half the time of a pass
in floating point. Sums of whole numbers are exact, so a position is judged the same to the
bit in any company.
"""

from libc.stdint cimport int16_t, int32_t

from azulejos.neural.whole_products cimport (
    BLOCK,
    TILE,
    add,
    can_multiply,
    cut,
    multiply,
    normalise,
    round_row,
)

import numpy as np

from azulejos.neural.network import MAX_BATCH as _MAX_BATCH

cdef enum:
    MAX_BLOCKS = 32
    LARGEST = 32767              # a whole number of 16 bits

cdef float EPSILON = 1e-5        # what a variance is raised by, so that it can be divided by

cdef struct Matrix:
    const int16_t* numbers       # in blocks of columns, pairs of rows together
    const float* scale           # the step of each column
    const float* bias
    float most                   # a row of numbers up to this makes no sum of more than 32 bits
    long length, width


def is_quick():
    """Tell whether this processor multiplies whole numbers at once."""
    return bool(can_multiply())


cdef class WholeLayers:
    """The matrices of a network, ready for use; any number of `WholeNetwork` share them."""

    cdef readonly object mode
    cdef Matrix first, head
    cdef Matrix inner[MAX_BLOCKS]
    cdef Matrix outer[MAX_BLOCKS]
    cdef const float* gain[MAX_BLOCKS + 1]
    cdef int num_blocks
    cdef list kept

    def __init__(self, weights):
        """Take weights that hold the steps of their columns, as those from a file do."""
        params, outputs = weights.params, weights.mode.num_outputs
        gain, shift = params["norm_gain"], params["norm_bias"]
        blocks, width, _ = params["inner_w"].shape
        if blocks > MAX_BLOCKS or width % BLOCK:
            raise ValueError(
                f"width: a network {width} wide cannot be played with, only multiples of {BLOCK}"
                if width % BLOCK else f"blocks: {blocks} is more than {MAX_BLOCKS}")
        self.mode = weights.mode
        self.kept = []
        self.num_blocks = blocks
        first, head = weights.whole("input_w"), weights.whole("head_w")
        self.first = self._matrix(
            first.numbers[:self.mode.observation_size], first.scale, params["input_b"])
        self.head = self._matrix(
            head.numbers[:, :outputs], head.scale[:, :outputs],
            folded(params["head_w"], params["head_b"], shift[blocks])[:outputs])
        whole = weights.whole("inner_w")
        for n in range(blocks):
            self.inner[n] = self._matrix(
                whole.numbers[n], whole.scale[n],
                folded(params["inner_w"][n], params["inner_b"][n], shift[n]))
        whole = None             # a large network is not needed twice at a time
        whole = weights.whole("outer_w")
        for n in range(blocks):
            self.outer[n] = self._matrix(whole.numbers[n], whole.scale[n], params["outer_b"][n])
        for n in range(blocks + 1):
            self.gain[n] = self._floats(gain[n])

    cdef Matrix _matrix(self, numbers, scale, bias) except *:
        """Lay a matrix out for products; columns that fill the last block are 0."""
        cdef Matrix made
        cdef const int16_t[::1] flat
        most = np.abs(numbers).max(initial=0)
        if most > LARGEST:
            raise ValueError(f"{most} is too large a number for a matrix")
        more = -numbers.shape[1] % BLOCK
        numbers = np.pad(numbers, ((0, 0), (0, more)))
        length, width = numbers.shape
        pairs = numbers.reshape(length // 2, 2, width // BLOCK, BLOCK).transpose(2, 0, 3, 1)
        flat = np.ascontiguousarray(pairs, np.int16).reshape(-1)
        self.kept.append(flat)
        largest_sum = max(1, int(np.abs(numbers).sum(axis=0, dtype=np.int64).max()))
        made.numbers = &flat[0]
        made.scale = self._floats(np.pad(scale[0], (0, more)))
        made.bias = self._floats(np.pad(bias, (0, more)))
        made.most = min(LARGEST, (2**31 - 1) // largest_sum)
        made.length, made.width = length, width
        return made

    cdef const float* _floats(self, values) except NULL:
        cdef const float[::1] flat = np.ascontiguousarray(values, np.float32)
        self.kept.append(flat)
        return &flat[0]


cdef class WholeNetwork:
    """A network of one mode of the game, with room for a batch; it serves one thread at a time."""

    cdef readonly WholeLayers layers
    cdef int16_t[:, ::1] rounded
    cdef int32_t[::1] used               # pairs of rounded rows that are not 0, for a product
    cdef float[:, ::1] hidden, between, outputs
    cdef float[::1] by
    cdef object said

    def __init__(self, WholeLayers layers not None):
        cdef long width = layers.first.width, longest = max(layers.first.length, width)
        self.layers = layers
        self.rounded = np.zeros((_MAX_BATCH, longest), np.int16)
        self.used = np.zeros(-(-_MAX_BATCH // TILE) * (1 + longest // 2), np.int32)
        self.hidden = np.zeros((_MAX_BATCH, width), np.float32)
        self.between = np.zeros((_MAX_BATCH, width), np.float32)
        self.said = np.zeros((_MAX_BATCH, layers.head.width), np.float32)
        self.outputs = self.said
        self.by = np.zeros(_MAX_BATCH, np.float32)

    @property
    def mode(self):
        """The mode it plays."""
        return self.layers.mode

    def forward(self, const float[:, ::1] observations):
        """Judge observations as `Network.forward` does; the next call overwrites the answer."""
        cdef int n = <int>observations.shape[0]
        if n > _MAX_BATCH:
            raise ValueError(f"at most {_MAX_BATCH} observations at once, not {n}")
        if observations.shape[1] != self.layers.first.length:
            raise ValueError(f"observations of another mode than {self.mode.name}")
        if n:
            with nogil:
                self._judge(&observations[0, 0], n)
        return self.said[:n]

    cdef void _judge(self, const float* seen, int n) noexcept nogil:
        cdef float* hidden = &self.hidden[0, 0]
        cdef float* between = &self.between[0, 0]
        cdef long width = self.layers.first.width
        cdef int b
        self._multiply(&self.layers.first, seen, n, hidden)
        cut(hidden, n * width)
        for b in range(self.layers.num_blocks):
            self._normalise(b, n)
            self._multiply(&self.layers.inner[b], between, n, between)
            cut(between, n * width)
            self._multiply(&self.layers.outer[b], between, n, between)
            add(hidden, between, n * width)
        self._normalise(self.layers.num_blocks, n)
        self._multiply(&self.layers.head, between, n, &self.outputs[0, 0])

    cdef void _normalise(self, int b, int n) noexcept nogil:
        """Write the hidden rows, normalised, to the place between."""
        cdef int i
        for i in range(n):
            normalise(&self.hidden[i, 0], self.layers.gain[b], self.layers.first.width, EPSILON,
                      &self.between[i, 0])

    cdef void _multiply(self, const Matrix* by, const float* rows, int n,
                        float* out) noexcept nogil:
        """Multiply rows by a matrix; the result may lie where the rows were."""
        cdef int16_t* rounded = &self.rounded[0, 0]
        cdef int i
        for i in range(n):
            self.by[i] = round_row(
                rows + i * by.length, by.length, by.most, rounded + i * by.length)
        multiply(rounded, n, by.length, &self.used[0], by.numbers, &self.by[0], by.scale, by.bias,
                 out, by.width)


cdef object folded(object weight, object bias, object shift):
    """Return the bias for rows that are normalised but not shifted."""
    return bias + shift.astype(np.float64) @ weight.astype(np.float64)
