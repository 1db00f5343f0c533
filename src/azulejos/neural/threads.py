"""One thread for matrix products.

Searches run side by side, one a core; products of a few dozen rows gain little from a second
thread and lose much where another process needs its core.
"""

import os
from functools import cache
from typing import Final

from azulejos.neural.blas import set_threads

VARIABLES: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
"""Who sets one of these has decided already."""


@cache
def use_one_thread() -> bool:
    """Let NumPy's matrix products take one thread in this process; tell whether that worked.

    It works where NumPy brings OpenBLAS with it, as its wheels do. Elsewhere set the
    environment variable of the library that NumPy was built with.
    """
    return not any(name in os.environ for name in VARIABLES) and set_threads(1)
