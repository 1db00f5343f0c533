"""A mode may have a large network for players that look once; those who search leave it alone."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from azulejos.errors import OptionError
from azulejos.neural import (
    Mode,
    load,
    load_network,
    loading,
    observe,
    pack,
    shipped,
    shipped_file,
    weights_file,
)
from azulejos.players import Limits, Player, create
from azulejos.players.neural_player import NeuralPlayer
from azulejos.rules import Move, State
from tests.neural.positions import positions, random_weights

TWO, THREE = Mode.parse("2c"), Mode.parse("3c")
SEARCHES = Limits(nodes=24)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of shipped networks: two of 2c, one of 3c."""
    for name, mode, width, seed in (
        ("2c", TWO, 64, 1),
        ("2c-policy", TWO, 128, 2),
        ("3c", THREE, 64, 3),
    ):
        weights = random_weights(mode, width=width, seed=seed)
        (tmp_path / f"{name}.network").write_bytes(pack(weights))
    monkeypatch.setattr(weights_file, "_folder", lambda: tmp_path)
    loading._layers.cache_clear()
    yield tmp_path
    loading._layers.cache_clear()


def drafts(mode: Mode) -> list[State]:
    return [s for s in positions(mode, games=2, most=12) if s.player is not None]


def moves(player: Player, mode: Mode) -> list[Move]:
    return [player.choose(state, SEARCHES) for state in drafts(mode)]


def test_who_looks_once_looks_with_the_large_network(folder: Path) -> None:
    own = moves(create("policy"), TWO)
    assert own == moves(create("policy", network=folder / "2c-policy.network"), TWO)
    assert own != moves(create("policy", network=folder / "2c.network"), TWO)


@pytest.mark.parametrize("name", ["expert", "master"])
def test_who_searches_does_not(folder: Path, name: str) -> None:
    own = moves(create(name), TWO)
    assert own == moves(NeuralPlayer(network=folder / "2c.network"), TWO)
    assert own != moves(NeuralPlayer(network=folder / "2c-policy.network"), TWO)
    (folder / "2c-policy.network").write_bytes(b"nobody reads that")
    loading._layers.cache_clear()
    assert own == moves(create(name), TWO)


def test_a_mode_without_one_is_looked_at_with_the_one_it_has(folder: Path) -> None:
    assert (shipped(), shipped(single_look=True)) == ((TWO, THREE), (TWO,))
    assert [shipped_file(mode, single_look=True).name for mode in (TWO, THREE)] == [
        "2c-policy.network",
        "3c.network",
    ]
    file = folder / "3c.network"
    assert moves(create("policy"), THREE) == moves(create("policy", network=file), THREE)
    seen = observe(drafts(THREE))
    searching, looking = load_network(THREE), load_network(THREE, single_look=True)
    assert looking.layers is searching.layers  # read once for both
    assert np.array_equal(looking.forward(seen), searching.forward(seen))


def test_errors_name_the_file(folder: Path) -> None:
    file, state = folder / "2c-policy.network", drafts(TWO)[0]
    file.write_bytes(file.read_bytes()[:-10])
    with pytest.raises(OptionError, match=r"2c-policy\.network is damaged"):
        create("policy").choose(state)
    file.write_bytes((folder / "3c.network").read_bytes())
    with pytest.raises(OptionError, match=r"2c-policy\.network holds a network of 3c, not of 2c"):
        load(TWO, single_look=True)
    with pytest.raises(OptionError, match=r"no network for the mode 4g \(there is: 2c, 3c\)"):
        load(Mode.parse("4g"), single_look=True)


def test_it_is_no_network_for_a_search_where_the_mode_has_no_other(folder: Path) -> None:
    (folder / "2c.network").unlink()
    assert load(TWO, single_look=True).mode == TWO
    with pytest.raises(OptionError, match=r"no network for the mode 2c \(there is: 3c\)"):
        load(TWO)
