"""Weights as files: three lines of text, then the numbers.

    azulejos-network 3
    SHA-256 of all that follows this line, in hexadecimal
    {"mode": "2c", "shape": {...}, "training": {...}, "arrays": [...]}
    the arrays one after the other, each in parts that are compressed by themselves

An array listed as ``f32`` has one part. One listed as ``rounded`` is a matrix of whole numbers
times one scale for each column: the scales, then the numbers as bytes. A byte of 127 or -127
is to be continued: the next part holds what is missing, for all such bytes in their order,
and so on. Everything is little-endian.
"""

import hashlib
import json
import math
import zlib
from collections.abc import Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.errors import OptionError
from azulejos.neural.mode import Mode

FORMAT: Final = "azulejos-network 3"
"""Moves with the observation as well: a network that saw other numbers is no use."""
STEPS: Final = 80
"""Steps in the root mean square of a column: so the network says what it said before, nearly."""
FINEST: Final = 1000
"""More steps than that say nothing more."""
LIMIT: Final = 127
"""A byte of so much is continued in the next part."""
NEEDED: Final = (
    *("input_w", "input_b", "inner_w", "inner_b", "outer_w", "outer_b"),
    *("norm_gain", "norm_bias", "head_w", "head_b"),
)
"""The arrays of a network."""
BLOCKS: Final = ("inner_w", "outer_w")
"""The matrices inside the blocks: nearly all of a large network."""
SUFFIX: Final = ".network"
SINGLE_LOOK: Final = "-policy"
"""Follows the mode in the name of a file for players that look once."""

Array = NDArray[np.float32]


class Whole(NamedTuple):
    """A matrix, or several, as whole numbers times one scale for each column."""

    numbers: NDArray[np.int32]
    scale: Array


class Weights(NamedTuple):
    """The weights of a network and what is known of them."""

    mode: Mode
    params: dict[str, Array]
    """By the names of `azulejos.accel.network`."""
    training: dict[str, Any]
    """How they came about, for people."""
    scales: Mapping[str, Array] = MappingProxyType({})
    """The scales of the matrices that are whole numbers times these: those of a file are."""

    def whole(self, name: str) -> Whole:
        """Return a matrix in whole numbers; it must have a scale."""
        scale = self.scales[name]
        numbers = self.params[name] / scale
        return Whole(np.rint(numbers, out=numbers).astype(np.int32), scale)


def pack(
    weights: Weights, steps: float = STEPS, block_steps: float = 0, *, is_rounded: bool = False
) -> bytes:
    """Return the content of a weights file; columns are rounded to steps of their mean square.

    Inside the blocks they are steps of another size, ``block_steps``, if it is not 0: a network
    that has learnt so needs few. Weights that are rounded so already, with scales of their own
    for all matrices, are written as they are.
    """
    for each in (steps, block_steps or steps):
        if not 0 < each <= FINEST:
            raise ValueError(f"steps: {each:g} is not above 0 and at most {FINEST}")
    arrays: list[dict[str, Any]] = []
    blocks: list[bytes] = []
    for name, values in sorted(weights.params.items()):
        kind = "rounded" if name.endswith("_w") else "f32"
        own = block_steps or steps if name in BLOCKS else steps
        if kind == "f32":
            parts = [_plain(values)]
        elif is_rounded:
            parts = _whole_parts(values, weights.scales[name])
        else:
            parts = _whole_parts(values, scale_of(values, own))
        parts = [_compress(part) for part in parts]
        sizes = [len(part) for part in parts]
        arrays.append({"name": name, "shape": values.shape, "kind": kind, "bytes": sizes})
        blocks += parts
    shape = {
        "width": int(weights.params["inner_w"].shape[-1]),
        "blocks": int(weights.params["inner_w"].shape[0]),
        "steps": steps,
    }
    if block_steps:
        shape["block_steps"] = block_steps
    header = {
        "mode": weights.mode.name,
        "shape": shape,
        "training": weights.training,
        "arrays": arrays,
    }
    body = json.dumps(header).encode() + b"\n" + b"".join(blocks)
    return f"{FORMAT}\n{hashlib.sha256(body).hexdigest()}\n".encode() + body


