"""A network and the game it plays, read from wherever it is kept."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from azulejos.accel.environment import Environment
from azulejos.accel.game import WallName
from azulejos.accel.network import Params
from azulejos.accel.train import checkpoint
from azulejos.accel.train.configuration import find_network, settings_of
from azulejos.accel.train.rounding import rounded
from azulejos.accel.train.settings import SettingsError
from azulejos.errors import OptionError

MAX_ROUNDS: Final = 20
"""Rounds after which a game is cut short."""


class Entrant(NamedTuple):
    """A network that meets another one, or that a run begins with."""

    name: str
    environment: Environment
    params: Params

    @staticmethod
    def of(name: str, mode: str, params: Mapping[str, NDArray[np.floating]]) -> "Entrant":
        """Return the network of a mode, such as ``2c``, with plain weights."""
        wall: WallName = "gray" if mode[1] == "g" else "coloured"
        env = Environment(int(mode[0]), wall, MAX_ROUNDS)
        return Entrant(name, env, {key: jnp.asarray(value) for key, value in params.items()})

    @staticmethod
    def named(setting: str, place: Path) -> "Entrant":
        """Read the network that a setting or an argument names, which errors then name."""
        try:
            return Entrant.read(place)
        except OptionError as error:
            raise SettingsError(f"{setting}: {error.message}") from error

    @staticmethod
    def read(place: Path) -> "Entrant":
        """Read the network of a run, of a checkpoint or of a weights file, as it plays."""
        path = find_network(place)
        if path.is_file():
            return _read_weights(path)
        settings = settings_of(path)
        env = Environment(settings.game.players, settings.game.wall, MAX_ROUNDS)
        params = rounded(checkpoint.load_params(path), checkpoint.load_rounding(path))
        return Entrant(str(place), env, params)


def _read_weights(path: Path) -> Entrant:
    """Read a weights file, as far as the program that plays is there."""
    try:
        from azulejos.neural.weights_file import unpack  # noqa: PLC0415  # the compiled engine
    except ImportError as error:
        raise SettingsError(
            f"{path}: weights files are read with the compiled engine, which is not here;"
            " name a run or a checkpoint"
        ) from error
    weights = unpack(path.read_bytes(), str(path))
    return Entrant.of(str(path), weights.mode.name, weights.params)
