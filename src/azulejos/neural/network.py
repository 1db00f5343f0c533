"""The forward pass of the network, in NumPy.

A residual perceptron with layer normalisation before every product, as trained by
`azulejos.accel.network`. Of the normalisation only the division by a row's deviation is
left to do here: gain, shift and the subtraction of the mean are linear and are folded into
the matrices once.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from azulejos.neural.mode import Mode

Floats = NDArray[np.float32]

MARGIN_SCALE: Final = 20.0
"""Points in one unit of the margin output."""
EPSILON: Final = np.float32(1e-5)
"""What a variance is raised by, so that it can be divided by."""
MAX_BATCH: Final = 256
DISPLAY_NETWORK: Final = "display_w"
"""The matrix that only networks with a small network for each display have."""


class Layers:
    """The matrices of a network, ready for use; any number of `Network` share them."""

    def __init__(self, mode: Mode, params: Mapping[str, NDArray[np.floating]]) -> None:
        if DISPLAY_NETWORK in params:
            raise ValueError("networks that describe each display by itself are not supported")
        self.mode = mode
        blocks, self.width, _ = params["inner_w"].shape
        self.num_outputs = 2 * mode.players + mode.num_actions
        inputs, outputs = params["input_w"].shape[0], params["head_w"].shape[1]
        if inputs < mode.observation_size or outputs < self.num_outputs:
            raise ValueError(f"weights of another mode than {mode.name}")
        gain, shift = params["norm_gain"], params["norm_bias"]
        self.input = (
            _matrix(params["input_w"][: mode.observation_size]),
            _matrix(params["input_b"]),
        )
        self.blocks = tuple(
            (
                *_fold(params["inner_w"][n], params["inner_b"][n], gain[n], shift[n]),
                _matrix(params["outer_w"][n]),
                _matrix(params["outer_b"][n]),
            )
            for n in range(blocks)
        )
        head, bias = params["head_w"][:, : self.num_outputs], params["head_b"][: self.num_outputs]
        self.head = _fold(head, bias, gain[blocks], shift[blocks])


class Network:
    """A network of one mode of the game, with room for a batch.

    An instance keeps its intermediate results in arrays of its own and so serves one
    thread at a time.
    """

    def __init__(self, layers: Layers) -> None:
        self.mode = layers.mode
        self._layers = layers
        self._hidden = np.empty((MAX_BATCH, layers.width), np.float32)
        self._between = np.empty_like(self._hidden)
        self._product = np.empty_like(self._hidden)
        self._outputs = np.empty((MAX_BATCH, layers.num_outputs), np.float32)

    def forward(self, observations: Floats) -> Floats:
        """Judge up to `MAX_BATCH` observations; the next call overwrites what is returned.

        A row holds the logits of the seats' shares of the victory, their leads in units of
        `MARGIN_SCALE`, both from the player to act clockwise, and the logits of all actions.
        """
        n = len(observations)
        if n > MAX_BATCH:
            raise ValueError(f"at most {MAX_BATCH} observations at once, not {n}")
        hidden, between = self._hidden[:n], self._between[:n]
        product, outputs = self._product[:n], self._outputs[:n]
        first, first_bias = self._layers.input
        np.dot(observations, first, out=hidden)
        hidden += first_bias
        np.maximum(hidden, 0, out=hidden)
        for inner, inner_bias, outer, outer_bias in self._layers.blocks:
            np.dot(hidden, inner, out=between)
            between *= _inverse_deviation(hidden)
            between += inner_bias
            np.maximum(between, 0, out=between)
            np.dot(between, outer, out=product)
            hidden += product
            hidden += outer_bias
        head, head_bias = self._layers.head
        np.dot(hidden, head, out=outputs)
        outputs *= _inverse_deviation(hidden)
        outputs += head_bias
        return outputs


def _matrix(values: NDArray[np.floating]) -> Floats:
    return np.ascontiguousarray(values, np.float32)


def _fold(
    weight: NDArray[np.floating],
    bias: NDArray[np.floating],
    gain: NDArray[np.floating],
    shift: NDArray[np.floating],
) -> tuple[Floats, Floats]:
    """Return the matrix and bias for rows that are neither centred, scaled nor shifted."""
    exact = weight.astype(np.float64)
    scaled = exact * gain[:, None].astype(np.float64)
    return _matrix(scaled - scaled.mean(axis=0)), _matrix(bias + shift.astype(np.float64) @ exact)


def _inverse_deviation(rows: Floats) -> Floats:
    """Return 1 over the standard deviation of each row, f32[N, 1]."""
    scale = np.float32(1 / rows.shape[1])
    mean = rows.sum(axis=1) * scale
    variance = np.einsum("ij,ij->i", rows, rows) * scale - mean * mean
    deviation: Floats = 1 / np.sqrt(variance + EPSILON)
    return deviation[:, None]
