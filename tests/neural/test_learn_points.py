"""The scripts that teach a network to see the game by the points in sight."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")

from azulejos.accel.convert import action_of, from_state
from azulejos.chance import Sampler
from azulejos.neural import Mode, adjusted, load, observe, shipped_file
from azulejos.neural.mode import NUM_TAKES
from azulejos.rules import Phase, State
from azulejos.search import Tree, round_evaluator
from scripts import learn_points
from scripts.learn_points import Lesson, lesson, main, play
from scripts.points_lessons import Lessons, environment
from tests.strategies import POLICIES, random_game

MODE = Mode.parse("3c")


def drafting(mode: Mode) -> State:
    state = Sampler(3).deal(State.new(*mode))
    for _ in range(mode.players + 1):
        state = state.play(state.legal_moves()[-1])
    return state


def tiling(mode: Mode) -> State:
    games = random_game(mode, POLICIES[0], Random(1))
    return next(s for s in games if s.phase is Phase.TILE and s.player and len(s.legal_moves()) > 1)


@pytest.mark.parametrize(
    "state",
    [drafting(MODE), drafting(Mode.parse("4g")), tiling(Mode.parse("3g"))],
    ids=["3c", "4g", "3g-tiling"],
)
def test_a_lesson_says_what_the_search_said(state: State) -> None:
    mode, seat = Mode.of(state), state.player
    assert seat
    env, tree = environment(mode), Tree(state, round_evaluator(state, 1))
    tree.run(500)
    learnt, rows = lesson(env, state, tree), tree.children()
    assert (learnt.seen == observe([state])[0].astype(np.float16)).all()
    legal = np.unpackbits(learnt.legal)[: env.num_actions]
    assert (legal == np.asarray(env.legal_mask(from_state(env, state)))).all()
    for move, visits, *_ in rows:
        assert learnt.visits[action_of(env, move)] == pytest.approx(visits / 500, abs=0.001)
    assert learnt.visits.sum() == pytest.approx(1, abs=0.01)
    for offset in range(mode.players):
        win, lead = tree.outlooks()[(seat + offset) % mode.players]
        assert learnt.worth[[offset, mode.players + offset]] == pytest.approx([win, lead])


class Backwards(np.random.Generator):
    """Puts displays in the opposite order."""

    def random(self, size: Any) -> Any:  # type: ignore[override]
        return np.broadcast_to(-np.arange(size[-1]), size)


def test_displays_change_their_places_in_all_that_is_said_of_a_position(tmp_path: Path) -> None:
    state, env = Sampler(3).deal(State.new(*MODE)), environment(MODE)
    turned = State.new(*MODE).deal(state.displays[::-1])
    for number, each in enumerate((state, turned)):
        legal = np.array(env.legal_mask(from_state(env, each)))
        visits = legal * (1.0 + np.arange(env.num_actions) % NUM_TAKES)
        row = Lesson(observe([each])[0], visits, np.packbits(legal), np.zeros(6, np.float32))
        rows: dict[str, Any] = {name: value[None] for name, value in row._asdict().items()}
        np.savez(tmp_path / f"3c-0-{number}.npz", **rows)
    lessons = Lessons(MODE, tmp_path)
    assert not (lessons.rows["seen"][0] == lessons.rows["seen"][1]).all()
    expected, moved = (
        lessons.take(np.array([1])),
        lessons.take(np.array([0]), Backwards(np.random.PCG64(1))),
    )
    for one, two in zip(expected, moved, strict=True):
        assert (one == two).all()


def test_the_same_games_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "3c-0-0.npz").write_bytes(b"")
    with pytest.raises(SystemExit):
        command(monkeypatch, "play", "3c", "--folder", tmp_path, "--seconds", 1)
    assert "holds positions of 3c already" in capsys.readouterr().err


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


@pytest.mark.parametrize(
    ("option", "value"), [("steps", 0), ("steps", 1e9), ("rate", "nan"), ("rank", 0), ("jobs", -1)]
)
def test_what_cannot_be_is_refused_by_name(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    option: str,
    value: object,
) -> None:
    with pytest.raises(SystemExit):
        command(monkeypatch, "learn", "3c", "--folder", tmp_path, f"--{option}", value)
    assert f"argument --{option}: " in capsys.readouterr().err


def test_a_file_that_was_cut_off_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(2):
        (tmp_path / f"3c-0-{number}.npz").write_bytes(b"")
    with pytest.raises(SystemExit):
        command(monkeypatch, "learn", "3c", "--folder", tmp_path)
    assert "3c-0-0.npz" in capsys.readouterr().err


def test_there_must_be_something_to_learn_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        command(monkeypatch, "learn", "3c", "--folder", tmp_path)
    assert "holds too few files of 3c" in capsys.readouterr().err
