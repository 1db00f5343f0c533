"""The house is built from the ground up: a folder imports only from those below it.

``lint-imports`` checks this for Python files but cannot read Cython. The order itself is
written once, in pyproject.toml, and read from there.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "azulejos"
SOURCES = sorted(p for p in PACKAGE.rglob("*") if p.suffix in {".py", ".pyi", ".pyx", ".pxd"})

FROM = re.compile(r"\s*from\s+([\w.]+)\s+c?import\s+\(?([^#]*)")
IMPORT = re.compile(r"\s*c?import\s+([\w.][\w., ]*)")


def read_layers() -> dict[str, int]:
    """Return the height of each folder or module of the package, the ground being 0."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (contract,) = (c for c in settings["tool"]["importlinter"]["contracts"] if c["id"] == "layers")
    return {
        name.strip(" ()"): height
        for height, layer in enumerate(reversed(contract["layers"]))
        for name in layer.split("|")
    }


LAYERS = read_layers()


def imported_modules(line: str, package: list[str]) -> Iterator[list[str]]:
    """Yield what an import or cimport line inside a package names, as dotted parts."""
    if match := FROM.match(line):
        source, names = match.groups()
        dots = len(source) - len(source.lstrip("."))
        base = package[: len(package) - dots + 1] if dots else []
        base = base + [part for part in source.lstrip(".").split(".") if part]
        for name in names.split(","):
            yield [*base, *name.split()[:1]]
    elif match := IMPORT.match(line):
        for name in match.group(1).split(","):
            yield name.split()[0].split(".")


def folders_imported(path: Path) -> set[str]:
    """Return the folders and top modules of the package that a source file imports."""
    package = ["azulejos", *path.relative_to(PACKAGE).parts[:-1]]
    return {
        module[1]
        for line in path.read_text().splitlines()
        for module in imported_modules(line, package)
        if module[0] == "azulejos" and len(module) > 1
    }


def test_the_package_is_read() -> None:
    assert {path.suffix for path in SOURCES} == {".py", ".pyi", ".pyx", ".pxd"}


def test_every_folder_has_its_place() -> None:
    folders = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in SOURCES}
    assert folders - {"__init__", "__main__"} <= LAYERS.keys()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_down(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if own in {"__init__", "__main__"}:
        return
    upward = {
        name
        for name in folders_imported(path) - {own}
        if LAYERS.get(name, len(LAYERS)) >= LAYERS[own]
    }
    assert not upward, f"{own} must not import {', '.join(sorted(upward))}"


@pytest.mark.parametrize(
    ("line", "modules"),
    [
        ("from azulejos.rules cimport kernel", ["azulejos.rules.kernel"]),
        ("from azulejos.rules.kernel cimport (", ["azulejos.rules.kernel"]),
        ("    from azulejos import errors, fair as f", ["azulejos.errors", "azulejos.fair"]),
        ("cimport azulejos.rules.kernel as k", ["azulejos.rules.kernel"]),
        ("import math, azulejos.chance", ["math", "azulejos.chance"]),
        ("from .kernel cimport Game  # raw", ["azulejos.search.kernel.Game"]),
        ("from ..rules cimport kernel", ["azulejos.rules.kernel"]),
        ("from libc.stdint cimport uint8_t", ["libc.stdint.uint8_t"]),
        ("important = 1", []),
    ],
)
def test_import_lines_are_understood(line: str, modules: list[str]) -> None:
    assert [".".join(m) for m in imported_modules(line, ["azulejos", "search"])] == modules
