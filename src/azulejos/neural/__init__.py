"""The network at play time: what it sees, the forward pass in NumPy, and shipped weights."""

from azulejos.neural.adjustment import adjusted, load_points, pack_adjustment
from azulejos.neural.evaluator import NetworkEvaluator
from azulejos.neural.loading import load_network, load_points_network
from azulejos.neural.mode import Mode
from azulejos.neural.network import Layers, Network
from azulejos.neural.observation import observation_size, observe
from azulejos.neural.weights_file import Weights, load, pack, shipped, shipped_file, unpack
from azulejos.neural.whole import WholeLayers, WholeNetwork

__all__ = [
    "Layers",
    "Mode",
    "Network",
    "NetworkEvaluator",
    "Weights",
    "WholeLayers",
    "WholeNetwork",
    "adjusted",
    "load",
    "load_network",
    "load_points",
    "load_points_network",
    "observation_size",
    "observe",
    "pack",
    "pack_adjustment",
    "shipped",
    "shipped_file",
    "unpack",
]
