"""Compile fast rather than well, as the tests of `accel` do; set before JAX is imported."""

import os

os.environ.setdefault(
    "XLA_FLAGS",
    "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true",
)
