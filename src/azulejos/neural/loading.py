"""Networks, shipped or from a file, read once a process."""

from functools import cache
from pathlib import Path

from azulejos.neural.adjustment import load_points
from azulejos.neural.mode import Mode
from azulejos.neural.network import Layers, Network
from azulejos.neural.threads import use_one_thread
from azulejos.neural.weights_file import Weights, load, load_file, points_file, shipped
from azulejos.neural.whole import WholeLayers, WholeNetwork, is_quick


def load_network(
    mode: Mode, file: Path | None = None, *, single_look: bool = False
) -> Network | WholeNetwork:
    """Return the shipped network of a mode or that of a file, for one thread.

    For a single look the shipped one is the mode's large network, if it has one. The weights
    are shared by all that are asked for. It judges in whole numbers where the processor is
    quick with them.
    """
    return _network(_layers(mode, file, single_look=single_look and file is None))


def load_points_network(mode: Mode) -> Network | WholeNetwork | None:
    """Return the network that sees a mode by the points in sight, if there is one."""
    return _network(_points_layers(mode)) if points_file(mode).is_file() else None


@cache
def _layers(mode: Mode, file: Path | None, *, single_look: bool) -> Layers | WholeLayers:
    if single_look and mode not in shipped(single_look=True):
        return _layers(mode, file, single_look=False)  # one copy for all players
    return _ready(load(mode, single_look=single_look) if file is None else load_file(mode, file))


@cache
def _points_layers(mode: Mode) -> Layers | WholeLayers:
    return _ready(load_points(mode))


def _ready(weights: Weights) -> Layers | WholeLayers:
    use_one_thread()
    return WholeLayers(weights) if is_quick() else Layers(weights.mode, weights.params)


def _network(layers: Layers | WholeLayers) -> Network | WholeNetwork:
    return Network(layers) if isinstance(layers, Layers) else WholeNetwork(layers)
