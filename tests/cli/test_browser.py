"""A game in the browser: served on this machine, opened once, ended with Ctrl-C."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.cli.runner import run
from tests.processes import wait_until
from tests.server.processes import free_port

SCRIPT = """
import sys
from pathlib import Path
from azulejos.cli.browser import play_in_browser
from azulejos.server import Config
database, port, pages, may_open = sys.argv[1:]
config = Config(database, port=int(port), pages=Path(pages), workers=1)
sys.exit(not play_in_browser(config, may_open=may_open == "open"))
"""


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "web"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>Azulejos</title>")
    return folder


class Window:
    """A browser that writes down what it is asked to show."""

    def __init__(self, folder: Path) -> None:
        self._shown = folder / "shown"
        program = folder / "browser"
        program.write_text(f'#!/bin/sh\necho "$1" >> {self._shown}\n')
        program.chmod(0o755)
        self.environment = os.environ | {"BROWSER": str(program)}

    @property
    def shown(self) -> list[str]:
        return self._shown.read_text().split() if self._shown.exists() else []


@pytest.fixture
def window(tmp_path: Path) -> Window:
    return Window(tmp_path)


@contextmanager
def playing(
    window: Window, database: Path, port: int, pages: Path, how: str = "open"
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Play in the browser; yields the process and the first line it prints."""
    command = [sys.executable, "-c", SCRIPT, str(database), str(port), str(pages), how]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=window.environment,
    )
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline()
    finally:
        process.kill()
        process.communicate()


def address_in(line: str) -> str:
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert found is not None, line
    return found.group()


def test_the_game_is_served_opened_and_ended(window: Window, pages: Path, tmp_path: Path) -> None:
    port = free_port()
    with playing(window, tmp_path / "a.sqlite", port, pages) as (process, line):
        address = f"http://127.0.0.1:{port}"
        assert line == f"Play at {address} (Ctrl-C ends it)\n"
        assert "<title>Azulejos</title>" in httpx.get(address, timeout=30).text
        wait_until(lambda: window.shown == [address], "the browser was opened")
        with playing(window, tmp_path / "b.sqlite", port, pages) as (second, said):
            assert said == f"Azulejos is being served already: {address}\n"
            assert second.wait(30) == 0
        assert window.shown == [address, address]
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert process.stdout is not None and process.stdout.read() == ""


def test_a_port_that_is_taken_by_others_is_left_to_them(
    window: Window, pages: Path, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with playing(window, tmp_path / "a.sqlite", port, pages, "quietly") as (_, line):
            address = address_in(line)
            assert address != f"http://127.0.0.1:{port}"
            assert httpx.get(address, timeout=30).status_code == 200
            assert window.shown == []


def test_without_a_screen_it_serves_all_the_same(
    window: Window, pages: Path, tmp_path: Path
) -> None:
    del window.environment["BROWSER"]
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        window.environment.pop(name, None)
    with playing(window, tmp_path / "a.sqlite", free_port(), pages) as (_, line):
        assert httpx.get(address_in(line), timeout=30).status_code == 200
        assert window.shown == []


def test_an_app_that_is_not_built_says_what_to_run(window: Window, tmp_path: Path) -> None:
    with playing(window, tmp_path / "a.sqlite", free_port(), tmp_path / "none") as (process, _):
        assert process.wait(30) == 1
        assert process.stdout is not None
        assert "run `make web` first, or play with --terminal" in process.stdout.read()


@pytest.mark.parametrize("option", ["players", "wall", "level", "name", "seat", "seed", "save"])
def test_settings_of_the_terminal_game_need_the_terminal(option: str) -> None:
    refusal = run("play", f"--{option}", "2").refusal
    assert refusal == f"{option}: for a game in the terminal, say --terminal as well"
