"""Networks, shipped or from a file, read once a process."""

from functools import cache
from pathlib import Path

from azulejos.neural.mode import Mode
from azulejos.neural.network import Layers, Network
from azulejos.neural.threads import use_one_thread
from azulejos.neural.weights_file import load, load_file
from azulejos.neural.whole import WholeLayers, WholeNetwork, is_quick


def load_network(mode: Mode, file: Path | None = None) -> Network | WholeNetwork:
    """Return the shipped network of a mode or that of a file, for one thread.

    The weights are shared by all that are asked for. It judges in whole numbers where the
    processor is quick with them.
    """
    layers = _layers(mode, file)
    return Network(layers) if isinstance(layers, Layers) else WholeNetwork(layers)


@cache
def _layers(mode: Mode, file: Path | None) -> Layers | WholeLayers:
    use_one_thread()
    weights = load(mode) if file is None else load_file(mode, file)
    return WholeLayers(weights) if is_quick() else Layers(mode, weights.params)
