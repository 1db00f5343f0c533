"""Weights files in fewer steps: what is lost in one place is made up for in others."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from azulejos.neural import Layers, Network, Weights, load, observe, pack, shipped_file, unpack
from scripts.round_weights import main, observations, round_weights, steps_of
from tests.neural.positions import SIX, positions, random_weights

MODE = SIX[0]
STEPS = 3.0

Array = NDArray[np.float32]


def said(weights: Weights, seen: Array) -> Array:
    """Return all that a network says, in floating point."""
    answers = Network(Layers(weights.mode, weights.params)).forward(seen)
    return answers[:, : weights.mode.num_outputs].copy()


def test_it_says_nearly_the_same_in_fewer_steps(tmp_path: Path) -> None:
    file = tmp_path / "own.network"
    file.write_bytes(shipped_file(MODE).read_bytes())
    weights = load(MODE)
    after = round_weights(weights, STEPS, observations(MODE, file, 3000))
    content = pack(after, STEPS, is_rounded=True)
    fitted, plain = unpack(content), unpack(pack(weights, STEPS))
    assert len(content) < 1.05 * len(pack(weights, STEPS))
    seen = observations(MODE, file, 200, seed=2)  # other games
    truth = said(weights, seen)
    assert np.abs(said(after, seen) - said(fitted, seen)).max() < 1e-5
    lost, lost_plainly = (np.abs(said(its, seen) - truth).mean() for its in (fitted, plain))
    assert lost < 0.5 * lost_plainly


def test_every_number_is_a_whole_number_of_steps() -> None:
    weights = random_weights(MODE)
    after = round_weights(weights, STEPS, observe(positions(MODE)))
    for name, scale in after.scales.items():
        numbers = after.params[name] / scale
        assert np.allclose(numbers, np.rint(numbers), atol=1e-3)
        assert not np.array_equal(after.params[name], weights.params[name])
    assert after.scales.keys() == {"input_w", "inner_w", "outer_w", "head_w"}
    assert np.array_equal(after.params["input_b"], weights.params["input_b"])


def test_files_are_rounded_where_they_are_or_into_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, folder = tmp_path / "own.network", tmp_path / "coarse"
    file.write_bytes(pack(random_weights(MODE, width=64)))
    before = file.read_bytes()
    folder.mkdir()
    words = ["round_weights", "--steps", "5", "--positions", "300", str(file)]
    monkeypatch.setattr("sys.argv", [*words, "--into", str(folder)])
    main()
    rounded = (folder / file.name).read_bytes()
    assert file.read_bytes() == before and len(rounded) < len(before)
    assert steps_of(unpack(rounded)) == pytest.approx(5, rel=0.1)
    monkeypatch.setattr("sys.argv", words)
    main()
    assert file.read_bytes() == rounded
    assert "bytes" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--steps", "0"], "steps: 0 is not above 0"),
        (["--steps", "nan"], "steps: nan is not above 0"),
        (["--steps", "5", "--positions", "0"], "positions: 0 are fewer than 100"),
        (["--steps", "5", "--into", "nowhere"], "into: nowhere is no folder"),
    ],
)
def test_words_that_make_no_sense_are_refused_before_any_work(
    words: list[str],
    named: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["round_weights", *words, "no-such-file"])
    with pytest.raises(SystemExit):
        main()
    assert named in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "No such file"),
        (b"nothing", "is of the form 'nothing'"),
        (pack(random_weights(MODE, width=64), 4), "4.0 steps inside its blocks already"),
        (pack(random_weights(MODE, width=64), 5.05), "5.1 steps inside its blocks already"),
    ],
)
def test_what_cannot_be_rounded_is_named(
    content: bytes | None,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "own.network"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr("sys.argv", ["round_weights", "--steps", "5", str(file)])
    with pytest.raises(SystemExit):
        main()
    told = capsys.readouterr().err
    assert str(file) in told and reason in told
