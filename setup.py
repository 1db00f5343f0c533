"""Compile every .pyx under src/; everything else is declared in pyproject.toml."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCE = Path("src")
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g", "-O1"]
FLAGS = SANITIZE if os.environ.get("AZULEJOS_SANITIZE") else ["-O3"]
# The Makefile compiles in place by itself, so that a changed file alone is compiled again;
# it asks pip to leave that out of the editable installation.
PATHS = sorted(SOURCE.rglob("*.pyx")) if os.environ.get("AZULEJOS_COMPILE") != "0" else []


def extension(path: Path) -> Extension:
    """Describe the extension module a .pyx file compiles to."""
    return Extension(
        ".".join(path.relative_to(SOURCE).with_suffix("").parts),
        [str(path)],
        extra_compile_args=FLAGS,
        extra_link_args=FLAGS if FLAGS is SANITIZE else [],
    )


setup(
    ext_modules=cythonize(
        [extension(path) for path in PATHS],
        build_dir="build/cython",
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
        },
    ),
)
