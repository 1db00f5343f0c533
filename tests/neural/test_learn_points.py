"""The scripts that teach a network to see the game by the points in sight."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("jax")

from azulejos.chance import Sampler
from azulejos.neural import Mode, adjusted, load, shipped_file
from azulejos.rules import State
from azulejos.search import Tree, round_evaluator
from scripts import learn_points
from scripts.learn_points import action_of, lesson, main, play

MODE = Mode.parse("3c")


def test_a_lesson_says_what_the_search_said() -> None:
    state = Sampler(3).deal(State.new(*MODE))
    for _ in range(4):
        state = state.play(state.legal_moves()[-1])
    tree = Tree(state, round_evaluator(state, 1))
    tree.run(500)
    told = lesson(MODE, state, tree)
    rows = tree.children()
    assert told.visits.sum() == pytest.approx(1, abs=0.01)
    assert np.unpackbits(told.legal).sum() == len(rows)
    for move, visits, *_ in rows:
        assert told.visits[action_of(MODE, move)] == pytest.approx(visits / 500, abs=0.001)
    (win, lead), seat = tree.outlooks()[state.player or 0], state.player
    assert seat == 1
    assert told.worth[[0, 3]] == pytest.approx([win, lead])
    assert told.worth[:3].sum() == pytest.approx(1)


def test_positions_are_played_and_learnt_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(learn_points, "NODES", 100)
    monkeypatch.setattr(learn_points, "FEWEST_NODES", 50)
    counts = [play(MODE, tmp_path, seconds=0.01, worker=worker) for worker in range(2)]
    files = [np.load(file) for file in sorted(tmp_path.iterdir())]
    assert [len(file["seen"]) for file in files] == counts
    assert min(counts) > 30
    out = tmp_path / "3c-points.network"
    command(
        monkeypatch, "learn", "3c", "--folder", tmp_path, "--epochs", 2, "--rank", 2, "--out", out
    )
    assert f"{out}: {out.stat().st_size:,} bytes" in capsys.readouterr().out
    made, base = adjusted(out.read_bytes(), shipped_file(MODE).read_bytes()), load(MODE)
    assert made.training["positions"] == counts[1]
    assert 0 < np.abs(made.params["head_w"] - base.params["head_w"]).max() < 0.1


def command(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> None:
    monkeypatch.setattr("sys.argv", ["learn_points", *map(str, arguments)])
    main()


def test_there_must_be_something_to_learn_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        command(monkeypatch, "learn", "3c", "--folder", tmp_path)
    assert "holds too few files of 3c" in capsys.readouterr().err
