"""Weights as files: three lines of text, then the numbers.

    azulejos-network 3
    SHA-256 of all that follows this line, in hexadecimal
    {"mode": "2c", "shape": {...}, "training": {...}, "arrays": [...]}
    the arrays one after the other, each in parts that are compressed by themselves

An array listed as ``f32`` has one part. One listed as ``rounded`` or ``paired`` is a matrix of
whole numbers times one scale for each column: the scales, then the numbers, as `packing` writes
them.
"""

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.errors import OptionError
from azulejos.neural.mode import Mode
from azulejos.neural.packing import Array, Packed, pack_plain, pack_whole, read, scale_of

FORMAT: Final = "azulejos-network 3"
"""Moves with the observation as well: a network that saw other numbers is no use."""
STEPS: Final = 80
"""Steps in the root mean square of a column: so the network says what it said before, nearly."""
FINEST: Final = 1000
"""More steps than that say nothing more."""
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
POINTS: Final = "-points"
"""Follows it in that of a file that makes a network see the game by the points in sight."""


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
        check_steps(each)
    arrays: list[dict[str, Any]] = []
    blocks: list[bytes] = []
    for name, values in sorted(weights.params.items()):
        own = block_steps or steps if name in BLOCKS else steps
        if not name.endswith("_w"):
            packed = pack_plain(values)
        elif is_rounded:
            packed = pack_whole(values, weights.scales[name])
        else:
            packed = pack_whole(values, scale_of(values, own))
        arrays.append(described(name, values, packed))
        blocks += packed.parts
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
    return seal(header, blocks)


def described(name: str, values: Array, packed: Packed) -> dict[str, Any]:
    """Return what a file says of one of its arrays."""
    sizes = [len(part) for part in packed.parts]
    return {"name": name, "shape": values.shape, "kind": packed.kind, "bytes": sizes}


def seal(header: Mapping[str, Any], parts: Iterable[bytes]) -> bytes:
    """Return a file with its first lines."""
    body = json.dumps(header).encode() + b"\n" + b"".join(parts)
    return f"{FORMAT}\n{hashlib.sha256(body).hexdigest()}\n".encode() + body


def unpack(content: bytes, where: str = "weights") -> Weights:
    """Return what a weights file holds; ``where`` names it in errors."""
    return unseal(content, where, _read)


def unseal(
    content: bytes, where: str, read_body: Callable[[Mapping[str, Any], bytes], Weights]
) -> Weights:
    """Return the weights that are made of the header and the arrays of a file."""
    head, _, rest = content.partition(b"\n")
    if head != FORMAT.encode():
        form = head[: 2 * len(FORMAT)].decode("ascii", "replace")
        raise OptionError(f"{where} is of the form {form!r}, not {FORMAT!r}", "weights")
    checksum, _, body = rest.partition(b"\n")
    if checksum.decode("ascii", "replace") != hashlib.sha256(body).hexdigest():
        raise OptionError(f"{where} is damaged: its checksum is wrong; get it again", "weights")
    text, _, data = body.partition(b"\n")
    try:
        return read_body(json.loads(text), data)
    except (IndexError, KeyError, TypeError, ValueError, OverflowError, zlib.error) as error:
        reason = f"it has no {error}" if isinstance(error, KeyError) else str(error)
        raise OptionError(
            f"{where} holds no network that can be used: {reason}", "weights"
        ) from error


def _read(header: Mapping[str, Any], data: bytes) -> Weights:
    if "adjusts" in header:
        raise ValueError("it only adjusts another one")
    mode, training = Mode.parse(header["mode"]), training_of(header)
    params, scales = read(header["arrays"], data)
    for name in NEEDED:
        if name not in params:
            raise KeyError(name)
    if unknown := sorted(params.keys() - NEEDED):
        raise ValueError(f"{unknown[0]} is no part of a network")
    _check_shapes(mode, params)
    return Weights(mode, params, training, scales)


def training_of(header: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a file says of how it came about."""
    training = header["training"]
    if not isinstance(training, dict):
        raise TypeError("what it says of the training is no table")
    return training


def check_steps(steps: float) -> None:
    """Refuse a precision that cannot be written."""
    if not 0 < steps <= FINEST:
        raise ValueError(f"steps: {steps:g} is not above 0 and at most {FINEST}")


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


def points_file(mode: Mode) -> Traversable:
    """Return where that is which makes a mode's network see it by the points in sight, if any."""
    return _folder() / f"{mode.name}{POINTS}{SUFFIX}"


def _folder() -> Traversable:
    return resources.files("azulejos.neural") / "weights"
