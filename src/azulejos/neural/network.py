"""The forward pass of the network: NumPy's products, compiled passes between them.

A residual perceptron with layer normalisation before every product, as trained by
`azulejos.accel.network`. Of the normalisation only the division by a row's deviation is
left to do here: gain, shift and the subtraction of the mean are linear and are folded into
the matrices once. Where small products are quick, a product is made in parts: a few
rows by a block of columns.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.neural import passes
from azulejos.neural.blas import quick_with_small_products
from azulejos.neural.mode import Mode

Floats = NDArray[np.float32]
Params = Mapping[str, NDArray[np.floating]]

MARGIN_SCALE: Final = 20.0
"""Points in one unit of the margin output."""
MAX_BATCH: Final = 256

ROWS: Final = 4
"""Rows of a small product."""
COLUMNS: Final = 64
"""Columns of a small product, a block of a matrix that lies together in memory."""


class Layers:
    """The matrices of a network, ready for use; any number of `Network` share them."""

    def __init__(self, mode: Mode, params: Params) -> None:
        self.mode = mode
        blocks, self.width, _ = params["inner_w"].shape
        inputs, outputs = mode.observation_size, mode.num_outputs
        if params["input_w"].shape[0] < inputs or params["head_w"].shape[1] < outputs:
            raise ValueError(f"weights of another mode than {mode.name}")
        gain, shift = params["norm_gain"], params["norm_bias"]
        self.in_parts = quick_with_small_products()
        self.input = (
            self._blocks(_matrix(params["input_w"][:inputs])),
            _matrix(params["input_b"]),
        )
        self.blocks = tuple(
            (
                *self._fold(params["inner_w"][n], params["inner_b"][n], gain[n], shift[n]),
                self._blocks(_matrix(params["outer_w"][n])),
                _matrix(params["outer_b"][n]),
            )
            for n in range(blocks)
        )
        more = -outputs % COLUMNS
        head = np.pad(params["head_w"][:, :outputs], ((0, 0), (0, more)))
        bias = np.pad(params["head_b"][:outputs], (0, more))
        self.head = self._fold(head, bias, gain[blocks], shift[blocks])

    def _fold(
        self,
        weight: NDArray[np.floating],
        bias: NDArray[np.floating],
        gain: NDArray[np.floating],
        shift: NDArray[np.floating],
    ) -> tuple[Floats, Floats]:
        """Return the matrix and bias for rows that are neither centred, scaled nor shifted."""
        exact = weight.astype(np.float64)
        scaled = exact * gain[:, None].astype(np.float64)
        folded = _matrix(bias + shift.astype(np.float64) @ exact)
        return self._blocks(_matrix(scaled - scaled.mean(axis=0))), folded

    def _blocks(self, matrix: Floats) -> Floats:
        """Cut a matrix into blocks of columns, f32[blocks, rows, columns]."""
        rows, width = matrix.shape
        columns = self.columns_at_once(width)
        return _matrix(matrix.reshape(rows, -1, columns).transpose(1, 0, 2))

    def columns_at_once(self, width: int) -> int:
        """Return how many columns of a result with so many are made by one product."""
        return COLUMNS if self.in_parts and width % COLUMNS == 0 else width


class Rows(NamedTuple):
    """Rows of an array, and the same memory as products in parts see it."""

    all: Floats
    factor: Floats
    """f32[parts, 1, rows, width]"""
    result: Floats
    """f32[parts, blocks, rows, columns]"""


class Room(NamedTuple):
    """Where a batch of one size lies while it goes through the layers."""

    inputs: Rows
    hidden: Rows
    between: Rows
    product: Rows
    outputs: Rows
    inverse: Floats
    """1 over the deviation of each hidden row."""


class Network:
    """A network of one mode of the game, with room for a batch.

    An instance keeps its intermediate results in arrays of its own and so serves one
    thread at a time.
    """

    def __init__(self, layers: Layers) -> None:
        self.mode = layers.mode
        self.layers = layers
        self._rooms: dict[int, Room] = {}
        widths = (layers.mode.observation_size, *3 * (layers.width,), len(layers.head[1]))
        self._arrays = [np.zeros((MAX_BATCH, width), np.float32) for width in widths]
        self._inverse = np.zeros(MAX_BATCH, np.float32)

    def forward(self, observations: Floats) -> Floats:
        """Judge up to `MAX_BATCH` observations; the next call overwrites what is returned.

        A row holds the logits of the seats' shares of the victory, their leads in units of
        `MARGIN_SCALE`, both from the player to act clockwise, and the policy: the logits of
        all actions. What follows means nothing.
        """
        n, size = observations.shape
        if n > MAX_BATCH:
            raise ValueError(f"at most {MAX_BATCH} observations at once, not {n}")
        if size != self.mode.observation_size:
            raise ValueError(f"observations of another mode than {self.mode.name}")
        layers, room = self.layers, self._rooms.get(n) or self._make_room(n)
        inputs, hidden, between, product, outputs, inverse = room
        inputs.all[:] = observations
        first, first_bias = layers.input
        np.matmul(inputs.factor, first, out=hidden.result)
        passes.begin(hidden.all, first_bias, inverse)
        for inner, inner_bias, outer, outer_bias in layers.blocks:
            np.matmul(hidden.factor, inner, out=between.result)
            passes.bend(between.all, inner_bias, inverse)
            np.matmul(between.factor, outer, out=product.result)
            passes.add(hidden.all, product.all, outer_bias, inverse)
        head, head_bias = layers.head
        np.matmul(hidden.factor, head, out=outputs.result)
        passes.finish(outputs.all, head_bias, inverse)
        return outputs.all

    def _make_room(self, n: int) -> Room:
        """Lay out the arrays for a batch; the last part may have a few rows more."""
        rows = min(n, ROWS) if self.layers.in_parts else n
        parts = -(-n // rows) if rows else 0

        def lay_out(array: Floats) -> Rows:
            used, width = array[: parts * rows], array.shape[1]
            columns = self.layers.columns_at_once(width)
            result = used.reshape(parts, rows, width // columns, columns).transpose(0, 2, 1, 3)
            return Rows(array[:n], used.reshape(parts, 1, rows, width), result)

        inputs, hidden, between, product, outputs = map(lay_out, self._arrays)
        room = Room(inputs, hidden, between, product, outputs, self._inverse[:n])
        self._rooms[n] = room
        return room


def _matrix(values: NDArray[np.floating]) -> Floats:
    return np.ascontiguousarray(values, np.float32)
