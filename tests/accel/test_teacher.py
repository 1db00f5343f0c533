"""A network that learns from the games of another one, and weights of few bits."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
import numpy as np

from azulejos.accel.network import Params, Shape, init_params
from azulejos.accel.train import checkpoint
from azulejos.accel.train.entrant import Entrant
from azulejos.accel.train.learning import losses
from azulejos.accel.train.log import read_log
from azulejos.accel.train.loop import Run, begin
from azulejos.accel.train.replay import sample
from azulejos.accel.train.rounding import BLOCKS, rounded
from azulejos.accel.train.settings import Settings, SettingsError, change_settings, read_settings
from tests.accel.test_train import TINY, after, silent


def keep(folder: Path, settings: Settings) -> str:
    """Save the beginning of a run; return where it is."""
    return str(checkpoint.save(folder, settings, begin(settings)))


def test_a_teacher_plays_and_another_network_learns(tmp_path: Path) -> None:
    settings = read_settings(TINY)
    teacher = keep(tmp_path / "teacher", settings)
    pupils = change_settings(settings, [f"run.teacher={teacher}", "network.blocks=2"])
    run, alone = Run(pupils, tmp_path / "run", silent), Run(settings, tmp_path / "alone", silent)
    alone.play = run.play  # compiled
    first = {name: np.array(value) for name, value in run.progress.params.items()}
    for each in (run, alone):
        each.go(stop=after(each, 1))  # nothing is learnt yet: so far the teacher plays in both
    for mine, theirs in zip(run.replay, alone.replay, strict=True):
        assert np.array_equal(mine, theirs)
    run.go()
    assert run.progress.params["inner_w"].shape[0] == 2
    assert any(
        not np.array_equal(first[name], value) for name, value in run.progress.params.items()
    )
    (measured,) = (note for note in read_log(tmp_path / "run") if note["kind"] == "measured")
    assert 0 <= float(measured["teacher_share"]) <= 1


def test_a_teacher_may_play_for_a_part_of_the_run_only(tmp_path: Path) -> None:
    settings = read_settings(TINY)
    teacher = keep(tmp_path / "teacher", settings)
    changes = [f"run.teacher={teacher}", "run.teacher_until=0.5", "learning.rounding=2"]
    changes += ["learning.rounding_from=0.75", "evaluation.every=99"]
    run = Run(change_settings(settings, changes), tmp_path / "run", silent)
    players: list[Params] = []
    roundings: list[float] = []
    play, learn = run.play, run.learn

    def watched(params: Params, *rest: Any) -> Any:
        players.append({name: jnp.copy(value) for name, value in params.items()})
        return play(params, *rest)

    def watched_learning(*arguments: Any) -> Any:
        roundings.append(arguments[-1])
        return learn(*arguments)

    run.play, run.learn = watched, watched_learning
    for iterations in (3, 4):
        run.go(stop=after(run, iterations))
        for name, value in run._stored().items():  # a checkpoint is read as it plays
            assert np.allclose(Entrant.read(tmp_path / "run").params[name], value, atol=1e-6)
    assert run.teacher is not None
    taught = [np.array_equal(params["head_b"], run.teacher["head_b"]) for params in players]
    assert taught == [True, True, False, False]
    assert roundings == [0, 0, 2]  # nothing is learnt in the first iteration
    assert [_num_steps(params) for params in (players[2], players[3])] == [32, 32]
    assert _num_steps(run._stored()) < 16  # only what has learnt rounded is played so

    longer = change_settings(run.settings, ["run.iterations=8", "run.teacher="])
    more = Run(longer, tmp_path / "run", silent)
    assert more.done == 0.5
    more.play, more.learn = watched, watched_learning
    more.go(stop=after(more, 5))
    assert roundings[3:] == [2]  # what was rounded once stays so
    assert _num_steps(players[-1]) < 16


def _num_steps(params: Params) -> int:
    """Count the different weights in a column of the first block."""
    return len(np.unique(params["inner_w"][0, :, 0]))


def test_shares_of_the_victory_may_count_more(tmp_path: Path) -> None:
    settings = change_settings(read_settings(TINY), ["evaluation.every=99"])
    run = Run(settings, tmp_path / "run", silent)
    run.go()

    @partial(jax.jit, static_argnums=0)
    def total(settings: Settings) -> tuple[jax.Array, dict[str, jax.Array]]:
        batch = sample(settings, run.replay, jax.random.key(0))
        return losses(settings.environment, settings, run.progress.params, batch)

    plain, figures = total(settings)
    more, _ = total(change_settings(settings, ["learning.win_loss=3"]))
    assert float(more - plain) == pytest.approx(2 * float(figures["win_loss"]), rel=1e-4)


def test_a_teacher_that_cannot_teach_is_refused_by_name(tmp_path: Path) -> None:
    settings = read_settings(TINY)
    three = keep(tmp_path / "three", change_settings(settings, ["game.players=3"]))
    for place, reason in (
        (three, "it plays 3c, the run learns 2c"),
        (tmp_path / "nobody", "there is no run, checkpoint or weights file"),
    ):
        with pytest.raises(SettingsError, match=rf"run\.teacher: {reason}"):
            Run(change_settings(settings, [f"run.teacher={place}"]), tmp_path / "run", silent)


def test_a_damaged_teacher_is_named(tmp_path: Path) -> None:
    (tmp_path / "cut.network").write_bytes(b"azulejos-network 3\nnothing\n")
    settings = change_settings(read_settings(TINY), [f"run.teacher={tmp_path / 'cut.network'}"])
    with pytest.raises(SettingsError, match=r"run\.teacher: .*cut\.network is damaged"):
        Run(settings, tmp_path / "run", silent)


def test_a_run_plays_learns_and_is_measured_with_rounded_weights(tmp_path: Path) -> None:
    settings = change_settings(read_settings(TINY), ["learning.rounding=2"])
    run = Run(settings, tmp_path / "run", silent)
    seen: list[dict[str, jax.Array]] = []
    play, match = run.play, run.matches["greedy"]

    def watched_play(params: Params, *rest: Any) -> Any:
        seen.append(params)
        return play(params, *rest)

    def watched_match(params: Params, *rest: Any) -> Any:
        seen.append(params)
        return match(params, *rest)

    run.play, run.matches["greedy"] = watched_play, watched_match
    run.go()
    assert len(seen) == 5
    for params in seen:
        assert len(np.unique(params["inner_w"][0, :, 0])) < 16 <= settings.network.width
    assert len(np.unique(run.progress.params["inner_w"][0, :, 0])) == settings.network.width

    @partial(jax.jit, static_argnums=0)
    def loss(settings: Settings, params: Params) -> jax.Array:
        batch = sample(settings, run.replay, jax.random.key(0))
        return losses(settings.environment, settings, params, batch)[0]

    params = run.progress.params
    plain = change_settings(settings, ["learning.rounding=0"])
    coarse = float(loss(plain, rounded(params, 2)))
    assert loss(settings, params) == pytest.approx(coarse, rel=1e-6)
    assert loss(plain, params) != pytest.approx(coarse, rel=1e-6)

    read = Entrant.read(tmp_path / "run").params  # whoever meets it meets what plays
    for name, value in rounded(params, 2).items():
        assert np.allclose(read[name], value, atol=1e-6)


def test_few_bits_hold_the_weights_of_blocks() -> None:
    env = read_settings(TINY).environment
    params = init_params(env, Shape(64, 2), jax.random.key(0))
    assert rounded(params, 0) is params
    coarse = rounded(params, 2)
    for name, value in coarse.items():
        if name not in BLOCKS:
            assert value is params[name]
            continue
        size = jnp.sqrt(jnp.mean(params[name] ** 2, axis=-2, keepdims=True))
        numbers = value / size * 2
        assert jnp.allclose(numbers, jnp.round(numbers), atol=1e-3)
        assert jnp.max(jnp.abs(value - params[name]) / size) <= 0.251
        assert 5 < len(np.unique(np.round(numbers))) < 30


def test_small_steps_of_rounded_weights_add_up() -> None:
    env = read_settings(TINY).environment
    params = init_params(env, Shape(64, 1), jax.random.key(0))

    def total(value: jax.Array) -> jax.Array:
        return jnp.sum(3 * rounded({**params, "inner_w": value}, 2)["inner_w"])

    assert jnp.allclose(jax.grad(total)(params["inner_w"]), 3)
