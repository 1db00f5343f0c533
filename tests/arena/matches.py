"""Matches for the tests."""

import sys
from pathlib import Path

from azulejos.arena import Goal, Match, Settings, Sprt, parse_contestant
from azulejos.compute import Backend, InProcess
from azulejos.rules import Wall

HERE = InProcess()
SEED = bytes(range(32))
BAD_ENGINE = Path(__file__).with_name("bad_engine.py")
GOOD_ENGINE = f"cmd[Player=greedy]:{sys.executable} -m azulejos engine"


def bad_engine(how: str, *arguments: str) -> str:
    """Return the contestant that misbehaves in some way."""
    return " ".join([f"cmd[name=bad]:{sys.executable} {BAD_ENGINE} {how}", *arguments])


def settings(
    *contestants: str,
    players: int = 2,
    wall: Wall = Wall.COLOURED,
    alone: bool = False,
    max_rounds: int = 60,
    seed: bytes = SEED,
) -> Settings:
    """Return the settings of a match."""
    return Settings(
        tuple(map(parse_contestant, contestants)),
        players,
        wall,
        seed,
        alone=alone,
        max_rounds=max_rounds,
        date="2026-11-15",
    )


def play(
    path: Path,
    of: Settings,
    games: int | None,
    *,
    sprt: Sprt | None = None,
    backend: Backend = HERE,
) -> Match:
    """Play a match to its end."""
    match = Match(of, Goal.of_games(games, of, sprt))
    for _ in match.play(path, backend):
        pass
    assert not match.failures
    return match
