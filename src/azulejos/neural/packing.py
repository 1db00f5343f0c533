"""Arrays as bytes: 32 bits a number, or whole numbers times one scale for each column.

The whole numbers of a matrix are written as bytes, or two in a byte where that is shorter. A
number that is the largest or smallest its place can hold is continued: the next part holds
what is missing, a byte each, for all such numbers in their order, and so on. Everything is
little-endian, and every part is compressed by itself.
"""

import math
import zlib
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

BYTE_LIMIT: Final = 127
"""The largest number of a byte; it is continued."""
PAIR_LIMIT: Final = 7
"""The largest of two numbers in a byte."""
LIMITS: Final = {"rounded": BYTE_LIMIT, "paired": PAIR_LIMIT}
"""The kinds of a matrix of whole numbers; other arrays are of the kind ``f32``."""

Array = NDArray[np.float32]


class Packed(NamedTuple):
    """An array as it is written."""

    kind: str
    parts: list[bytes]


def scale_of(values: Array, steps: float) -> Array:
    """Return what one step of each column is, if its mean square has so many."""
    scale = np.sqrt(np.square(values, dtype=np.float64).mean(axis=-2, keepdims=True)) / steps
    return np.where(scale > 0, scale, 1).astype(np.float32)


def pack_plain(values: Array) -> Packed:
    """Write numbers as they are."""
    return Packed("f32", [_compress(_plain(values))])


def pack_whole(values: Array, scale: Array) -> Packed:
    """Write a matrix as the scale of each column and whole numbers."""
    numbers = np.rint(values / scale).astype(np.int32).reshape(-1)
    ways = [
        Packed(kind, [_compress(part) for part in (_plain(scale), *_parts(numbers, limit))])
        for kind, limit in LIMITS.items()
    ]
    return min(ways, key=lambda way: sum(map(len, way.parts)))


def read(entries: Sequence[Any], data: bytes) -> tuple[dict[str, Array], dict[str, Array]]:
    """Return the arrays that a list describes, and the scales of those that have some."""
    params, scales, start = {}, {}, 0
    for array in entries:
        parts = []
        for size in array["bytes"]:
            parts.append(zlib.decompress(data[start : start + size]))
            start += size
        name, shape, kind = array["name"], tuple(array["shape"]), array["kind"]
        if kind == "f32":
            params[name] = _read_plain(parts, shape)
        elif kind in LIMITS:
            *outer, _, columns = shape
            scales[name] = _read_plain(parts, (*outer, 1, columns))
            numbers = _read_numbers(parts[1:], shape, LIMITS[kind])
            params[name] = np.multiply(numbers, scales[name], dtype=np.float32)
        else:
            raise ValueError(f"{name} is of the unknown kind {kind!r}")
        if params[name].shape != shape:
            raise ValueError(f"{name} is not of the shape {shape}")
        if not np.isfinite(params[name]).all():
            raise ValueError(f"{name} holds what is no number")
    if start != len(data):
        raise ValueError("its arrays end before the file does")
    return params, scales


def _plain(values: Array) -> bytes:
    return values.astype("<f4").tobytes()


def _read_plain(parts: Sequence[bytes], shape: tuple[int, ...]) -> Array:
    return np.frombuffer(parts[0], "<f4").astype(np.float32).reshape(shape)


def _parts(left: NDArray[np.int32], limit: int) -> list[bytes]:
    """Write whole numbers, the first part within a limit, those that follow a byte each."""
    parts = []
    while left.size:
        part = np.clip(left, -limit, limit)
        parts.append(_pairs(part) if limit == PAIR_LIMIT else part.astype(np.int8).tobytes())
        left = (left - part)[np.abs(part) == limit]
        limit = BYTE_LIMIT
    return parts


def _pairs(numbers: NDArray[np.int32]) -> bytes:
    """Write two small numbers in a byte, the first in its lower half."""
    filled = np.append(numbers, 0)[: -(-numbers.size // 2) * 2] & 15
    return (filled[::2] | filled[1::2] << 4).astype(np.uint8).tobytes()


def _read_pairs(content: bytes, size: int) -> NDArray[np.int32]:
    both = np.frombuffer(content, np.uint8).astype(np.int32)
    numbers = np.stack((both & 15, both >> 4), axis=-1).reshape(-1)
    return ((numbers ^ 8) - 8)[: size if numbers.size - size in (0, 1) else None]


def _read_numbers(parts: Sequence[bytes], shape: tuple[int, ...], limit: int) -> NDArray[np.int32]:
    size = math.prod(shape)
    content = b"".join(parts[:1])
    if limit == PAIR_LIMIT:
        numbers = _read_pairs(content, size)
    else:
        numbers = np.frombuffer(content, np.int8).astype(np.int32)
    if numbers.size != size:
        raise ValueError(f"a matrix of {shape} has not {size} numbers")
    places = np.flatnonzero(np.abs(numbers) == limit)
    for more in parts[1:]:
        part = np.frombuffer(more, np.int8)
        if part.size != places.size:
            break
        numbers[places] += part
        places = places[np.abs(part) == BYTE_LIMIT]
    if places.size:
        raise ValueError(f"numbers of a matrix of {shape} are not continued")
    return numbers.reshape(shape)


def _compress(part: bytes) -> bytes:
    """Make bytes fewer; numbers that hardly ever repeat in rows go without a search for such."""
    by_letter = zlib.compressobj(9, strategy=zlib.Z_HUFFMAN_ONLY)
    return min(zlib.compress(part, 9), by_letter.compress(part) + by_letter.flush(), key=len)
