"""A checkpoint becomes a weights file only if players can use it."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")

import jax.numpy as jnp

from azulejos.accel.train.checkpoint import FORMAT
from azulejos.accel.train.rounding import BLOCKS, rounded
from azulejos.neural import Mode, unpack
from scripts.export_weights import main
from tests.neural.positions import random_weights

MODE = Mode.parse("2c")


def write_checkpoint(
    folder: Path, mode: str, width: int, rounding: float = 0, counters: object = None
) -> Path:
    """Write what the export reads of a run: weights of two seats, said to be of a mode."""
    folder.mkdir()
    arrays: dict[str, Any] = dict(random_weights(MODE, width=width).params)
    np.savez(folder / "params.npz", **arrays)
    game = {"players": int(mode[0]), "wall": "coloured"}
    settings = {"game": game, "learning": {"rounding": rounding}}
    facts = {"format": FORMAT, "settings": settings, "counters": counters or {}}
    (folder / "run.json").write_text(json.dumps(facts))
    return folder


def export(monkeypatch: pytest.MonkeyPatch, checkpoint: Path, out: Path) -> None:
    monkeypatch.setattr("sys.argv", ["export_weights", str(checkpoint), "--out", str(out)])
    main()


def test_a_checkpoint_becomes_a_weights_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "new.network"
    export(monkeypatch, write_checkpoint(tmp_path / "good", "2c", 64), out)
    assert unpack(out.read_bytes()).mode == MODE


def test_what_has_not_learnt_to_be_rounded_yet_is_not_stored_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, (rounding, words) in enumerate(((0.0, False), (2.0, True))):
        run = write_checkpoint(tmp_path / str(number), "2c", 64, 2, {"rounding": rounding})
        export(monkeypatch, run, tmp_path / f"{number}.network")
        assert ("rounded to 2.0 steps, as learnt" in capsys.readouterr().out) is words


def test_counters_that_are_no_numbers_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = write_checkpoint(tmp_path / "run", "2c", 64, 0, {"iteration": "x"})
    with pytest.raises(SystemExit):
        export(monkeypatch, run, tmp_path / "out.network")
    assert "its counters are no numbers" in capsys.readouterr().err


def test_a_network_that_has_learnt_with_few_bits_is_stored_in_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fine, coarse = (tmp_path / f"{rounding}.network" for rounding in (0, 2))
    for rounding, out in ((0, fine), (2, coarse)):
        folder = write_checkpoint(tmp_path / f"run{rounding}", "2c", 64, rounding)
        export(monkeypatch, folder, out)
    weights, own = unpack(coarse.read_bytes()), random_weights(MODE, width=64).params
    stored = rounded({name: jnp.asarray(value) for name, value in own.items()}, 2)
    for name in BLOCKS:
        assert np.allclose(weights.params[name], stored[name], atol=1e-5)
    inside = sum(own[name].size for name in BLOCKS)
    saved = fine.stat().st_size - coarse.stat().st_size
    assert 8 * saved > 4 * inside  # more than four bits less for each


@pytest.mark.parametrize(
    ("mode", "width", "reason"),
    [
        ("2c", 32, "width: a network 32 wide cannot be played with, only multiples of 64"),
        ("3c", 64, "it is too small for 3c"),
    ],
)
def test_what_cannot_be_played_with_is_refused_and_nothing_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    mode: str,
    width: int,
    reason: str,
) -> None:
    out = tmp_path / "new.network"
    with pytest.raises(SystemExit):
        export(monkeypatch, write_checkpoint(tmp_path / "bad", mode, width), out)
    said = capsys.readouterr().err.splitlines()[-1]
    assert "bad: " in said and reason in said
    assert not out.exists()


def test_a_checkpoint_of_another_format_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_checkpoint(tmp_path / "older", "2c", 64)
    text = (folder / "run.json").read_text()
    (folder / "run.json").write_text(text.replace(f'"format": {FORMAT}', '"format": 1'))
    with pytest.raises(SystemExit):
        export(monkeypatch, folder, tmp_path / "new.network")
    said = capsys.readouterr().err.splitlines()[-1]
    assert f"older: a checkpoint of format 1, this program reads {FORMAT}" in said
    assert not (tmp_path / "new.network").exists()


def test_where_there_is_no_checkpoint_the_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        export(monkeypatch, tmp_path / "none", tmp_path / "new.network")
    assert "none: " in capsys.readouterr().err.splitlines()[-1]
