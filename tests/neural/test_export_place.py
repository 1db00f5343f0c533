"""Where an exported network goes: to the place of its mode, for searches or for a single look."""

from pathlib import Path

import pytest

pytest.importorskip("jax")

from azulejos.neural import Mode, load, shipped_file, unpack, weights_file
from scripts import export_weights
from tests.neural.test_export import write_checkpoint

MODE = Mode.parse("2c")


def export(monkeypatch: pytest.MonkeyPatch, checkpoint: Path, *options: str) -> None:
    monkeypatch.setattr("sys.argv", ["export_weights", str(checkpoint), *options])
    export_weights.main()


def test_it_takes_the_place_of_its_mode_or_that_for_a_single_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "weights"
    monkeypatch.setattr(export_weights, "FOLDER", place)
    monkeypatch.setattr(weights_file, "_folder", lambda: place)
    export(monkeypatch, write_checkpoint(tmp_path / "small", "2c", 64))
    assert [file.name for file in place.iterdir()] == ["2c.network"]
    export(monkeypatch, write_checkpoint(tmp_path / "large", "2c", 128), "--policy")
    assert shipped_file(MODE, single_look=True).name == "2c-policy.network"
    widths = [load(MODE, single_look=look).params["input_b"].size for look in (False, True)]
    assert widths == [64, 128]


def test_it_goes_to_one_place_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checkpoint, out = write_checkpoint(tmp_path / "run", "2c", 64), tmp_path / "new.network"
    with pytest.raises(SystemExit):
        export(monkeypatch, checkpoint, "--policy", "--out", str(out))
    assert "--out: not allowed with argument --policy" in capsys.readouterr().err
    export(monkeypatch, checkpoint, "--out", str(out))
    assert unpack(out.read_bytes()).mode == MODE


def test_it_is_the_folder_that_networks_are_shipped_in() -> None:
    assert {file.name for file in export_weights.FOLDER.glob("*.network")} >= {
        shipped_file(mode, single_look=look).name for mode in Mode.every() for look in (False, True)
    }
