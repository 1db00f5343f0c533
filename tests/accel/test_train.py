"""Training in small: what is learnt belongs to its game, and a resumed run is the same run."""

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from azulejos.accel import Environment, State
from azulejos.accel.judge import ILLEGAL, Opinion
from azulejos.accel.network import init_params
from azulejos.accel.packing import pack, unpack
from azulejos.accel.train import checkpoint
from azulejos.accel.train.__main__ import main
from azulejos.accel.train.configuration import find_file, preset_names
from azulejos.accel.train.log import Facts, read_log
from azulejos.accel.train.loop import Run, check_numbers
from azulejos.accel.train.match import greedy_player, play_match
from azulejos.accel.train.measure import elo
from azulejos.accel.train.optimiser import Moments
from azulejos.accel.train.replay import Batch, Replay, empty_replay, remember, sample
from azulejos.accel.train.selfplay import DEAL_DUE, GAME_OVER, Plies, first_games, play_in_turns
from azulejos.accel.train.session import Ending
from azulejos.accel.train.settings import (
    Settings,
    SettingsError,
    change_settings,
    check_same_run,
    keep_origin,
    make_settings,
    read_settings,
)

TINY = Path(__file__).parents[2] / "src" / "azulejos" / "accel" / "train" / "presets" / "tiny.toml"


def silent(kind: str, facts: Facts) -> None:
    del kind, facts


def after(run: Run, iterations: int) -> Callable[[], bool]:
    """Return what stops a run after so many iterations."""
    return lambda: run.progress.counters.iteration == iterations


def test_the_same_run_whether_stopped_or_not(tmp_path: Path) -> None:
    settings = read_settings(TINY)
    whole = Run(settings, tmp_path / "whole", silent)
    assert whole.go().iteration == 4
    for iterations in (2, 4):
        part = Run(settings, tmp_path / "parts", silent)
        part.play, part.learn, part.matches = whole.play, whole.learn, whole.matches  # compiled
        assert part.go(stop=after(part, iterations)).iteration == iterations
    one, two = (checkpoint.load(tmp_path / name / "latest")[1] for name in ("whole", "parts"))
    assert one.replay is not None and two.replay is not None
    first = (one.params, one.moments, one.games, one.replay, one.opponent)
    second = (two.params, two.moments, two.games, two.replay, two.opponent)
    for a, b in zip(jax.tree.leaves(first), jax.tree.leaves(second), strict=True):
        assert np.array_equal(a, b)
    kinds = [line["kind"] for line in read_log(tmp_path / "whole")]
    assert kinds == ["started", *["iteration"] * 4, "measured", "stopped"]
    assert one.moments.steps > 0
    assert "million plies" in (tmp_path / "whole" / "strength.svg").read_text()


def marked_plies(env: Environment, endings: NDArray[np.int8]) -> Plies:
    """Make plies whose scores say which they are, and results that say which game it was.

    Policies and regrets say which action it was.
    """
    plies, games = endings.shape
    ply, lane = np.indices(endings.shape)
    number = np.cumsum(endings == GAME_OVER, axis=0) - (endings == GAME_OVER)
    states = jax.vmap(jax.vmap(env.new))(jnp.zeros(endings.shape, int))
    states = states._replace(score=jnp.stack([ply, lane], axis=-1).astype(jnp.int16))
    both = jnp.zeros((plies, games, 2), jnp.int16)
    marks = jnp.arange(env.num_actions)  # in regret and policy alike: which action it was
    return Plies(
        packed=jax.vmap(jax.vmap(pack))(states),
        action=jnp.zeros((plies, games), jnp.int16),
        policy=jnp.broadcast_to(marks / 100, (plies, games, env.num_actions)).astype(jnp.float16),
        regret=jnp.asarray(ply % 7, jnp.uint8)[..., None] + marks.astype(jnp.uint8),
        ending=jnp.asarray(endings),
        share=both.astype(jnp.float16),
        margin=both + jnp.asarray(number * 10 + lane, jnp.int16)[..., None],
        score=both,
        round=both[..., 0],
        expected_share=both.astype(jnp.float16),
        expected_margin=jnp.asarray(np.stack([ply, ply], axis=-1), jnp.float16),
    )