def unpack(content: bytes, where: str = "weights") -> Weights:
    """Return what a weights file holds; ``where`` names it in errors."""
    head, _, rest = content.partition(b"\n")
    if head != FORMAT.encode():
        form = head[: 2 * len(FORMAT)].decode("ascii", "replace")
        raise OptionError(f"{where} is of the form {form!r}, not {FORMAT!r}", "weights")
    checksum, _, body = rest.partition(b"\n")
    if checksum.decode("ascii", "replace") != hashlib.sha256(body).hexdigest():
        raise OptionError(f"{where} is damaged: its checksum is wrong; get it again", "weights")
    try:
        return _read(*body.split(b"\n", 1))
    except (IndexError, KeyError, TypeError, ValueError, OverflowError, zlib.error) as error:
        reason = f"it has no {error}" if isinstance(error, KeyError) else str(error)
        raise OptionError(
            f"{where} holds no network that can be used: {reason}", "weights"
        ) from error


def _read(text: bytes, data: bytes = b"") -> Weights:
    """Read what follows the checksum: the description of the arrays, and the arrays."""
    header = json.loads(text)
    mode, training = Mode.parse(header["mode"]), header["training"]
    if not isinstance(training, dict):
        raise TypeError("what it says of the training is no table")
    params, scales, start = {}, {}, 0
    for array in header["arrays"]:
        parts = []
        for size in array["bytes"]:
            parts.append(zlib.decompress(data[start : start + size]))
            start += size
        name, shape, kind = array["name"], tuple(array["shape"]), array["kind"]
        if kind not in READERS:
            raise ValueError(f"{name} is of the unknown kind {kind!r}")
        params[name] = READERS[kind](parts, shape)
        if params[name].shape != shape:
            raise ValueError(f"{name} is not of the shape {shape}")
        if not np.isfinite(params[name]).all():
            raise ValueError(f"{name} holds what is no number")
        if kind == "rounded":
            scales[name] = _read_scale(parts, shape)
    if start != len(data):
        raise ValueError("its arrays end before the file does")
    for name in NEEDED:
        if name not in params:
            raise KeyError(name)
    if unknown := sorted(params.keys() - NEEDED):
        raise ValueError(f"{unknown[0]} is no part of a network")
    _check_shapes(mode, params)
    return Weights(mode, params, training, scales)


def _check_shapes(mode: Mode, params: Mapping[str, Array]) -> None:
    """Refuse arrays that are no network of a mode; unused inputs and outputs may follow."""
    blocks, width = params["inner_b"].shape
    inputs, outputs = len(params["input_w"]), len(params["head_b"])
    if inputs < mode.observation_size or outputs < mode.num_outputs:
        raise ValueError(f"it is too small for {mode.name}")
    shapes: dict[str, tuple[int, ...]] = {
        "input_w": (inputs, width),
        "input_b": (width,),
        **dict.fromkeys(("inner_w", "outer_w"), (blocks, width, width)),
        "outer_b": (blocks, width),
        **dict.fromkeys(("norm_gain", "norm_bias"), (blocks + 1, width)),
        "head_w": (width, outputs),
    }
    for name, shape in shapes.items():
        if params[name].shape != shape:
            raise ValueError(f"{name} is not of the shape {shape}")


def load(mode: Mode, *, single_look: bool = False) -> Weights:
    """Return the shipped weights of a mode, those for a single look if asked for."""
    file = shipped_file(mode, single_look=single_look)
    return _of_mode(mode, unpack(file.read_bytes(), file.name), file.name)


