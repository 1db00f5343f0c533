"""Checkpoints: folders of ``.npz`` files and one ``run.json``, replaced as a whole.

No file holds more than one copy of the weights, so that files stay small enough to carry.
"""

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from azulejos.accel.network import Params
from azulejos.accel.state import Array, State
from azulejos.accel.train.optimiser import Moments
from azulejos.accel.train.replay import Replay
from azulejos.accel.train.settings import Settings, make_settings

FORMAT: Final = 1
NAME: Final = "latest"


@dataclass
class Counters:
    """How far a run is."""

    iteration: int = 0
    plies: int = 0
    games: int = 0
    seconds: float = 0.0
    rating: float = 0.0
    """Elo points of the frozen opponent above the first network."""


@dataclass
class Progress:
    """Everything a run goes on from."""

    counters: Counters
    params: Params
    opponent: Params
    moments: Moments
    games: State
    replay: Replay | None
    """None in a checkpoint without it."""


def save(folder: Path, settings: Settings, progress: Progress) -> Path:
    """Write a checkpoint into a run's folder, in place of the one before."""
    new, kept, old = folder / f"{NAME}.new", folder / NAME, folder / f"{NAME}.old"
    for leftover in (new, old):
        shutil.rmtree(leftover, ignore_errors=True)
    new.mkdir(parents=True)
    _write(new / "params.npz", progress.params)
    _write(new / "opponent.npz", progress.opponent)
    _write(new / "mean.npz", progress.moments.mean)
    _write(new / "square.npz", progress.moments.square)
    _write(new / "games.npz", {"steps": progress.moments.steps, **progress.games._asdict()})
    if settings.replay.save and progress.replay is not None:
        _write(new / "replay.npz", progress.replay._asdict())
    facts = {"format": FORMAT, "settings": asdict(settings), "counters": asdict(progress.counters)}
    (new / "run.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    if kept.exists():
        kept.rename(old)
    new.rename(kept)
    shutil.rmtree(old, ignore_errors=True)
    return kept


def find(folder: Path) -> Path | None:
    """Return the last whole checkpoint of a run's folder, if there is one."""
    for name in (NAME, f"{NAME}.old"):
        if (folder / name / "run.json").exists():
            return folder / name
    return None


def load(path: Path) -> tuple[Settings, Progress]:
    """Read a checkpoint, and the settings it was made with."""
    facts = _read_facts(path)
    games = _read(path / "games.npz")
    steps = games.pop("steps")
    moments = Moments(_read(path / "mean.npz"), _read(path / "square.npz"), steps)
    replay = path / "replay.npz"
    progress = Progress(
        Counters(**facts["counters"]),
        _read(path / "params.npz"),
        _read(path / "opponent.npz"),
        moments,
        State(**games),
        Replay(**_read(replay)) if replay.exists() else None,
    )
    return make_settings(facts["settings"]), progress


def load_settings(path: Path) -> Settings:
    """Read the settings a checkpoint was made with."""
    return make_settings(_read_facts(path)["settings"])


def load_params(path: Path) -> Params:
    """Read the weights of a checkpoint alone."""
    return _read(path / "params.npz")


def _read_facts(path: Path) -> dict[str, Any]:
    """Read what a checkpoint says of itself."""
    facts: dict[str, Any] = json.loads((path / "run.json").read_text(encoding="utf-8"))
    if facts["format"] != FORMAT:
        raise ValueError(f"{path}: format {facts['format']}, this program reads {FORMAT}")
    return facts


def _write(path: Path, arrays: Mapping[str, Array]) -> None:
    """Write named arrays."""
    host: dict[str, Any] = {name: np.asarray(jax.device_get(a)) for name, a in arrays.items()}
    np.savez(path, **host)


def _read(path: Path) -> Params:
    """Read named arrays."""
    with np.load(path, allow_pickle=False) as file:
        return {name: jnp.asarray(file[name]) for name in file.files}
