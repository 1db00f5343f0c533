"""Asking a person, line by line, at a terminal or through a pipe."""

import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import TypeVar

from rich.console import Console

from azulejos.errors import AzulejosError

T = TypeVar("T")


class Prompt:
    """Puts questions on the console and reads the answers from standard input."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.is_person = sys.stdin.isatty()
        if self.is_person:
            # Importing it is all it takes to get line editing and history in input().
            with suppress(ImportError):
                import_module("readline")

    def ask(self, question: str) -> str:
        """Return a person's answer without the spaces around it; raises EOFError at the end."""
        self.console.file.flush()
        answer = input(f"{question} ")
        if not self.is_person:
            # Nobody's Enter ended the line, and what is read is not seen otherwise.
            self.console.print(answer, markup=False, highlight=False, soft_wrap=True)
        return answer.strip()

    def ask_until(self, question: str, read: Callable[[str], T]) -> T:
        """Ask until the answer can be read, saying each time what was wrong."""
        while True:
            try:
                return read(self.ask(question))
            except AzulejosError as error:
                self.console.print(str(error), style="red", markup=False, highlight=False)
