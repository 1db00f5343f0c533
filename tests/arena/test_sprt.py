"""The sequential test: its bounds, its ratio, and how often it errs."""

import math
from collections.abc import Callable
from random import Random

import pytest

from azulejos.arena import Sprt, Trial, Verdict, parse_sprt
from azulejos.arena.luce import expected_share
from azulejos.errors import OptionError

TWO = [(1, 2), (1, 2)]


def test_the_bounds_are_walds() -> None:
    sprt = Sprt(0, 5)
    assert sprt.lower == pytest.approx(-2.944, abs=1e-3)
    assert sprt.upper == pytest.approx(2.944, abs=1e-3)
    strict = Sprt(0, 5, alpha=0.01, beta=0.1)
    assert strict.lower == pytest.approx(math.log(0.1 / 0.99))
    assert strict.upper == pytest.approx(math.log(0.9 / 0.01))


def test_the_ratio_of_many_pairs_is_the_textbook_one() -> None:
    # Five thousand pairs whose mean and variance are known: LLR = n (s1-s0)(2m-s0-s1) / 2v.
    counts = {0.0: 200, 0.25: 1000, 0.5: 2200, 0.75: 1300, 1.0: 300}
    shares = [share for share, count in counts.items() for _ in range(count)]
    Random(1).shuffle(shares)
    trial = Trial(Sprt(0, 10), TWO)
    for share in shares:
        trial.add(share)
    mean = sum(shares) / 5000
    variance = sum((share - mean) ** 2 for share in shares) / 5000
    s1 = expected_share(10, TWO)
    expected = 5000 * (s1 - 0.5) * (2 * mean - 0.5 - s1) / (2 * variance)
    assert trial.llr == pytest.approx(expected, rel=0.01)
    # By hand: the mean is 0.525, the variance 0.053125, s1 is 0.514387.
    assert expected == pytest.approx(24.11, abs=0.01)


def test_a_few_alike_pairs_prove_nothing() -> None:
    trial = Trial(Sprt(0, 10), TWO)
    assert trial.llr == 0
    verdicts = []
    for _ in range(40):
        trial.add(1.0)
        verdicts.append(trial.verdict)
    assert set(verdicts[:5]) == {Verdict.OPEN}
    assert verdicts[-1] is Verdict.ACCEPTED


def outcomes(elo: float, sprt: Sprt, runs: int, draw: Callable[[Random, float], float]) -> float:
    """Return how often the test accepts when the difference is so large."""
    chance = expected_share(elo, TWO)
    rng = Random(20)
    accepted = 0
    for _ in range(runs):
        trial = Trial(sprt, TWO)
        while trial.verdict is Verdict.OPEN:
            trial.add(draw(rng, chance))
        accepted += trial.verdict is Verdict.ACCEPTED
    return accepted / runs


def tosses(rng: Random, chance: float) -> float:
    return ((rng.random() < chance) + (rng.random() < chance)) / 2


@pytest.mark.parametrize(("elo", "low", "high"), [(0, 0.0, 0.07), (60, 0.93, 1.0)])
def test_it_errs_about_as_seldom_as_promised(elo: float, low: float, high: float) -> None:
    assert low <= outcomes(elo, Sprt(0, 60), 600, tosses) <= high


def test_hypotheses_as_text() -> None:
    assert parse_sprt("0,10") == Sprt(0, 10)
    assert parse_sprt("-2.5, 2.5", alpha=0.1, beta=0.2) == Sprt(-2.5, 2.5, 0.1, 0.2)


@pytest.mark.parametrize("text", ["", "5", "a,b", "10,0", "0,0", "1,2,3", "nan,1", "0,inf"])
def test_hypotheses_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="sprt"):
        parse_sprt(text)


@pytest.mark.parametrize("alpha", [0.0, 0.5, -1.0, math.nan])
def test_chances_to_err_lie_below_a_half(alpha: float) -> None:
    with pytest.raises(OptionError, match="alpha"):
        Sprt(0, 1, alpha=alpha)
