"""Playing in the browser: a server on this machine alone, and a window that shows it."""

import json
import os
import sys
import webbrowser
from dataclasses import replace
from http.client import HTTPException
from threading import Thread
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import typer

from azulejos.errors import OptionError
from azulejos.server.config import Config
from azulejos.server.run import configure_logging, listen, serve_until_stopped
from azulejos.server.web.pages import INDEX, built_pages

_PATIENCE = 2.0
"""Seconds in which a server on the same machine says who it is."""


def play_in_browser(config: Config, *, may_open: bool) -> bool:
    """Serve the game until Ctrl-C, or open the one that is served; return whether all went well."""
    address = f"http://{config.host}:{config.port}"
    if _is_ours(address):
        typer.echo(f"Azulejos is being served already: {address}")
        if may_open and _has_screen():
            webbrowser.open(address)
        return True
    if not ((config.pages or built_pages()) / INDEX.removeprefix("/")).is_file():
        raise OptionError(
            "the browser game is not built here: run `make web` first, or play with --terminal"
        )

    def ready(address: str) -> None:
        typer.echo(f"Play at {address} (Ctrl-C ends it)")
        if may_open and _has_screen():
            # Some browsers keep whoever starts them waiting until they are closed.
            Thread(target=webbrowser.open, args=[address], daemon=True).start()

    configure_logging(verbose=False)
    return serve_until_stopped(_at_free_port(config), ready)


def _at_free_port(config: Config) -> Config:
    """Return the same server, at any other port if somebody has its own."""
    try:
        listen(config).close()
    except OSError:
        return replace(config, port=0)
    return config


def _is_ours(address: str) -> bool:
    """Return whether a server of this game answers at an address."""
    try:
        with build_opener(ProxyHandler({})).open(f"{address}/health", timeout=_PATIENCE) as answer:
            said = json.loads(answer.read(10_000))
    except (OSError, URLError, HTTPException, ValueError):
        return False
    return isinstance(said, dict) and said.get("name") == "azulejos"


def _has_screen() -> bool:
    """Return whether a browser could show anything; one for the terminal would be in the way."""
    if sys.platform != "linux" or "BROWSER" in os.environ:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
