"""One thread for matrix products.

Searches run side by side, one a core; products of a few dozen rows gain little from a second
thread and lose much where another process needs its core.
"""

import ctypes
import os
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

VARIABLES: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
"""Who sets one of these has decided already."""
SETTERS: Final = ("scipy_openblas_set_num_threads64_", "openblas_set_num_threads")


@cache
def use_one_thread() -> bool:
    """Let NumPy's matrix products take one thread in this process; tell whether that worked.

    It works where NumPy brings OpenBLAS with it, as its wheels do. Elsewhere set the
    environment variable of the library that NumPy was built with.
    """
    if any(name in os.environ for name in VARIABLES):
        return False
    folder = Path(np.__file__).parent.parent / "numpy.libs"
    for path in folder.glob("*openblas*"):
        library = ctypes.CDLL(str(path))
        for name in SETTERS:
            if hasattr(library, name):
                getattr(library, name)(1)
                return True
    return False