def remembered(
    results: float, thorough: int = 1, regret: float = 0.0
) -> tuple[NDArray[np.int8], Replay, Batch]:
    """Fill a small memory with marked plies, and draw from it."""
    settings = make_settings(
        {
            "selfplay": {"games": 8, "thorough": thorough},
            "replay": {"plies": 96, "warmup": 1},
            "learning": {"batch": 512, "before_deals": 0.25, "results": results, "regret": regret},
        }
    )
    chances = [0.85, 0.11, 0.04]  # of GOES_ON, DEAL_DUE, GAME_OVER
    endings = np.random.default_rng(1).choice(3, (128, 8), p=chances).astype(np.int8)
    plies, replay = marked_plies(settings.environment, endings), empty_replay(settings)
    write = jax.jit(remember)
    for start in range(0, 128, 16):  # the ring is written over
        chunk: Plies = jax.tree.map(lambda x, start=start: x[start : start + 16], plies)
        replay = write(replay, chunk)
    return endings, replay, jax.jit(partial(sample, settings))(replay, jax.random.key(4))


def test_a_ply_is_given_the_result_of_its_own_game() -> None:
    endings, replay, batch = remembered(results=1.0)
    over = endings == GAME_OVER
    margins = np.round(np.asarray(batch.margin[:, 0]) * 20).astype(int)
    for n in range(512):
        ply, lane = np.asarray(batch.states.score[n])
        number = over[:ply, lane].sum()
        age = over[:, lane].sum() - number
        assert ply >= 32 and batch.policy_weight[n] == (0 < age <= replay.share.shape[0])
        assert margins[n] == number * 10 + lane or not batch.policy_weight[n]
        if n < 128:
            ahead = endings[ply:, lane]
            follows = ahead[ahead > 0][:1].tolist() == [DEAL_DUE]
            assert batch.weight[512 + n] == (batch.policy_weight[n] and follows)


def test_thorough_plies_teach_the_policy_and_all_of_them_results() -> None:
    _, _, batch = remembered(results=1.0, thorough=4)
    ply = np.asarray(batch.states.score[:1024, 0]) % 4
    policy, result = np.asarray(batch.policy_weight), np.asarray(batch.weight)
    assert not policy[:512].any() and set(ply[:512]) == {0, 1, 2, 3}
    assert not result[512:1024].any() and set(ply[512:]) == {0}
    assert policy[512:1024].any() and result[:512].any()
    assert not policy[1024:].any() and result[1024:].any()  # those before a deal


def test_every_so_many_plies_one_is_searched_thoroughly() -> None:
    settings = make_settings(
        {
            "search": {"simulations": 12, "considered": 12, "scale": 0.02},
            "selfplay": {"games": 4, "plies": 6, "thorough": 3, "quick": 2, "stagger": 1},
            "replay": {"plies": 6, "warmup": 6},
        }
    )
    env = settings.environment

    def judge(states: State) -> Opinion:
        legal = jnp.where(jax.vmap(env.legal_mask)(states), 0.0, ILLEGAL)
        seen = jax.vmap(env.observe)(states)
        worth = jax.nn.sigmoid(seen @ jnp.sin(jnp.arange(2.0 * seen.shape[1]).reshape(-1, 2)))
        return Opinion(legal, worth, worth, worth)

    keys = jax.random.split(jax.random.key(1), 6)
    games = jax.jit(partial(first_games, settings))(jax.random.key(2))
    states, plies = jax.jit(partial(play_in_turns, settings, judge))(games, keys)
    before = jax.jit(jax.vmap(jax.vmap(lambda packed: unpack(env, packed))))(plies.packed)
    move = jax.jit(jax.vmap(env.move))
    for ply in range(6):
        here = jax.tree.map(lambda field, ply=ply: field[ply], before)
        after = move(here, plies.action[ply].astype(jnp.int32))
        follows = states if ply == 5 else jax.tree.map(lambda x, ply=ply: x[ply + 1], before)
        assert np.array_equal(after.line_count, follows.line_count)  # the round goes on
        worths = [len(np.unique(row[row > 0])) for row in np.asarray(plies.policy[ply])]
        assert all(n > 3 for n in worths) if ply % 3 == 0 else all(n <= 3 for n in worths)


def test_before_the_last_round_a_ply_may_be_given_what_was_expected_after_the_deal() -> None:
    results = remembered(results=1.0)[2].margin
    endings, _, batch = remembered(results=0.25)
    for n in range(512):
        ply, lane = np.asarray(batch.states.score[n])
        closing = ply + int(np.argmax(np.append(endings[ply:, lane], GAME_OVER) > 0))
        if batch.weight[n] and endings[closing, lane] == DEAL_DUE:
            expected = 0.25 * results[n] + 0.75 * (closing + 1)
            assert np.allclose(batch.margin[n], expected, atol=1e-3)
        elif batch.weight[n]:
            assert np.array_equal(batch.margin[n], results[n])


