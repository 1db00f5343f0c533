"""The library that makes NumPy's matrix products, where it is the OpenBLAS of its wheels."""

import ctypes
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

AFFIXES: Final = (("scipy_openblas_", "64_"), ("openblas_", "64_"), ("openblas_", ""))
"""What may stand before and after the names of functions."""
QUICK_WITH_SMALL: Final = (b"SkylakeX", b"Cooperlake", b"SapphireRapids")
"""Kinds of processors for which it multiplies small matrices as they lie in memory."""


class Library(NamedTuple):
    """OpenBLAS, and what stands before and after the names of its functions."""

    functions: ctypes.CDLL
    before: str
    after: str


def set_threads(number: int) -> bool:
    """Let products take so many threads in this process; tell whether that worked."""
    library = openblas()
    if library is not None:
        library.functions[f"{library.before}set_num_threads{library.after}"](number)
    return library is not None


@cache
def quick_with_small_products() -> bool:
    """Tell whether many small products take less time than one large one.

    A large product first copies its matrices into another order, which is much of the work
    when one of them has few rows. For processors with AVX-512 small products go without.
    """
    library = openblas()
    if library is None:
        return False
    core = library.functions[f"{library.before}get_corename{library.after}"]
    core.restype = ctypes.c_char_p
    return core() in QUICK_WITH_SMALL


@cache
def openblas() -> Library | None:
    """Return the OpenBLAS that came with NumPy, if it did."""
    folder = Path(np.__file__).parent.parent / "numpy.libs"
    for path in sorted(folder.glob("*openblas*")):
        functions = ctypes.CDLL(str(path))
        for before, after in AFFIXES:
            if hasattr(functions, f"{before}set_num_threads{after}"):
                return Library(functions, before, after)
    return None
