"""Compile fast rather than well: the tests play few games.

Set before anything imports JAX, which reads it once.
"""

import os

os.environ.setdefault(
    "XLA_FLAGS",
    "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true",
)
