"""What a package lists in ``__all__`` exists and is documented."""

import importlib
import inspect
import pkgutil

import pytest

import azulejos

MODULES = list(pkgutil.iter_modules(azulejos.__path__, "azulejos."))
PACKAGES = ["azulejos", *(module.name for module in MODULES if module.ispkg)]
PUBLIC_NAMES = [
    (package, name) for package in PACKAGES for name in importlib.import_module(package).__all__
]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_it_is(package: str) -> None:
    module = importlib.import_module(package)
    assert inspect.getdoc(module)
    assert len(set(module.__all__)) == len(module.__all__)


@pytest.mark.parametrize(("package", "name"), PUBLIC_NAMES)
def test_a_public_name_exists_and_is_documented(package: str, name: str) -> None:
    value = getattr(importlib.import_module(package), name)
    if not inspect.isroutine(value) and not inspect.isclass(value):
        return
    summary = (inspect.getdoc(value) or "").partition("\n")[0]
    assert ". " in summary or summary.endswith((".", ":")), f"{package}.{name}: {summary!r}"


@pytest.mark.parametrize(("package", "name"), PUBLIC_NAMES)
def test_the_methods_of_a_public_class_are_documented(package: str, name: str) -> None:
    value = getattr(importlib.import_module(package), name)
    if not inspect.isclass(value):
        return
    bare = [
        attribute
        for attribute, member in vars(value).items()
        if not attribute.startswith("_")
        and (inspect.isroutine(member) or isinstance(member, property | staticmethod | classmethod))
        and not inspect.getdoc(member)
    ]
    assert not bare, f"{package}.{name}: {', '.join(bare)} without a docstring"
