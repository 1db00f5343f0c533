"""Shares, Elo and their errors, against figures known from elsewhere."""

import math
from random import Random

import pytest

from azulejos.arena.estimate import elo_of_pairs, mean_of_pairs, share_of_pairs, students_t
from azulejos.arena.luce import elo_of_share, expected_share

TWO = [(1, 2), (1, 2)]


@pytest.mark.parametrize(
    ("share", "elo"),
    [(0.5, 0.0), (0.75, 190.848), (0.64, 99.955), (0.909090909, 400.0), (0.24, -200.239)],
)
def test_the_elo_of_a_share_between_two(share: float, elo: float) -> None:
    assert elo_of_share(share, TWO) == pytest.approx(elo, abs=0.01)
    assert expected_share(elo, TWO) == pytest.approx(share, abs=1e-4)


def test_all_or_nothing_is_beyond_all_figures() -> None:
    assert elo_of_share(1.0, TWO) == math.inf
    assert elo_of_share(0.0, TWO) == -math.inf


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equals_stand_nothing_apart_at_any_table(players: int) -> None:
    alone = [(1, players)] * players
    assert elo_of_share(1 / players, alone) == 0
    # Ten times as strong as each of the others.
    assert elo_of_share(10 / (10 + players - 1), alone) == pytest.approx(400)
    both = alone + [(players - 1, players)] * players
    assert elo_of_share(0.5, both) == pytest.approx(0, abs=1e-6)
    assert elo_of_share(expected_share(123, both), both) == pytest.approx(123)


def test_the_mean_of_pairs_and_its_error() -> None:
    found = mean_of_pairs([1.0, 2.0, 3.0, 4.0])
    assert found.value == 2.5
    # The standard deviation is sqrt(5/3); Student's 3.182 of it over the root of four.
    assert found.error == pytest.approx(3.182446 * math.sqrt(5 / 3) / 2, rel=2e-3)
    assert math.isnan(mean_of_pairs([]).value)
    assert mean_of_pairs([3.0]).error == math.inf


@pytest.mark.parametrize(
    ("pairs", "errors"),
    [(2, 12.7062), (3, 4.3027), (4, 3.1824), (6, 2.5706), (11, 2.2281), (101, 1.98397)],
)
def test_a_spread_known_from_few_pairs_is_known_badly(pairs: int, errors: float) -> None:
    assert students_t(pairs) == pytest.approx(errors, rel=2e-3)


def test_nineteen_of_twenty_intervals_of_small_matches_hold_the_truth() -> None:
    rng = Random(1)
    held = 0
    for _ in range(4000):
        found = mean_of_pairs([rng.gauss(0.5, 0.2) for _ in range(4)])
        held += found.low < 0.5 < found.high
    assert held / 4000 == pytest.approx(0.95, abs=0.012)


def test_elo_with_its_error_from_the_spread_of_pairs() -> None:
    # Pairs worth 0, 1/4, ... 1: 10, 20, 40, 50 and 30 of them. Worked by hand: the mean is
    # 0.616667, the spread 0.302, so the error of the mean is 0.0485 at 95 %.
    counts = {0.0: 10, 0.25: 20, 0.5: 40, 0.75: 50, 1.0: 30}
    shares = [share for share, count in counts.items() for _ in range(count)]
    share = share_of_pairs(shares)
    assert share.value == pytest.approx(0.616667, abs=1e-6)
    variance = sum(n * (s - 0.616667) ** 2 for s, n in counts.items()) / 149
    assert share.error == pytest.approx(1.976013 * math.sqrt(variance / 150), abs=1e-6)
    elo = elo_of_pairs(share, TWO)
    assert elo.value == pytest.approx(400 * math.log10(0.616667 / 0.383333), abs=1e-2)
    slope = 400 / math.log(10) / (0.616667 * 0.383333)
    assert elo.error == pytest.approx(slope * share.error, rel=0.01)


def test_pairs_that_cancel_out_leave_little_doubt() -> None:
    # The better seat wins every game: as single games a toss, as pairs as sure as a clean sweep.
    share = share_of_pairs([0.5] * 100)
    assert share.low == pytest.approx(0.5 * 0.9638, abs=1e-4)
    assert share.high == pytest.approx(1 - 0.5 * 0.9638, abs=1e-4)


def test_few_pairs_that_ended_alike_are_not_certain() -> None:
    share = share_of_pairs([2 / 3, 2 / 3])
    assert share.value == pytest.approx(2 / 3)
    assert share.low < 0.2 and share.high > 0.9
    elo = elo_of_pairs(share, [(1, 3)] * 3)
    assert elo.low < 0 < elo.high
    one = share_of_pairs([0.5])
    assert (one.low, one.high) == pytest.approx((0.0125, 0.9875))


def test_a_clean_sweep_has_a_known_end_and_an_open_one() -> None:
    # The rule of three, two-sided: 0.025 ** (1 / 100) = 0.9638.
    share = share_of_pairs([1.0] * 100)
    assert share.low == pytest.approx(0.9638, abs=1e-4)
    assert share.high == 1
    elo = elo_of_pairs(share, TWO)
    assert elo.value == math.inf
    assert elo.low == pytest.approx(570, abs=0.5)
    assert share_of_pairs([0.0] * 100).high == pytest.approx(1 - share.low)


def test_nothing_played_nothing_known() -> None:
    assert math.isnan(elo_of_pairs(share_of_pairs([]), TWO).value)


def test_the_interval_holds_the_truth_nineteen_times_in_twenty() -> None:
    rng = Random(5)
    held = 0
    for _ in range(400):
        pairs = [(rng.random() < 0.6) / 2 + (rng.random() < 0.6) / 2 for _ in range(100)]
        share = share_of_pairs(pairs)
        held += share.low <= 0.6 <= share.high
    assert 0.92 <= held / 400 <= 0.98
