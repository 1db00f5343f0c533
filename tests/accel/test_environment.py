"""What the environment promises besides the rules: chance, limits, and nothing without a turn."""

from itertools import pairwise
from typing import Any

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
import numpy as np

from azulejos.accel import DEAL, OVER, Environment, State, game
from azulejos.accel.convert import from_position, to_position
from azulejos.accel.tiling import floor_cost
from azulejos.rules import types

DRAWS = 40_000

START = (
    "c 1 d1 s1 BBRK/YYWW/BYRW/KKKK/BBYY x 15,15,18,15,17 0,0,0,0,0 "
    "0:-/-/-/-/-:...../...../...../...../.....:- 0:-/-/-/-/-:...../...../...../...../.....:-"
)


def same(first: State, second: State) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_the_numbers_of_the_game_are_those_of_the_rules() -> None:
    for name in ("NUM_COLOURS", "TILES_PER_COLOUR", "FLOOR_SIZE"):
        assert getattr(game, name) == getattr(types, name)
    for name in ("ROW_BONUS", "COLUMN_BONUS", "COLOUR_BONUS"):
        assert getattr(game, name) == getattr(types, name)
    costs = floor_cost(jnp.arange(8)).tolist()
    assert [b - a for a, b in pairwise(costs)] == list(types.FLOOR_COSTS)


@pytest.mark.parametrize(
    "field", [{"players": 5}, {"wall": "blue"}, *({"max_rounds": n} for n in (-1, 40_000))]
)
def test_an_impossible_game_is_refused_by_field(field: dict[str, Any]) -> None:
    (name,) = field
    with pytest.raises(ValueError, match=name):
        Environment(**field)


def test_a_position_comes_back_as_it_went() -> None:
    env = Environment()
    state = from_position(env, START)
    assert to_position(env, state) == START
    with pytest.raises(ValueError, match="another game"):
        from_position(Environment(3), START)


def test_nothing_happens_where_nobody_is_to_act() -> None:
    env = Environment(2, "gray")
    new = env.new(1)
    move = jax.jit(env.move)
    deal = jax.jit(env.deal)
    assert not jax.jit(env.legal_mask)(new).any() and not env.is_decision(new)
    for action in (0, env.num_drafts - 1, env.num_actions - 1):
        assert same(move(new, jnp.int32(action)), new)
    dealt = deal(new, jax.random.key(0))
    assert int(dealt.player) == 1 and same(deal(dealt, jax.random.key(1)), dealt)


@pytest.mark.parametrize("wall", ["coloured", "gray"])
def test_a_limit_of_rounds_breaks_games_off(wall: game.WallName) -> None:
    env = Environment(2, wall, max_rounds=1)

    @jax.jit
    def play(key: jax.Array) -> State:
        def ply(state: State, key: jax.Array) -> tuple[State, None]:
            one, two = jax.random.split(key)
            return env.step(state, env.random_action(state, one), two), None

        first, rest = jax.random.split(key)
        return jax.lax.scan(ply, env.init(first), jax.random.split(rest, 40))[0]

    state = play(jax.random.key(3))
    assert int(state.phase) == OVER and int(state.round) == 1
    assert env.was_truncated(state) and not env.was_truncated(env.new())
    assert same(jax.jit(env.deal)(state, jax.random.key(1)), state)
    assert jax.jit(env.outcome)(state)[0].sum() == 1


def draws(env: Environment, state: State, seed: int) -> np.ndarray:
    keys = jax.random.split(jax.random.key(seed), DRAWS)
    drawn = jax.jit(jax.vmap(env.draw, (None, 0)))(state, keys)
    return np.asarray(drawn)  # [draws, F, 5]


def test_a_deal_is_drawn_from_the_bag_without_replacement() -> None:
    env, bag = Environment(2), np.array([15, 3, 9, 1, 12])
    drawn = draws(env, env.new()._replace(bag=jnp.array(bag, jnp.int8)), 1)
    assert (drawn.sum(2) == 4).all() and (drawn.sum(1) <= bag).all()
    share = bag / 40
    spread = np.sqrt(4 * share * (1 - share) * 36 / 39)  # one display: hypergeometric
    error = np.abs(drawn.mean(0) - 4 * share) / (spread / np.sqrt(DRAWS))
    assert error.max() < 4.5
    assert np.abs(drawn.std(0) / spread - 1).max() < 0.03
    whole = np.sqrt(20 * share * (1 - share) * 20 / 39)
    assert np.abs(drawn.sum(1).std(0) / whole - 1).max() < 0.03


def test_the_lid_follows_when_the_bag_is_empty() -> None:
    env, bag, lid = Environment(2), np.array([3, 0, 5, 1, 4]), np.array([10, 2, 0, 8, 1])
    state = env.new()._replace(bag=jnp.array(bag, jnp.int8), lid=jnp.array(lid, jnp.int8))
    drawn = draws(env, state, 2)
    assert (drawn.sum(2) == 4).all()
    assert (drawn.sum(1) >= bag).all() and (drawn.sum(1) <= bag + lid).all()
    for display, tiles in ((0, bag), (4, lid)):  # 13 tiles: the fifth is all of the lid
        share = tiles / tiles.sum()
        left = tiles.sum()
        spread = np.sqrt(4 * share * (1 - share) * (left - 4) / (left - 1) / DRAWS)
        assert (np.abs(drawn[:, display].mean(0) - 4 * share) <= 4.5 * spread + 1e-9).all()
    after = env.deal_with(state, jnp.asarray(drawn[0]))
    assert not after.lid.any() and (np.asarray(after.bag) == bag + lid - drawn[0].sum(0)).all()


def test_a_short_supply_leaves_displays_short() -> None:
    env, bag, lid = Environment(3), np.array([1, 0, 2, 0, 0]), np.array([0, 3, 0, 0, 1])
    state = env.new()._replace(bag=jnp.array(bag, jnp.int8), lid=jnp.array(lid, jnp.int8))
    drawn = draws(env, state, 3)
    assert (drawn.sum(1) == bag + lid).all()
    assert (drawn.sum(2) == [4, 3, 0, 0, 0, 0, 0]).all()
    after = env.deal_with(state, jnp.asarray(drawn[0]))
    assert not after.lid.any() and not after.bag.any() and int(after.phase) != DEAL


def test_random_actions_are_legal_and_equally_likely() -> None:
    env = Environment(2)
    state = from_position(env, START)
    keys = jax.random.split(jax.random.key(5), DRAWS)
    actions = jax.jit(jax.vmap(env.random_action, (None, 0)))(state, keys)
    seen = np.bincount(np.asarray(actions), minlength=env.num_actions)
    legal = np.asarray(env.legal_mask(state))
    assert not seen[~legal].any()
    expected = DRAWS / legal.sum()
    squares = ((seen[legal] - expected) ** 2 / expected).sum()
    freedom = legal.sum() - 1
    assert abs(squares - freedom) < 4.5 * np.sqrt(2 * freedom)
