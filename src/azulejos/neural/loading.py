"""Shipped networks, read once a process."""

from functools import cache

from azulejos.neural.mode import Mode
from azulejos.neural.network import Layers, Network
from azulejos.neural.threads import use_one_thread
from azulejos.neural.weights_file import load


def load_network(mode: Mode) -> Network:
    """Return a network of a mode, for one thread; the weights are shared by all of them."""
    return Network(_layers(mode))


@cache
def _layers(mode: Mode) -> Layers:
    use_one_thread()
    return Layers(mode, load(mode).params)