def test_greedy_beats_random_play() -> None:
    env = Environment(2, "gray", max_rounds=12)

    def anything(states: Any, key: jax.Array) -> jax.Array:
        return jax.vmap(env.random_action)(states, jax.random.split(key, 32))

    match = jax.jit(lambda key: play_match(env, greedy_player(env), anything, 32, key))
    result = match(jax.random.key(0))
    assert result["share"] > 0.9 and result["margin"] > 10


def test_elo_of_a_fair_share_is_nothing() -> None:
    assert elo(0.5, 2, 100) == 0
    assert abs(elo(0.25, 4, 100)) < 1e-9
    assert elo(1.0, 2, 100) < 1000


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ({"gaem": {}}, "gaem"),
        ({"game": {"plyers": 2}}, r"game\.plyers"),
        ({"game": {"players": "two"}}, r"game\.players"),
        ({"game": {"players": 5}}, r"game\.players"),
        ({"game": {"max_rounds": 0}}, r"game\.max_rounds"),
        ({"replay": {"plies": 100}}, r"replay\.plies"),
        ({"selfplay": {"thorough": 3}}, r"selfplay\.plies"),
        ({"run": {"precision": "int8"}}, r"run\.precision"),
        ({"search": {"simulations": 0}}, r"search\.simulations"),
        ({"network": {"width": 0}}, r"network\.width"),
        ({"learning": {"rate": -0.1}}, r"learning\.rate"),
        ({"learning": {"rounding": 1e12}}, r"learning\.rounding: 1.* is neither 0 nor"),
        ({"learning": {"rounding": 0.1}}, r"learning\.rounding: 0\.1 is neither 0 nor from 0\.5"),
        ({"search": {"noise": float("nan")}}, r"search\.noise"),
        ({"selfplay": {"plies": 0}}, r"selfplay\.plies: 0 is too small"),
        ({"selfplay": {"thorough": 0}}, r"selfplay\.thorough: 0 is too small"),
        ({"replay": {"plies": 0, "warmup": 0}}, r"replay\.plies: 0 is too small"),
        ({"replay": {"warmup": -5}}, r"replay\.warmup: -5 is too small"),
        ({"run": {"seed": 10**20}}, r"run\.seed: 1.* is more than 2147483647"),
        ({"learning": {"rounding_from": 2}}, r"learning\.rounding_from: 2\.0 is no share"),
        ({"run": {"teacher_until": 1.1}}, r"run\.teacher_until: 1\.1 is no share from 0 to 1"),
        ({"learning": {"hold": 1.5}}, r"learning\.hold: 1\.5 is no share"),
        ({"learning": {"muon": 1}}, r"learning\.muon: true or false is expected"),
        ({"learning": {"results": 5.0}}, r"learning\.results: 5\.0 is no share"),
        ({"search": {"margin_weight": 7.0}}, r"search\.margin_weight: 7\.0 is no share"),
    ],
)
def test_a_setting_at_fault_is_named(content: dict[str, Any], named: str) -> None:
    with pytest.raises(SettingsError, match=named):
        make_settings(content)


def test_every_preset_can_be_used() -> None:
    assert {"tiny", "full"} <= set(preset_names())
    for name in preset_names():
        assert read_settings(find_file(name)).environment.name == "2c"


def test_settings_may_be_changed_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = read_settings(TINY, ["search.simulations=3", 'game.wall = "gray"'])
    assert settings.search.simulations == 3 and settings.environment.is_gray
    assert settings == read_settings(TINY, ["search.simulations=3", "game.wall=gray"])
    assert change_settings(settings, ["learning.rate=1e-2"]).learning.rate == 0.01
    bad = ["--config", str(TINY), "--folder", str(tmp_path), "--set", "search.sims=3"]
    assert main(bad) == 1
    assert capsys.readouterr().err == "azulejos: error: search.sims: no such setting\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--players", "5"), "game.players: 2, 3 or 4, not 5"),
        (("--wall", "x"), "wall: 'x' is not c (coloured) or g (gray)"),
        (
            ("--players", "3", "--wall", "g", "--origin", "no"),
            "run.origin: there is no run, checkpoint or weights file no",
        ),
    ],
)
def test_the_folder_has_the_options_of_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], reason: str
) -> None:
    assert main(["--config", "tiny", "--folder", str(tmp_path), *arguments]) == 1
    assert capsys.readouterr().err == f"azulejos: error: {reason}\n"


def test_the_folder_passes_its_options_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Settings] = []

    def go(settings: Settings, *more: object) -> Ending:
        del more
        taken.append(settings)
        return Ending(is_done=False, was_interrupted=len(taken) == 2)

    monkeypatch.setattr("azulejos.accel.train.__main__.go", go)
    words = ["--config", "tiny", "--folder", str(tmp_path), "--players", "3", "--wall", "g"]
    assert (main(words), main(words)) == (0, 130)
    assert taken[0].environment.name == "3g"


