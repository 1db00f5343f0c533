"""Make the weights file of a mode from a training checkpoint.

python scripts/export_weights.py runs/one/latest

The file goes to src/azulejos/neural/weights/, named after the mode that was trained; with
--policy it becomes the one for players that look once, who need not be quick.
"""

import argparse
import json
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from azulejos.accel.train.checkpoint import FORMAT, load_rounding
from azulejos.accel.train.configuration import find_checkpoint
from azulejos.errors import OptionError
from azulejos.neural import Mode, Weights, pack, unpack
from azulejos.neural.adjustment import note_on_adjustment
from azulejos.neural.weights_file import BLOCKS, STEPS, file_name
from azulejos.neural.whole import WholeLayers

FOLDER = Path(__file__).parent.parent / "src" / "azulejos" / "neural" / "weights"


def read_checkpoint(folder: Path) -> Weights:
    """Return the weights that a checkpoint or a run uses, and how they came about."""
    folder = find_checkpoint(folder)
    run: dict[str, Any] = json.loads((folder / "run.json").read_text())
    if run["format"] != FORMAT:
        raise ValueError(f"a checkpoint of format {run['format']}, this program reads {FORMAT}")
    game = run["settings"]["game"]
    with np.load(folder / "params.npz") as arrays:
        params = {name: np.asarray(arrays[name], np.float32) for name in arrays.files}
    mode = Mode.parse(f"{game['players']}{game['wall'][0]}")
    inputs, outputs = mode.observation_size, mode.num_outputs
    params["input_w"] = params["input_w"][:inputs]
    params["head_w"], params["head_b"] = params["head_w"][:, :outputs], params["head_b"][:outputs]
    return Weights(mode, params, {"settings": run["settings"], "counters": run["counters"]})


def main() -> None:
    """Read, and write what can be read again; blocks are rounded as they have learnt to be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("checkpoint", type=Path, help="the folder of a checkpoint or of a run")
    parser.add_argument(
        "--steps",
        type=float,
        default=STEPS,
        help="precision of the matrices, but for blocks that have learnt with another one",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--out", type=Path, help="the file to write")
    where.add_argument(
        "--policy", action="store_true", help="ship it for players that look once, not for searches"
    )
    options = parser.parse_args()
    try:
        weights = read_checkpoint(options.checkpoint)
        rounding = load_rounding(find_checkpoint(options.checkpoint))
        content = pack(weights, options.steps, rounding)
        restored = unpack(content, "the result").params
        WholeLayers(unpack(content))  # not every size can be played with
    except (OSError, KeyError, ValueError, BadZipFile, OptionError) as error:
        parser.error(f"{options.checkpoint}: {error}")
    target = options.out or FOLDER / file_name(weights.mode, single_look=options.policy)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    except OSError as error:
        parser.error(f"out: {target} cannot be written: {error.strerror}")
    learnt_so = BLOCKS if rounding else ()
    wrong = max(
        float(np.abs(restored[name] - value).max())
        for name, value in weights.params.items()
        if name not in learnt_so
    )
    print(f"{target}: {len(content):,} bytes, no weight is off by more than {wrong:.4f}", end="")
    print(f"; blocks are rounded to {rounding} steps, as learnt" if rounding else "")
    print(note_on_adjustment(target), end="")


if __name__ == "__main__":
    main()
