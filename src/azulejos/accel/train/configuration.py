"""Which configuration a run has: a file, a preset by its name, or what it was begun with."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from azulejos.accel.train import checkpoint
from azulejos.accel.train.settings import Settings, SettingsError, change_settings, read_settings

PRESETS: Final = Path(__file__).parent / "presets"


def preset_names() -> list[str]:
    """Return the names of the configurations that come with the program."""
    return sorted(path.stem for path in PRESETS.glob("*.toml"))


def find_file(config: str) -> Path:
    """Return the configuration file of a path or of the name of a preset."""
    if config in preset_names():
        return PRESETS / f"{config}.toml"
    if not Path(config).is_file():
        known = ", ".join(preset_names())
        raise SettingsError(f"config: {config} is neither a file nor a preset ({known})")
    return Path(config)


def choose_settings(config: str | None, folder: Path, changes: Sequence[str]) -> Settings:
    """Return the settings of a run: those named, or else those it was begun with, changed."""
    if config is not None:
        return read_settings(find_file(config), changes)
    found = checkpoint.find(folder)
    if found is None:
        known = ", ".join(preset_names())
        raise SettingsError(
            f"config: there is no run in {folder} to go on with; name a file or a preset ({known})"
        )
    return change_settings(settings_of(found), changes)


def settings_of(path: Path) -> Settings:
    """Return the settings that a checkpoint was made with."""
    return checkpoint.load_settings(path)


def find_network(place: Path) -> Path:
    """Return the weights file or the checkpoint that a place is, or that the run in it has."""
    if not place.exists():
        raise SettingsError(f"there is no run, checkpoint or weights file {place}")
    return place if place.is_file() else find_checkpoint(place)


def find_checkpoint(folder: Path) -> Path:
    """Return the checkpoint that a folder is, or that the run in it has."""
    for path in (folder, checkpoint.find(folder)):
        if path is not None and (path / "params.npz").is_file() and (path / "run.json").is_file():
            return path
    raise SettingsError(f"there is no checkpoint in {folder}")
