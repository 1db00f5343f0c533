"""Weights files: what was packed is unpacked, and a damaged file is refused."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from azulejos.errors import OptionError
from azulejos.neural import Layers, Mode, Network, load, observe, pack, shipped, unpack
from azulejos.neural.weights_file import FORMAT
from tests.neural.positions import SIX, positions, random_weights

WEIGHTS = random_weights(Mode.parse("3g"))
MAX_BYTES = 12_000_000
"""What all shipped weights together may take."""


def test_what_is_packed_can_be_unpacked() -> None:
    restored = unpack(pack(WEIGHTS))
    assert (restored.mode, restored.training) == (WEIGHTS.mode, WEIGHTS.training)
    assert restored.params.keys() == WEIGHTS.params.keys()
    for name, value in WEIGHTS.params.items():
        assert restored.params[name].shape == value.shape
        largest = np.abs(value).max() / 511 if name.endswith("_w") else 0
        assert np.abs(restored.params[name] - value).max() <= 0.51 * largest


def test_packing_is_repeatable_and_packing_again_changes_little() -> None:
    once = pack(WEIGHTS)
    assert once == pack(WEIGHTS)
    twice = unpack(pack(unpack(once)))
    for name, value in unpack(once).params.items():
        assert np.allclose(twice.params[name], value, atol=1e-6)


def test_more_levels_are_closer_to_the_truth() -> None:
    def error(levels: int) -> float:
        restored = unpack(pack(WEIGHTS, levels)).params["inner_w"]
        return float(np.abs(restored - WEIGHTS.params["inner_w"]).mean())

    assert error(2000) < error(500) / 3 < error(127) / 9


def test_rounding_changes_hardly_what_the_network_says() -> None:
    seen = observe(positions(WEIGHTS.mode, games=1))
    exact = Network(Layers(WEIGHTS.mode, WEIGHTS.params)).forward(seen)
    rounded = Network(Layers(WEIGHTS.mode, unpack(pack(WEIGHTS)).params)).forward(seen)
    assert np.abs(exact - rounded).max() < 0.02 * exact.std()


@pytest.mark.parametrize("place", [0, 30, 100, 500, -1])
def test_a_damaged_file_is_refused(place: int) -> None:
    content = bytearray(pack(WEIGHTS))
    content[place] ^= 1
    with pytest.raises(OptionError, match=r"checksum is wrong|not a file of the form"):
        unpack(bytes(content))


def test_a_file_cut_short_is_refused_by_its_name() -> None:
    with pytest.raises(OptionError, match=r"some\.network is damaged"):
        unpack(pack(WEIGHTS)[:-10], "some.network")


@pytest.mark.parametrize("content", [b"", b"azulejos-network 2\n", b"PK\x03\x04"])
def test_another_kind_of_file_is_refused(content: bytes) -> None:
    with pytest.raises(OptionError, match=FORMAT):
        unpack(content)


def test_the_file_can_be_read_by_its_description() -> None:
    head, checksum, rest = pack(WEIGHTS).split(b"\n", 2)
    assert head.decode() == FORMAT
    assert checksum.decode() == hashlib.sha256(rest).hexdigest()
    assert rest.startswith(b'{"mode": "3g", "shape": {"width": 32, "blocks": 2')


def test_shipped_weights_can_be_loaded_and_are_small() -> None:
    assert Mode.parse("2c") in shipped()
    for mode in shipped():
        assert load(mode).mode == mode
        assert load(mode).training["counters"]["plies"] > 0
    folder = Path(__file__).parents[2] / "src" / "azulejos" / "neural" / "weights"
    assert sum(file.stat().st_size for file in folder.iterdir()) <= MAX_BYTES


@pytest.mark.parametrize("mode", [m for m in SIX if m not in shipped()], ids=lambda m: m.name)
def test_a_mode_without_weights_is_refused_with_those_there_are(mode: Mode) -> None:
    with pytest.raises(OptionError, match=rf"no network for the mode {mode.name} \(there is: 2c"):
        load(mode)
