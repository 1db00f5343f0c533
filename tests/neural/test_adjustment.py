"""Networks told by how they differ from another: read again, and refused where they do not fit."""

from typing import Any

import numpy as np
import pytest

from azulejos.errors import OptionError
from azulejos.neural import Mode, Weights, adjusted, load_points, pack, pack_adjustment, unpack
from azulejos.neural.adjustment import ADJUSTMENT_STEPS, BIASES, MATRICES
from azulejos.neural.network import Params
from azulejos.neural.weights_file import STEPS, points_file
from tests.neural.positions import random_weights

MODE = Mode.parse("3g")
SHIPPED = [mode for mode in Mode.every() if points_file(mode).is_file()]
BASE = pack(random_weights(MODE))
RANK = 3


def random_adjustment(weights: Weights, seed: int = 5) -> Params:
    rng = np.random.default_rng(seed)
    params = {name: rng.normal(0, 1, weights.params[name].shape) for name in BIASES}
    for name in MATRICES:
        *outer, rows, columns = weights.params[name].shape
        params[f"{name}_in"] = rng.normal(0, 0.1, (*outer, rows, RANK))
        params[f"{name}_out"] = rng.normal(0, 0.1, (*outer, columns, RANK))
    return {name: value.astype(np.float32) for name, value in params.items()}


ADJUSTMENT = random_adjustment(unpack(BASE))


def packed(change: dict[str, Any] | None = None, base: bytes = BASE) -> bytes:
    params = {name: v for name, v in {**ADJUSTMENT, **(change or {})}.items() if v is not None}
    return pack_adjustment(base, params, {"positions": 7}, steps=80)


def test_what_is_read_is_the_network_and_the_products_added() -> None:
    base, made = unpack(BASE), adjusted(packed(), BASE)
    assert (made.mode, made.training) == (MODE, {"positions": 7})
    assert made.params.keys() == base.params.keys()
    for name, value in made.params.items():
        expected = base.params[name]
        if name in BIASES:
            expected = ADJUSTMENT[name]
        if name in MATRICES:
            products = ADJUSTMENT[f"{name}_in"] @ ADJUSTMENT[f"{name}_out"].swapaxes(-1, -2)
            expected = (expected + products).astype(np.float32)
        assert np.abs(value - expected).max() <= (0.01 if name in MATRICES else 0)


def test_its_matrices_are_whole_numbers_of_steps_as_fine_as_any() -> None:
    made = adjusted(packed(), BASE)
    for name in MATRICES:
        numbers = made.params[name] / made.scales[name]
        assert np.abs(numbers - np.rint(numbers)).max() < 0.01
        assert np.sqrt((numbers**2).mean(axis=-2)) == pytest.approx(STEPS, rel=0.02)


def test_few_steps_make_a_small_file_and_about_the_same_network() -> None:
    coarse = pack_adjustment(BASE, ADJUSTMENT, {})
    assert ADJUSTMENT_STEPS < 10
    assert len(coarse) < 0.7 * len(packed())
    for name in MATRICES:
        fine, rough, base = (
            weights.params[name]
            for weights in (adjusted(packed(), BASE), adjusted(coarse, BASE), unpack(BASE))
        )
        lost = np.square(rough - fine).mean() / np.square(fine - base).mean()
        assert lost < 0.25 / ADJUSTMENT_STEPS**2  # more than a twelfth for each of the two factors


@pytest.mark.parametrize(
    ("content", "base", "message"),
    [
        (packed(), pack(random_weights(MODE, seed=2)), "adjusts another network"),
        (packed({"head_w_in": ADJUSTMENT["head_w_in"][:-1]}), BASE, "head_w is not of the shape"),
        (
            packed({"head_w_in": ADJUSTMENT["head_w_in"][:, :-1]}),
            BASE,
            "head_w is not of the shape",
        ),
        (pack_adjustment(BASE, ADJUSTMENT, 5), BASE, "training is no table"),  # type: ignore[arg-type]
        (packed({"head_b": ADJUSTMENT["head_b"][:-1]}), BASE, "head_b is not of the shape"),
        (packed({"input_w_out": None}), BASE, "input_w_out is missing or no part"),
        (packed({"more_w": ADJUSTMENT["head_w_in"]}), BASE, "more_w is missing or no part"),
        (packed()[:-1], BASE, "damaged"),
        (BASE, BASE, "it has no 'adjusts'"),
    ],
)
def test_what_does_not_fit_is_refused(content: bytes, base: bytes, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        adjusted(content, base)


@pytest.mark.parametrize("steps", [0, -1, float("nan"), 1e9])
def test_steps_that_cannot_be_written_are_refused(steps: float) -> None:
    with pytest.raises(ValueError, match="steps"):
        pack_adjustment(BASE, ADJUSTMENT, {}, steps)


def test_by_itself_it_is_no_network() -> None:
    with pytest.raises(OptionError, match="it only adjusts another one"):
        unpack(packed())


@pytest.mark.parametrize("mode", SHIPPED, ids=lambda mode: mode.name)
def test_the_shipped_ones_fit_their_networks(mode: Mode) -> None:
    made = load_points(mode)
    assert made.mode == mode
    assert made.training["positions"] > 0
