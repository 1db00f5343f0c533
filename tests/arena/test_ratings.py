"""Ratings of many at once: the likelihood's own maximum, with honest errors."""

import math
from itertools import combinations
from random import Random

import pytest

from azulejos.arena import RatedGame, rate
from azulejos.arena.luce import ELO_SCALE
from azulejos.errors import OptionError


def duel(first: str, second: str, share: float) -> RatedGame:
    return RatedGame({first: 1, second: 1}, {first: share, second: 1 - share})


def test_two_rated_are_as_far_apart_as_their_share_says() -> None:
    pairs = [[duel("a", "b", 1), duel("a", "b", 1)]] * 30
    pairs += [[duel("a", "b", 1), duel("a", "b", 0)]] * 60
    pairs += [[duel("a", "b", 0), duel("a", "b", 0)]] * 10
    ratings = rate(pairs, "b", prior=0)
    assert ratings["b"].value == 0 and ratings["b"].error == 0
    assert ratings["a"].value == pytest.approx(400 * math.log10(0.6 / 0.4), abs=1e-6)
    # The delta method on pairs: variance 0.09 of a pair's share, ninety-nine degrees of freedom.
    error = 1.959964 * math.sqrt(0.09 / 99) * ELO_SCALE / (0.6 * 0.4)
    assert ratings["a"].error == pytest.approx(error, rel=1e-3)


def test_a_chain_adds_up() -> None:
    # a beats b as b beats c: 3 to 1. With nothing else known the differences add.
    games = [[duel("a", "b", s), duel("b", "c", s)] for s in (1, 1, 1, 0)] * 25
    ratings = rate(games, "c", anchor_elo=1000, prior=0)
    step = 400 * math.log10(3)
    assert ratings["c"].value == 1000
    assert ratings["b"].value == pytest.approx(1000 + step, abs=1e-6)
    assert ratings["a"].value == pytest.approx(1000 + 2 * step, abs=1e-6)
    assert ratings["a"].error > ratings["b"].error


def test_larger_tables_are_first_places_by_strength() -> None:
    # Alone among two others, and winning half of the games: twice as strong as each.
    games = [
        RatedGame({"a": 1, "b": 2}, {"a": float(i % 2), "b": float(1 - i % 2)}) for i in range(40)
    ]
    ratings = rate([games[i : i + 2] for i in range(0, 40, 2)], "b", prior=0)
    assert ratings["a"].value == pytest.approx(400 * math.log10(2), abs=1e-6)


def test_who_wins_all_is_rated_all_the_same() -> None:
    ratings = rate([[duel("a", "b", 1)] * 2] * 50, "b")
    assert 400 < ratings["a"].value < 2000
    assert 100 < ratings["a"].error < 1000


def test_the_intervals_hold_the_truth() -> None:
    truth = {"a": 0.0, "b": 90.0, "c": 150.0, "d": 320.0}
    rng = Random(8)
    held = total = 0
    for _ in range(60):
        pairs = []
        for low, high in combinations(truth, 2):
            chance = 1 / (1 + 10 ** ((truth[high] - truth[low]) / 400))
            for _ in range(40):
                # Both games of a pair often end alike: the deals favour one.
                first = float(rng.random() < chance)
                second = first if rng.random() < 0.5 else float(rng.random() < chance)
                pairs.append([duel(low, high, first), duel(low, high, second)])
        for name, rating in rate(pairs, "a").items():
            if name != "a":
                total += 1
                held += rating.low <= truth[name] <= rating.high
    assert 0.9 <= held / total <= 0.99


def test_an_anchor_has_played_and_everyone_is_linked_to_it() -> None:
    pairs = [[duel("a", "b", 1)], [duel("c", "d", 1)]]
    with pytest.raises(OptionError, match="'e' has not played"):
        rate(pairs, "e")
    with pytest.raises(OptionError, match="no games link 'c' to 'a'"):
        rate(pairs, "a")