def test_a_run_keeps_its_origin() -> None:
    plain = make_settings({})
    begun = change_settings(plain, ["run.origin=runs/two/latest"])
    for same in ("runs/two/latest", str(Path("runs/two/latest").resolve()), ""):
        now = change_settings(plain, [f"run.origin={same}"])
        check_same_run(begun, now)
        assert keep_origin(begun, now) == begun
    for before, words in ((begun, "with runs/two/latest"), (plain, "without one")):
        with pytest.raises(SettingsError, match=rf"^run\.origin: the run was begun {words}, which"):
            check_same_run(before, change_settings(plain, ["run.origin=runs/three/latest"]))


def test_a_network_that_has_lost_its_numbers_is_not_gone_on_with() -> None:
    check_numbers({"win_loss": 0.5}, 7)
    for lost in (math.nan, math.inf):
        with pytest.raises(SettingsError, match="has lost its numbers in iteration 7"):
            check_numbers({"policy_loss": 2.0, "win_loss": lost}, 7)


STATE = Environment(2, "coloured").new()


def write_checkpoint(folder: Path) -> Path:
    """Write a checkpoint with hardly anything in it."""
    settings = make_settings({"network": {"width": 2, "blocks": 1}})
    few = init_params(settings.environment, settings.network, jax.random.key(0))
    moments = Moments(few, few, jnp.zeros((), jnp.int32))
    progress = checkpoint.Progress(checkpoint.Counters(), few, few, moments, STATE, None)
    return checkpoint.save(folder, settings, progress)


@pytest.mark.parametrize("name", ["params", "opponent", "mean", "square", "games"])
@pytest.mark.parametrize("length", [0, 1, 60, -1, -30])
def test_a_file_of_a_checkpoint_that_is_cut_short_is_named(
    tmp_path: Path, name: str, length: int
) -> None:
    latest = write_checkpoint(tmp_path)
    assert checkpoint.load(latest)[1].counters == checkpoint.Counters()
    file = latest / f"{name}.npz"
    file.write_bytes(file.read_bytes()[:length])
    with pytest.raises(SettingsError, match=f"{name}.npz is damaged and cannot be read"):
        checkpoint.load(latest)


def test_weights_of_another_size_than_the_settings_say_are_refused(tmp_path: Path) -> None:
    latest = write_checkpoint(tmp_path)
    facts = (latest / "run.json").read_text()
    (latest / "run.json").write_text(facts.replace('"width": 2', '"width": 4'))
    for read in (checkpoint.load, checkpoint.load_params):
        with pytest.raises(SettingsError, match=r"\.npz does not hold the network that run\.json"):
            read(latest)


def test_with_another_size_the_memory_begins_empty(tmp_path: Path) -> None:
    settings = read_settings(TINY, ["replay.save=true", "run.iterations=1", "evaluation.every=9"])
    Run(settings, tmp_path, print).go()
    assert int(Run(settings, tmp_path, print).replay.written) == settings.selfplay.plies
    longer = change_settings(settings, [f"replay.plies={2 * settings.replay.plies}"])
    replay = Run(longer, tmp_path, print).replay
    assert (int(replay.written), len(replay.ending)) == (0, longer.replay.plies)
    regretful = change_settings(settings, ["learning.regret=50"])
    replay = Run(regretful, tmp_path, print).replay
    assert (int(replay.written), replay.regret.shape[-1]) == (0, 180)


def test_a_file_of_a_checkpoint_that_holds_something_else_is_named(tmp_path: Path) -> None:
    latest = write_checkpoint(tmp_path)
    (latest / "games.npz").write_bytes((latest / "params.npz").read_bytes())
    with pytest.raises(SettingsError, match=r"games\.npz is damaged"):
        checkpoint.load(latest)
    (latest / "run.json").write_text(
        f'{{"format": {checkpoint.FORMAT}, "settings": {{"run": {{"sed": 1}}}}}}'
    )
    with pytest.raises(SettingsError, match=r"run\.json: run\.sed: no such setting"):
        checkpoint.load(latest)
    known = f'"format": {checkpoint.FORMAT}'
    for text in ("", "5", "[]", f"{{{known}}}", f'{{{known}, "settings": 3}}'):
        (latest / "run.json").write_text(text)
        with pytest.raises(SettingsError, match="latest is no checkpoint of this program"):
            checkpoint.load(latest)
