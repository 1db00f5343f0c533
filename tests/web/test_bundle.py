"""The built browser app as it is packed and served."""

import gzip
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "src" / "azulejos" / "web"
MAX_SCRIPT = 120_000
"""Bytes of all scripts together, compressed: what the pages of the app may weigh."""
NAMESPACES = re.compile(
    r"http://www\.w3\.org/(?:1999/xhtml|1999/xlink|2000/svg|1998/Math/MathML|XML/1998/namespace"
    r"|2000/xmlns/)"
)
ERRORS = re.compile(r"https://svelte\.dev/e/")
"""Where the framework's errors are explained; nobody goes there by himself."""


@pytest.fixture(scope="module")
def built() -> list[Path]:
    assert (BUILT / "index.html").exists(), "the browser app is not built: make web"
    return sorted(path for path in BUILT.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def page(built: list[Path]) -> str:
    return next(path for path in built if path.name == "index.html").read_text()


def texts(paths: list[Path]) -> dict[str, str]:
    binary = {".woff2", ".png", ".webp", ".ico", ".mp3", ".ogg"}
    return {path.name: path.read_text() for path in paths if path.suffix not in binary}


def test_the_scripts_are_light(built: list[Path]) -> None:
    scripts = [path for path in built if path.suffix == ".js"]
    weight = sum(len(gzip.compress(path.read_bytes())) for path in scripts)
    assert scripts
    assert weight < MAX_SCRIPT


def test_the_page_has_no_style_and_no_script_of_its_own(page: str) -> None:
    assert not re.search(r"<style|\sstyle\s*=|\son\w+\s*=", page)
    for attributes, script in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL):
        assert "src=" in attributes
        assert not script.strip()


def test_no_file_names_another_host(built: list[Path]) -> None:
    for name, text in texts(built).items():
        stripped = ERRORS.sub("", NAMESPACES.sub("", text))
        found = re.findall(r"(?:https?:|wss?:)//[\w.-]+[^\s\"'`)]*", stripped)
        assert not found, name


def test_every_file_a_page_needs_is_there(page: str) -> None:
    for address in re.findall(r"(?:src|href)=\"(/[^\"]+)\"", page):
        assert (BUILT / address[1:]).is_file(), address


def test_files_whose_name_is_kept_for_ever_have_a_hash_in_it(built: list[Path]) -> None:
    for path in built:
        if path.parent.name == "assets":
            assert re.search(r"-[\w-]{8}\.\w+$", path.name), path.name


def test_sources_are_not_shipped(built: list[Path]) -> None:
    assert not [path for path in built if path.suffix in {".map", ".ts", ".svelte"}]


def test_the_lock_file_names_no_host() -> None:
    lock = (ROOT / "web" / "package-lock.json").read_text()
    packages = json.loads(lock)["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]


def test_no_setting_names_a_registry() -> None:
    settings = [ROOT / "web" / ".npmrc", ROOT / "pyproject.toml", ROOT / "web" / "package.json"]
    for path in settings:
        assert not re.search(r"registry\s*=\s*http|index-url|_auth", path.read_text()), path
