"""Compile every .pyx under src/ and build the browser app; pyproject.toml declares the rest."""

import os
import shutil
import subprocess
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

SOURCE = Path("src")
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g", "-O1"]
# Python's own flags ask for debug information, which would be four fifths of the compiled parts.
FLAGS = SANITIZE if os.environ.get("AZULEJOS_SANITIZE") else ["-O3", "-g0"]
# The Makefile compiles in place by itself, so that a changed file alone is compiled again;
# it asks pip to leave that out of the editable installation.
PATHS = sorted(SOURCE.rglob("*.pyx")) if os.environ.get("AZULEJOS_COMPILE") != "0" else []
WEB = Path("web")
BUILT = SOURCE / "azulejos" / "web" / "index.html"


def build_web() -> None:
    """Build the browser app where it is packed from, unless it is there already."""
    if BUILT.exists() or os.environ.get("AZULEJOS_WEB") == "0":
        return
    npm = shutil.which("npm")
    if npm is None or not WEB.is_dir():
        raise SystemExit(
            "azulejos: the browser app is not built, and there is no npm to build it: install"
            " Node 20.19 or later, or set AZULEJOS_WEB=0 to do without the browser app"
        )
    for command in ("ci", "run build"):
        subprocess.run([npm, *command.split()], cwd=WEB, check=True)  # noqa: S603  # our own


class BuildWithWeb(build_py):  # type: ignore[misc]  # setuptools has no types
    """Gather the package's files, the browser app with them."""

    def run(self) -> None:
        """Build the browser app first; an editable installation looks at the sources anyway."""
        if not self.editable_mode:
            build_web()
        super().run()


class SourcesWithWeb(sdist):  # type: ignore[misc]  # setuptools has no types
    """Gather the sources, with the browser app built: who unpacks them may have no Node."""

    def run(self) -> None:
        """Build the browser app first."""
        build_web()
        super().run()


def extension(path: Path) -> Extension:
    """Describe the extension module a .pyx file compiles to."""
    return Extension(
        ".".join(path.relative_to(SOURCE).with_suffix("").parts),
        [str(path)],
        extra_compile_args=FLAGS,
        extra_link_args=FLAGS if FLAGS is SANITIZE else [],
    )


setup(
    cmdclass={"build_py": BuildWithWeb, "sdist": SourcesWithWeb},
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
