"""What a network learns from regret, and the optimiser that lets large ones learn quickly."""

from dataclasses import replace

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
import numpy as np

from azulejos.accel.network import Params, apply, init_params
from azulejos.accel.train.learning import losses
from azulejos.accel.train.optimiser import MUON_STEP, Moments, first_moments, optimise, rate_at
from azulejos.accel.train.replay import Batch
from azulejos.accel.train.rounding import BLOCKS
from azulejos.accel.train.settings import Settings, change_settings, make_settings
from tests.accel.test_train import remembered

SETTINGS = make_settings({"network": {"width": 64, "blocks": 2}, "run": {"precision": "float32"}})
ENV = SETTINGS.environment
PARAMS = init_params(ENV, SETTINGS.network, jax.random.key(0))


def dealt(size: int = 8) -> Batch:
    """Return first positions of games: all moves are recommended alike, some actions lose much."""
    states = jax.vmap(ENV.init)(
        jax.random.split(jax.random.key(1), size), jnp.zeros(size, jnp.int32)
    )
    legal = jax.vmap(ENV.legal_mask)(states)
    floor = jnp.arange(ENV.num_actions) % 6 == 5
    even = jnp.full((size, ENV.players), 0.5)
    return Batch(
        states=states,
        policy=legal / jnp.sum(legal, axis=1, keepdims=True),
        regret=jnp.where(legal & floor, 0.1, 0.0),
        share=even,
        margin=jnp.zeros_like(even),
        policy_weight=jnp.ones(size),
        weight=jnp.ones(size),
    )


def drawn(seed: int) -> Params:
    """Return gradients of no meaning."""
    key = jax.random.key(seed)
    return {name: jax.random.normal(key, v.shape) * 1e-4 for name, v in PARAMS.items()}


def test_what_an_action_loses_is_remembered_with_its_ply_and_its_action() -> None:
    for wanted in (0.0, 50.0):
        _, replay, batch = remembered(results=1.0, regret=wanted)
        assert replay.regret.shape[-1] == (ENV.num_actions if wanted else 0)
        regret = np.asarray(batch.regret[:512]) * 1000
        if not wanted:
            assert not regret.any()
            continue
        ply = np.asarray(batch.states.score[:512, 0])
        assert np.allclose(np.sort(regret, axis=1)[:, 0], ply % 7, atol=1e-3)
        policy = np.asarray(batch.policy[:512])  # marked by action, and as much disguised
        assert np.allclose(regret - (ply % 7)[:, None], policy * 100, atol=0.1)


def test_the_loss_grows_by_what_the_policy_loses() -> None:
    batch, settings = dealt(), change_settings(SETTINGS, ["learning.regret=50"])
    plain, without = losses(ENV, SETTINGS, PARAMS, batch)
    assert "regret" not in without  # nothing is known of it
    total, figures = losses(ENV, settings, PARAMS, batch)
    assert 0 < figures["regret"] < 0.1
    assert total == pytest.approx(float(plain + 50 * figures["regret"]), rel=1e-5)


def test_what_the_first_choice_loses_is_told() -> None:
    batch, settings = dealt(), change_settings(SETTINGS, ["learning.regret=50"])
    logits = apply(ENV, PARAMS, jax.vmap(ENV.observe)(batch.states)).policy
    choice = np.argmax(np.where(batch.policy > 0, logits, -np.inf), axis=1)
    regret = np.zeros(batch.regret.shape, np.float32)
    regret[np.arange(len(choice)), choice] = np.arange(len(choice)) / 100
    figures = losses(ENV, settings, PARAMS, batch._replace(regret=jnp.asarray(regret)))[1]
    assert figures["choice_regret"] == pytest.approx(0.035, abs=1e-5)


