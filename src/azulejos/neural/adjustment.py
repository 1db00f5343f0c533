"""Networks told by how they differ from another one of the same mode and shape.

The file is like that of a network, but its header names the checksum of the network it adjusts,
and instead of each matrix it holds two thin ones, ``..._in`` and ``..._out``: the first times
the second, turned, is to be added. Biases it holds take the place of those there are.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from azulejos.neural.mode import Mode
from azulejos.neural.packing import Array, pack_plain, pack_whole, read, scale_of
from azulejos.neural.weights_file import (
    POINTS,
    STEPS,
    Weights,
    check_steps,
    described,
    points_file,
    seal,
    shipped_file,
    training_of,
    unpack,
    unseal,
)

MATRICES: Final = ("input_w", "inner_w", "outer_w", "head_w")
BIASES: Final = ("input_b", "head_b")
FACTORS: Final = ("_in", "_out")
ADJUSTMENT_STEPS: Final = 2.0
"""Steps in the root mean square of a column: a difference need not be told exactly."""


def pack_adjustment(
    base: bytes,
    params: Mapping[str, Array],
    training: Mapping[str, Any],
    steps: float = ADJUSTMENT_STEPS,
) -> bytes:
    """Return the content of a file that adjusts the network whose file is given."""
    check_steps(steps)
    arrays, parts = [], list[bytes]()
    for name, values in sorted(params.items()):
        packed = (
            pack_plain(values) if name in BIASES else pack_whole(values, scale_of(values, steps))
        )
        arrays.append(described(name, values, packed))
        parts += packed.parts
    header = {
        "mode": unpack(base).mode.name,
        "adjusts": checksum_of(base),
        "shape": {"rank": int(params["head_w_in"].shape[-1]), "steps": steps},
        "training": training,
        "arrays": arrays,
    }
    return seal(header, parts)


def adjusted(content: bytes, base: bytes, where: str = "weights") -> Weights:
    """Return the network that an adjustment makes of the one in another file."""

    def read_body(header: Mapping[str, Any], data: bytes) -> Weights:
        if header["adjusts"] != checksum_of(base):
            raise ValueError("it adjusts another network than the one there is; learn it again")
        weights = unpack(base, "the network it adjusts")
        params, _ = read(header["arrays"], data)
        return _adjust(weights, params)._replace(training=training_of(header))

    return unseal(content, where, read_body)


def load_points(mode: Mode) -> Weights:
    """Return the shipped network of a mode that sees the game by the points in sight."""
    file = points_file(mode)
    return adjusted(file.read_bytes(), shipped_file(mode).read_bytes(), file.name)


def note_on_adjustment(network: Path) -> str:
    """Return a line to show where a network was replaced that has an adjustment beside it."""
    points = network.with_stem(network.stem + POINTS)
    if not points.is_file():
        return ""
    return (
        f"{points} belongs to the network of before. Learn it again or delete it: until then"
        " master cannot play this mode by the clock\n"
    )


def _adjust(weights: Weights, params: Mapping[str, Array]) -> Weights:
    """Add the products to the matrices, which are whole numbers of finer steps then."""
    known = {*BIASES, *(name + factor for name in MATRICES for factor in FACTORS)}
    if params.keys() != known:
        raise ValueError(f"{min(params.keys() ^ known)} is missing or no part of an adjustment")
    made, scales = {**weights.params}, dict[str, Array]()
    for name in BIASES:
        if params[name].shape != made[name].shape:
            raise ValueError(f"{name} is not of the shape {made[name].shape}")
        made[name] = params[name]
    for name in MATRICES:
        rows, columns = (params[name + factor] for factor in FACTORS)
        *outer, height, width = made[name].shape
        fits = (*outer, height, rows.shape[-1]), (*outer, width, rows.shape[-1])
        if (rows.shape, columns.shape) != fits:
            raise ValueError(f"{name} is not of the shape {made[name].shape}")
        values = made[name] + rows @ columns.swapaxes(-1, -2)
        scales[name] = scale_of(values, STEPS)
        made[name] = np.rint(values / scales[name]) * scales[name]
    return Weights(weights.mode, made, {}, scales)


def checksum_of(content: bytes) -> str:
    """Return the checksum that stands in the second line of a weights file."""
    return content.split(b"\n", 2)[1].decode("ascii", "replace")
