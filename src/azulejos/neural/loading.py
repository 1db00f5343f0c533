"""Shipped networks, read once a process."""

from functools import cache

from azulejos.neural.mode import Mode
from azulejos.neural.network import Layers, Network
from azulejos.neural.threads import use_one_thread
from azulejos.neural.weights_file import load
from azulejos.neural.whole import WholeLayers, WholeNetwork, is_quick


def load_network(mode: Mode) -> Network | WholeNetwork:
    """Return a network of a mode, for one thread; the weights are shared by all of them.

    It judges in whole numbers where the processor is quick with them.
    """
    layers = _layers(mode)
    return Network(layers) if isinstance(layers, Layers) else WholeNetwork(layers)


@cache
def _layers(mode: Mode) -> Layers | WholeLayers:
    use_one_thread()
    weights = load(mode)
    return WholeLayers(weights) if is_quick() else Layers(mode, weights.params)
