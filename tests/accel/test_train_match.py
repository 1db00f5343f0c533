"""Matches between networks: pairs share their deals, and a share has its error."""

import math
from collections.abc import Iterator

import pytest

pytest.importorskip("jax")

import jax
import numpy as np

from azulejos.accel import Environment
from azulejos.accel.network import Shape, init_params
from azulejos.accel.train.__main__ import main
from azulejos.accel.train.duel import Duel, Score
from azulejos.accel.train.entrant import Entrant
from azulejos.accel.train.match import play_pairs, policy_player
from azulejos.accel.train.settings import SettingsError


@pytest.mark.parametrize("players", [2, 3])
def test_the_games_of_a_pair_have_the_same_deals(players: int) -> None:
    env = Environment(players, "coloured", max_rounds=3)
    params = init_params(env, Shape(16, 1), jax.random.key(0))
    player = policy_player(env, params)
    results = jax.jit(lambda key: play_pairs(env, player, player, 8, key))(jax.random.key(1))
    # It plays the same game on each seat, so its shares are those of all seats.
    assert np.allclose(np.sum(results.share, axis=1), 1)
    assert len(np.unique(np.asarray(results.margin), axis=0)) > 1


def test_a_share_has_its_interval() -> None:
    score = Score(2, np.array([0.5, 1.0] * 50), np.zeros(100))
    share, low, high = score.interval
    assert share == 0.75 and score.games == 200
    assert (low, high) == pytest.approx((0.7008, 0.7992), abs=2e-4)
    assert score.elo == pytest.approx((190.8, 147.9, 239.9), abs=0.5)
    assert (str(score), score.elo_in_words()) == ("75.0 ± 4.9 %", "+191, from +148 to +240")


@pytest.mark.parametrize(
    ("won", "interval", "words"),
    [
        (1.0, (1, 0.8316, 1), ("at least 83.2 %", "at least +277")),
        (0.0, (0, 0, 0.1684), ("at most 16.8 %", "at most -277")),
    ],
)
def test_without_any_spread_the_open_end_follows_from_the_number_of_pairs(
    won: float, interval: tuple[float, float, float], words: tuple[str, str]
) -> None:
    score = Score(2, np.full(20, won), np.zeros(20))
    assert score.interval == pytest.approx(interval, abs=1e-4)
    assert (str(score), score.elo_in_words()) == words
    mean, low, high = score.elo
    assert (mean, high if won else low) == ((math.inf,) * 2 if won else (-math.inf,) * 2)


def test_a_match_that_is_interrupted_tells_of_what_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(duel: Duel) -> Iterator[Score]:
        del duel
        yield Score(2, np.array([0.5, 1.0]), np.array([1.0, 2.0]))
        raise KeyboardInterrupt

    monkeypatch.setattr(Duel, "play", play)
    monkeypatch.setattr(Entrant, "read", lambda place: Entrant.of(place.name, "2c", {}))
    assert main(["match", "one", "other", "--games", "100"]) == 130
    said = capsys.readouterr()
    assert said.err == "Interrupted.\n"
    assert "games   4 in 2 pairs on the same deals" in said.out


def test_networks_of_different_modes_do_not_meet() -> None:
    one, other = Entrant.of("one", "2c", {}), Entrant.of("other", "3g", {})
    with pytest.raises(SettingsError, match="one plays 2c, other 3g"):
        Duel(one, other, 0, 2)
