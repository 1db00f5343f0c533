"""Weights files: what was packed is unpacked, and a damaged file is refused."""

import hashlib
import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos.errors import OptionError
from azulejos.neural import (
    Layers,
    Mode,
    Network,
    load,
    observe,
    pack,
    shipped,
    unpack,
    weights_file,
)
from azulejos.neural.network import Floats, Params
from azulejos.neural.packing import pack_whole, read, scale_of
from azulejos.neural.weights_file import FORMAT, STEPS, file_name
from tests.neural.positions import positions, random_weights

WEIGHTS = random_weights(Mode.parse("3g"))
MAX_BYTES = 12_000_000
"""What all shipped weights together may take."""


def test_what_is_packed_can_be_unpacked() -> None:
    restored = unpack(pack(WEIGHTS))
    assert (restored.mode, restored.training) == (WEIGHTS.mode, WEIGHTS.training)
    assert_within_half_a_step(restored.params, WEIGHTS.params)


def assert_within_half_a_step(params: Params, others: Params) -> None:
    assert params.keys() == others.keys()
    for name, value in others.items():
        assert params[name].shape == value.shape
        step = 0.0
        if name.endswith("_w"):
            step = np.sqrt((value**2).mean(axis=-2, keepdims=True)) / STEPS
        assert (np.abs(params[name] - value) <= 0.51 * step).all()


def test_numbers_far_from_all_others_of_their_column_survive() -> None:
    params = dict(WEIGHTS.params)
    params["head_w"] = np.full_like(params["head_w"], 0.001)
    params["head_w"][5, :3] = (50, -2, 0)
    params["head_w"][:, 2] = 0
    restored = unpack(pack(WEIGHTS._replace(params=params))).params["head_w"][:, :3]
    assert restored[5].tolist() == pytest.approx([50, -2, 0], rel=0.01)
    assert np.abs(restored[6:]).max() < 0.1


def test_packing_is_repeatable_and_packing_again_changes_little() -> None:
    once = pack(WEIGHTS)
    assert once == pack(WEIGHTS)
    assert_within_half_a_step(unpack(pack(unpack(once))).params, unpack(once).params)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_file_with_what_is_no_number_is_refused(value: float) -> None:
    params = {**WEIGHTS.params, "head_b": np.full_like(WEIGHTS.params["head_b"], value)}
    with pytest.raises(OptionError, match="head_b holds what is no number"):
        unpack(pack(WEIGHTS._replace(params=params)))


@pytest.mark.parametrize("steps", [0, -1.0, 1e12, float("nan")])
def test_steps_that_no_file_can_have_are_refused(steps: float) -> None:
    with pytest.raises(ValueError, match=r"steps: .* is not above 0 and at most 1000"):
        pack(WEIGHTS, steps)
    if steps:
        with pytest.raises(ValueError, match="steps: "):
            pack(WEIGHTS, block_steps=steps)


def test_more_steps_are_closer_to_the_truth() -> None:
    def error(steps: int) -> float:
        restored = unpack(pack(WEIGHTS, steps)).params["inner_w"]
        return float(np.abs(restored - WEIGHTS.params["inner_w"]).mean())

    assert error(960) < error(240) / 3 < error(60) / 9


def test_rounding_changes_hardly_what_the_network_says() -> None:
    seen = observe(positions(WEIGHTS.mode, games=1))
    exact = Network(Layers(WEIGHTS.mode, WEIGHTS.params)).forward(seen)

    def change(steps: int) -> Floats:
        rounded = Network(Layers(WEIGHTS.mode, unpack(pack(WEIGHTS, steps)).params))
        difference: Floats = np.abs(exact - rounded.forward(seen)) / exact.std()
        return difference

    assert change(STEPS).mean() < 0.01
    assert change(4 * STEPS).max() < 0.02


@pytest.mark.parametrize("place", [0, 30, 100, 500, -1])
def test_a_damaged_file_is_refused(place: int) -> None:
    content = bytearray(pack(WEIGHTS))
    content[place] ^= 1
    with pytest.raises(OptionError, match=r"checksum is wrong|is of the form"):
        unpack(bytes(content))


def test_a_file_cut_short_is_refused_by_its_name() -> None:
    with pytest.raises(OptionError, match=r"some\.network is damaged"):
        unpack(pack(WEIGHTS)[:-10], "some.network")


