"""Chances to win are told as sure as they are."""

import pytest

from azulejos.players.confidence import with_temperature


@pytest.mark.parametrize("win", [0.0, 0.5, 1.0])
def test_what_is_certain_or_even_stays_so(win: float) -> None:
    assert with_temperature(win, 0.7) == with_temperature(win, 1.5) == win


def test_heat_moves_chances_towards_one_half_and_cold_away_from_it() -> None:
    for win in (0.1, 0.3, 0.8):
        hot, cold = with_temperature(win, 1.5), with_temperature(win, 0.7)
        assert abs(hot - 0.5) < abs(win - 0.5) < abs(cold - 0.5)
        assert hot + with_temperature(1 - win, 1.5) == pytest.approx(1)
        assert with_temperature(win, 1) == pytest.approx(win)
    assert with_temperature(0.9, 0.5) == pytest.approx(81 / 82)