@pytest.mark.parametrize("muon", [False, True])
def test_actions_that_lose_are_avoided_though_they_are_recommended(muon: bool) -> None:
    batch = dealt()

    def learnt(settings: Settings) -> float:
        @jax.jit
        def step(params: Params, moments: Moments) -> tuple[Params, Moments]:
            gradients = jax.grad(lambda its: losses(ENV, settings, its, batch)[0])(params)
            params, moments, _ = optimise(settings, params, gradients, moments, jnp.float32(0))
            return params, moments

        params, moments = PARAMS, first_moments(PARAMS)
        for _ in range(40):
            params, moments = step(params, moments)
        measured = change_settings(settings, ["learning.regret=1"])
        return float(losses(ENV, measured, params, batch)[1]["regret"])

    changes = ["learning.rate_warmup=1", f"learning.muon={str(muon).lower()}"]
    plain = change_settings(SETTINGS, changes)
    assert learnt(change_settings(plain, ["learning.regret=100"])) < 0.3 * learnt(plain)


def test_muon_moves_blocks_in_all_directions_alike_and_adamw_the_rest() -> None:
    settings = change_settings(SETTINGS, ["learning.rate_warmup=1", "learning.decay=0"])
    gradients = drawn(3)
    gradients["inner_w"] = gradients["inner_w"].at[:, :4].multiply(20)  # a few directions stand out
    first, done = first_moments(PARAMS), jnp.float32(0)
    with_muon = change_settings(settings, ["learning.muon=true"])
    adamw, _, _ = optimise(settings, PARAMS, gradients, first, done)
    muon, moments, _ = optimise(with_muon, PARAMS, gradients, first, done)
    for name, value in muon.items():
        if name not in BLOCKS:
            assert np.array_equal(value, adamw[name])
            continue
        change = np.asarray(PARAMS[name] - value) / settings.learning.rate
        sizes = np.linalg.svd(change, compute_uv=False) / (MUON_STEP * np.sqrt(64))
        assert np.quantile(sizes, 0.1) > 0.5 and sizes.max() < 1.3
        assert np.sqrt(np.mean(change**2)) == pytest.approx(MUON_STEP, rel=0.25)
        assert np.any(np.asarray(moments.mean[name]) != 0)


def test_muon_looks_ahead_and_lets_weights_decay() -> None:
    changes = ["learning.rate_warmup=1", "learning.decay=0.5", "learning.muon=true"]
    settings, done = change_settings(SETTINGS, changes), jnp.float32(0)
    one, two = drawn(4), drawn(5)
    params, moments, _ = optimise(settings, PARAMS, one, first_moments(PARAMS), done)
    moved, _, _ = optimise(settings, params, two, moments, done)
    change = np.asarray(params["inner_w"] - moved["inner_w"]) / settings.learning.rate
    change = change - 0.5 * np.asarray(params["inner_w"])
    first, second = np.asarray(one["inner_w"]), np.asarray(two["inner_w"])
    for block in range(2):  # the nearest matrix whose singular values are all alike
        ahead = 0.95 * (0.95 * first[block] + second[block]) + second[block]
        left, _, right = np.linalg.svd(ahead)
        likeness = np.sum(left @ right * change[block]) / np.linalg.norm(change[block]) / 8
        assert likeness > 0.97


@pytest.mark.parametrize("before", [False, True])
def test_a_run_may_go_on_with_the_other_optimiser(before: bool) -> None:
    settings, done = change_settings(SETTINGS, ["learning.rate_warmup=1"]), jnp.float32(0)
    params, moments = PARAMS, first_moments(PARAMS)
    for muon in [before] * 5 + [not before] * 3:
        gradients = drawn(6 + int(moments.steps))
        now = change_settings(settings, [f"learning.muon={str(muon).lower()}"])
        last = params
        params, moments, _ = optimise(now, params, gradients, moments, done)
        for name in BLOCKS:
            change = np.asarray(params[name] - last[name]) / settings.learning.rate
            assert np.sqrt(np.mean(change**2)) < 1.2


def test_the_rate_falls_when_it_has_been_held() -> None:
    settings = change_settings(SETTINGS, ["learning.hold=0.6", "learning.rate_warmup=1"])
    learning, step = settings.learning, jnp.int32(1000)
    rates = [float(rate_at(settings, step, jnp.float32(done))) for done in (0, 0.6, 0.8, 1)]
    middle = (learning.rate + learning.final_rate) / 2
    assert rates == pytest.approx([learning.rate, learning.rate, middle, learning.final_rate])
    always = replace(settings, learning=replace(learning, hold=1.0))
    assert float(rate_at(always, step, jnp.float32(0.99))) == pytest.approx(learning.rate)