def load_file(mode: Mode, path: Path) -> Weights:
    """Return the weights that somebody keeps in a file, which must be of a mode."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise OptionError(f"{path} cannot be read: {error.strerror}", "network") from error
    return _of_mode(mode, unpack(content, str(path)), str(path))


def _of_mode(mode: Mode, weights: Weights, where: str) -> Weights:
    """Refuse weights of another mode."""
    if weights.mode != mode:
        raise OptionError(
            f"{where} holds a network of {weights.mode.name}, not of {mode.name}", "weights"
        )
    return weights


def shipped(*, single_look: bool = False) -> tuple[Mode, ...]:
    """Return the modes whose weights are part of the package.

    For a single look these are the modes that have weights of their own for it.
    """
    folder = _folder()
    names = {mode: file_name(mode, single_look=single_look) for mode in Mode.every()}
    return tuple(mode for mode, name in names.items() if (folder / name).is_file())


def shipped_file(mode: Mode, *, single_look: bool = False) -> Traversable:
    """Return the file with the shipped weights of a mode, if there are any.

    A single look need not be quick: a mode may have a second, larger network for players that
    look once and do not search. A mode that has none is looked at with the one it has.
    """
    if single_look and mode in shipped(single_look=True):
        return _folder() / file_name(mode, single_look=True)
    have = shipped()
    if mode not in have:
        names = ", ".join(each.name for each in have) or "none"
        raise OptionError(
            f"there is no network for the mode {mode.name} (there is: {names})", "player"
        )
    return _folder() / file_name(mode)


def file_name(mode: Mode, *, single_look: bool = False) -> str:
    """Return the name under which weights of a mode are shipped, such as ``2c.network``."""
    return f"{mode.name}{SINGLE_LOOK if single_look else ''}{SUFFIX}"


def _folder() -> Traversable:
    return resources.files("azulejos.neural") / "weights"


def _plain(values: Array) -> bytes:
    return values.astype("<f4").tobytes()


def _read_plain(parts: Sequence[bytes], shape: tuple[int, ...]) -> Array:
    return np.frombuffer(parts[0], "<f4").astype(np.float32).reshape(shape)


def _compress(part: bytes) -> bytes:
    """Make bytes fewer; numbers that hardly ever repeat in rows go without a search for such."""
    by_letter = zlib.compressobj(9, strategy=zlib.Z_HUFFMAN_ONLY)
    return min(zlib.compress(part, 9), by_letter.compress(part) + by_letter.flush(), key=len)


def scale_of(values: Array, steps: float) -> Array:
    """Return what one step of each column is, if its mean square has so many."""
    scale = np.sqrt(np.square(values, dtype=np.float64).mean(axis=-2, keepdims=True)) / steps
    return np.where(scale > 0, scale, 1).astype(np.float32)


def _whole_parts(values: Array, scale: Array) -> list[bytes]:
    """Write a matrix as the scale of each column and whole numbers."""
    left = np.rint(values / scale).astype(np.int32).reshape(-1)
    parts = [_plain(scale)]
    while left.size:
        part = np.clip(left, -LIMIT, LIMIT)
        parts.append(part.astype(np.int8).tobytes())
        left = (left - part)[np.abs(part) == LIMIT]
    return parts


def _read_scale(parts: Sequence[bytes], shape: tuple[int, ...]) -> Array:
    *outer, _, columns = shape
    return _read_plain(parts, (*outer, 1, columns))


def _read_rounded(parts: Sequence[bytes], shape: tuple[int, ...]) -> Array:
    scale = _read_scale(parts, shape)
    size = math.prod(shape)
    if sum(len(part) for part in parts[1:2]) != size:
        raise ValueError(f"a matrix of {shape} has not {size} numbers")
    first = np.frombuffer(b"".join(parts[1:2]), np.int8)
    numbers = first.astype(np.int32)
    places = np.flatnonzero(np.abs(first) == LIMIT)
    for content in parts[2:]:
        part = np.frombuffer(content, np.int8)
        if part.size != places.size:
            break
        numbers[places] += part
        places = places[np.abs(part) == LIMIT]
    if places.size:
        raise ValueError(f"numbers of a matrix of {shape} are not continued")
    return np.multiply(numbers.reshape(shape), scale, dtype=np.float32)


READERS: Final = {"f32": _read_plain, "rounded": _read_rounded}
"""By the kind of an array."""
