"""The folder of a match: what it is, every game, and the journal that ties them together."""

import fcntl
import json
import os
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from azulejos.arena.game import GameResult
from azulejos.arena.goal import Goal
from azulejos.arena.settings import Settings
from azulejos.compute import Journal
from azulejos.errors import AzulejosError, MissingError, NotationError, OptionError

_SETTINGS: Final = "match.json"
_GOAL: Final = "goal.json"
_JOURNAL: Final = "journal.jsonl"
_GAMES: Final = "games"
_LOCK: Final = "lock"


def read_settings(path: Path) -> Settings | None:
    """Return the settings of the match in a folder, None if there is no match in it."""
    file = path / _SETTINGS
    if not file.exists():
        return None
    try:
        return Settings.from_json(json.loads(file.read_bytes()))
    except AzulejosError as error:
        raise type(error)(error.message, f"{file}, {error.field}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError(f"not the settings of a match ({error!r})", str(file)) from None


def read_goal(path: Path) -> Goal | None:
    """Return what the match in a folder is played for, None if nothing is known."""
    file = path / _GOAL
    try:
        return Goal.from_json(json.loads(file.read_bytes()))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError(f"not the goal of a match ({error!r})", str(file)) from None


def write_goal(path: Path, goal: Goal) -> None:
    """Write down what a match plays for, so that it can go on without being told again."""
    write_whole(path / _GOAL, json.dumps(goal.to_json()) + "\n")


class MatchFolder:
    """A match on disk, open for one process at a time.

    A game is saved before the journal names it, and counts when the journal does. So a
    process may be killed at any moment: what it was about to write is played again and
    lands in the same file.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        self._stack = ExitStack()
        try:
            (path / _GAMES).mkdir(parents=True, exist_ok=True)
            self._lock()
            self._claim(settings)
            self.journal = self._stack.enter_context(Journal(path / _JOURNAL))
        except BaseException:
            self._stack.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def results(self) -> list[GameResult]:
        """Return the results of the games played so far, in the order they were finished.

        A game whose record is gone raises `MissingError`: a result nobody can check is none.
        """
        results = [self._result(name, data) for name, data in self.journal.entries()]
        files = {file.name for file in (self.path / _GAMES).iterdir()}
        gone = [name for name, _ in self.journal.entries() if f"{name}.azul" not in files]
        if gone:
            more = f", nor are {len(gone) - 1} more" if len(gone) > 1 else ""
            raise MissingError(
                f"the record is not there{more}; put it back, or remove the line of {gone[0]} from"
                f" {_JOURNAL} to have the game played again",
                str(self.path / _GAMES / f"{gone[0]}.azul"),
            )
        return results

    def save(self, id: str, record: str) -> None:
        """Save the record of a game; the file is either whole or not there."""
        write_whole(self.path / _GAMES / f"{id}.azul", record)

    def _result(self, id: str, data: dict[str, Any]) -> GameResult:
        try:
            return GameResult.from_json(data)
        except (TypeError, AttributeError) as error:
            raise NotationError(f"{id} is not the result of a game ({error})", _JOURNAL) from None

    def _lock(self) -> None:
        """Keep other processes out; the system lifts the lock however this one ends."""
        file = self._stack.enter_context((self.path / _LOCK).open("w"))
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise OptionError(f"another match is running in {self.path}", "out") from None

    def _claim(self, settings: Settings) -> None:
        """Write the settings down, or check that the folder holds a match with the same."""
        found = read_settings(self.path)
        if found is None:
            if (self.path / _JOURNAL).exists():
                raise OptionError(f"{self.path} has games but no {_SETTINGS}", "out")
            write_whole(self.path / _SETTINGS, json.dumps(settings.to_json(), indent=2) + "\n")
            return
        old, new = found.to_json(), settings.to_json()
        for key in old:
            if old[key] != new[key] and key != "date":
                raise OptionError(
                    f"the match in {self.path} has {_shown(old[key])}, not {_shown(new[key])};"
                    " go on with the same, or choose another folder",
                    key.replace("_", " "),
                )


def write_whole(path: Path, text: str) -> None:
    """Write a file so that nobody ever finds half of it."""
    fresh = path.with_name(path.name + ".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
