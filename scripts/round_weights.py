"""Make weights files smaller: the same networks in fewer steps, that say nearly the same.

python scripts/round_weights.py --steps 10 src/azulejos/neural/weights/2c.network

The network plays some games, and every matrix is rounded from one input to the next: what is
lost by rounding the weights of an input is made up for by those of the inputs that follow, as far
as these go together in the positions of the games (Frantar and others, "GPTQ").
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from azulejos.chance import Sampler
from azulejos.errors import OptionError
from azulejos.neural import Mode, NetworkEvaluator, Weights, load_network, observe, pack, unpack
from azulejos.neural.adjustment import note_on_adjustment
from azulejos.neural.packing import scale_of
from azulejos.neural.weights_file import FINEST
from azulejos.rules import State
from azulejos.search import Tree

Array = NDArray[np.float32]

POSITIONS: Final = 16_000
FEWEST_POSITIONS: Final = 100
STEPS_APART: Final = 1.1
"""A file must have so many times the steps that are asked for."""
DAMPING: Final = 0.01
"""How far inputs are taken for independent of each other, in parts of their mean square."""


def played(mode: Mode, file: Path, seed: int) -> Iterator[State]:
    """Play games without end, moves drawn from the policy of a network; yield the positions."""
    evaluator = NetworkEvaluator(load_network(mode, file))
    random, chance = np.random.default_rng(seed), Sampler(seed)
    while True:
        state = State.new(*mode)
        while not state.is_over:
            yield state
            if state.player is None:
                state = chance.deal(state)
                continue
            children = Tree(state, evaluator).children()
            chances = np.array([prior for _, _, prior, _, _ in children])
            state = state.play(children[random.choice(len(children), p=chances / chances.sum())][0])


def observations(mode: Mode, file: Path, count: int, seed: int = 1) -> Array:
    """Return what the network sees in positions of its games, f32[count, observation_size]."""
    positions = played(mode, file, seed)
    return observe([next(positions) for _ in range(count)])


def rounded(matrix: Array, scale: Array, inputs: Array) -> Array:
    """Return a matrix [I, O] in whole steps [1, O] that does the same to inputs [N, I], nearly."""
    together = inputs.T.astype(np.float64) @ inputs / len(inputs)
    together += DAMPING * np.trace(together) / len(together) * np.eye(len(together))
    order = np.argsort(-np.diag(together))  # the most important first: all can make up for it
    reach = np.linalg.cholesky(np.linalg.inv(together[np.ix_(order, order)])).T
    left, result = matrix[order].astype(np.float64), np.empty_like(matrix)
    for number, row in enumerate(order):
        result[row] = np.rint(left[number] / scale[0]) * scale[0]
        lost = (left[number] - result[row]) / reach[number, number]
        left[number + 1 :] -= reach[number, number + 1 :, None] * lost
    return result


def round_weights(weights: Weights, steps: float, inputs: Array) -> Weights:
    """Return weights in so many steps of each column's mean square, fitted to what is seen."""
    params, scales = dict(weights.params), {}
    for name in ("input_w", "inner_w", "outer_w", "head_w"):
        params[name], scales[name] = params[name].copy(), scale_of(params[name], steps)
    unseen = np.zeros((len(inputs), len(params["input_w"]) - inputs.shape[1]), np.float32)
    inputs = np.hstack([inputs, unseen])

    params["input_w"] = rounded(params["input_w"], scales["input_w"], inputs)
    hidden = np.maximum(inputs @ params["input_w"] + params["input_b"], 0)
    blocks = len(params["inner_w"])
    for block in range(blocks):
        inner, outer = params["inner_w"][block], params["outer_w"][block]
        seen = _normalised(params, hidden, block)
        inner[:] = rounded(inner, scales["inner_w"][block], seen)
        seen = np.maximum(seen @ inner + params["inner_b"][block], 0)
        outer[:] = rounded(outer, scales["outer_w"][block], seen)
        hidden = hidden + seen @ outer + params["outer_b"][block]
    seen = _normalised(params, hidden, blocks)
    params["head_w"] = rounded(params["head_w"], scales["head_w"], seen)
    return Weights(weights.mode, params, weights.training, scales)


def steps_of(weights: Weights) -> float:
    """Return in how many steps the root mean square of the weights inside the blocks is."""
    return float(np.sqrt(np.square(weights.whole("inner_w").numbers, dtype=np.float64).mean()))


def _normalised(params: dict[str, Array], values: Array, layer: int) -> Array:
    """Bring each row to mean 0 and variance 1, then scale and shift it."""
    values = values - values.mean(axis=1, keepdims=True)
    values /= np.sqrt(np.square(values).mean(axis=1, keepdims=True) + 1e-5)
    values *= params["norm_gain"][layer]
    values += params["norm_bias"][layer]
    return values


def round_file(file: Path, steps: float, positions: int) -> bytes:
    """Return the content of a weights file in fewer steps."""
    weights = unpack(file.read_bytes(), str(file))
    if (now := steps_of(weights)) < STEPS_APART * steps:
        raise ValueError(f"it has {now:.1f} steps inside its blocks already")
    inputs = observations(weights.mode, file, positions)
    return pack(round_weights(weights, steps, inputs), steps, is_rounded=True)


def main() -> None:
    """Round one file after the other, in its place or into a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", type=Path, nargs="+", help="weights files")
    parser.add_argument(
        "--steps", type=float, required=True, help="in the root mean square of a column"
    )
    parser.add_argument("--into", type=Path, help="a folder for the results, not their place")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="how many to fit to")
    options = parser.parse_args()
    if not 0 < options.steps <= FINEST:
        parser.error(f"steps: {options.steps:g} is not above 0 and at most {FINEST}")
    if options.positions < FEWEST_POSITIONS:
        parser.error(f"positions: {options.positions} are fewer than {FEWEST_POSITIONS}")
    if options.into is not None and not options.into.is_dir():
        parser.error(f"into: {options.into} is no folder")
    for file in options.files:
        try:
            content = round_file(file, options.steps, options.positions)
            target = (options.into or file.parent) / file.name
            target.write_bytes(content)
        except (OSError, ValueError, OptionError) as error:
            parser.error(f"{file}: {error}")
        print(f"{target}: {len(content):,} bytes", flush=True)
        print(note_on_adjustment(target), end="")


if __name__ == "__main__":
    main()