def header(change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return a file whose description was changed, with the right checksum."""
    text, _, data = pack(WEIGHTS).split(b"\n", 2)[2].partition(b"\n")
    content = json.loads(text)
    change(content)
    return sealed(json.dumps(content).encode() + b"\n" + data)


def with_array(name: str) -> bytes:
    """Return a file with one more array."""
    more = {**WEIGHTS.params, name: np.zeros(3, np.float32)}
    return pack(WEIGHTS._replace(params=more))


def sealed(body: bytes) -> bytes:
    """Return a file with the right checksum."""
    return f"{FORMAT}\n{hashlib.sha256(body).hexdigest()}\n".encode() + body


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (sealed(b""), ""),
        (sealed(b"no header\n"), ""),
        (sealed(b"\xff\n"), ""),
        (sealed(b"[]\n"), ""),
        (sealed(b"{}\n"), "it has no 'mode'"),
        (header(lambda text: text.update(mode="9z")), "no mode of the game: '9z'"),
        (header(lambda text: text.pop("arrays")), "it has no 'arrays'"),
        (header(lambda text: text.update(training=5)), "what it says of the training is no table"),
        (header(lambda text: text["arrays"].pop()), "its arrays end before the file does"),
        (header(lambda text: text["arrays"].append(5)), ""),
        (
            header(lambda text: text["arrays"][-1].update(kind="f8")),
            "outer_w is of the unknown kind",
        ),
        (header(lambda text: text["arrays"][-1].update(name="new")), "it has no 'outer_w'"),
        (header(lambda text: text["arrays"][0].update(shape=[-1, 2])), "is not of the shape"),
        (header(lambda text: text["arrays"][-1].update(shape=[2, 10**12, 32])), "has not 64"),
        (header(lambda text: text["arrays"][-1].update(shape=[5])), ""),
        (header(lambda text: text["arrays"][0].update(bytes=[])), ""),
        (header(lambda text: text["arrays"][0].update(bytes=[10])), ""),
        (header(lambda text: text.update(mode="4g")), "it is too small for 4g"),
        (with_array("display_b"), "display_b is no part of a network"),
        (sealed(pack(WEIGHTS).split(b"\n", 2)[2][:-10]), "incomplete"),
    ],
    ids=count(),
)
def test_a_file_with_the_right_checksum_and_wrong_content_is_refused(
    content: bytes, reason: str
) -> None:
    with pytest.raises(OptionError, match=r"^weights: some\.network holds no network") as refused:
        unpack(content, "some.network")
    assert reason in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"azulejos-network 2\n", b"PK\x03\x04"])
def test_another_kind_of_file_is_refused(content: bytes) -> None:
    with pytest.raises(OptionError, match=FORMAT):
        unpack(content)


def test_the_file_can_be_read_by_its_description() -> None:
    head, checksum, rest = pack(WEIGHTS).split(b"\n", 2)
    assert head.decode() == FORMAT
    assert checksum.decode() == hashlib.sha256(rest).hexdigest()
    assert rest.startswith(b'{"mode": "3g", "shape": {"width": 32, "blocks": 2, "steps": 80}')


def test_shipped_weights_can_be_loaded_and_are_small() -> None:
    for mode in Mode.every():
        assert load(mode).mode == mode
        assert load(mode).training["counters"]["plies"] > 0
    for mode in shipped(single_look=True):
        assert load(mode, single_look=True).mode == mode
    folder = Path(__file__).parents[2] / "src" / "azulejos" / "neural" / "weights"
    assert sum(file.stat().st_size for file in folder.iterdir()) <= MAX_BYTES
    names = {file_name(mode) for mode in Mode.every()}
    names |= {file_name(mode, single_look=True) for mode in shipped(single_look=True)}
    points = [weights_file.points_file(mode) for mode in Mode.every()]
    names |= {file.name for file in points if file.is_file()}
    assert {file.name for file in folder.iterdir()} == names


def test_a_mode_without_weights_is_refused_with_those_there_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(weights_file, "_folder", lambda: tmp_path)
    three = WEIGHTS.mode
    (tmp_path / "3g.network").write_bytes(pack(WEIGHTS))
    assert shipped() == (three,) and load(three).mode == three
    with pytest.raises(OptionError, match=r"no network for the mode 2c \(there is: 3g\)"):
        load(Mode.parse("2c"))
    (tmp_path / "4c.network").write_bytes(pack(WEIGHTS))
    with pytest.raises(OptionError, match=r"4c\.network holds a network of 3g"):
        load(Mode.parse("4c"))


@pytest.mark.parametrize("steps", [0.3, 1.0, 80])
def test_small_numbers_go_two_in_a_byte_and_come_back_the_same(steps: float) -> None:
    """Of an odd count, with one that is far too large for half a byte."""
    values = np.random.default_rng(1).normal(0, 1, (333, 31)).astype(np.float32)
    scale = scale_of(values, steps)
    values = (np.rint(values / scale) * scale).astype(np.float32)
    values[3, 4] = 300 * scale[0, 4]
    packed = pack_whole(values, scale)
    assert packed.kind == ("rounded" if steps == 80 else "paired")
    entry = {"name": "a", "shape": values.shape, "kind": packed.kind}
    entry["bytes"] = [len(part) for part in packed.parts]
    params, scales = read([entry], b"".join(packed.parts))
    assert (params["a"] == values).all()
    assert (scales["a"] == scale).all()
