"""What limits come to: the time for a move, and when thinking is over."""

import pytest

from azulejos.players.budget import MOVES_TO_GO, SAFETY_MS, Budget
from azulejos.players.protocol import Limits, never


def seconds(**limits: int | bool) -> float | None:
    """Return the time a budget gives at its start."""
    budget = Budget(Limits(**limits), never)  # type: ignore[arg-type]
    return None if budget.deadline is None else budget.deadline - budget.started


@pytest.mark.parametrize("limits", [{}, {"nodes": 50}, {"depth": 3}, {"infinite": True}])
def test_without_a_time_there_is_no_deadline(limits: dict[str, int]) -> None:
    assert seconds(**limits) is None
    budget = Budget(Limits(**limits), never)  # type: ignore[arg-type]
    assert budget.seconds_left is None
    assert not budget.is_spent()


def test_the_time_for_a_move_is_used_whole() -> None:
    assert seconds(movetime_ms=700) == pytest.approx(0.7)
    assert seconds(movetime_ms=0) == pytest.approx(0)


def test_a_clock_is_shared_out_over_the_moves_to_come() -> None:
    assert seconds(time_ms=60_000) == pytest.approx(60 / MOVES_TO_GO)
    assert seconds(time_ms=60_000, inc_ms=1000) == pytest.approx(60 / MOVES_TO_GO + 0.8)


def test_a_clock_is_never_overdrawn() -> None:
    assert seconds(time_ms=100, inc_ms=5000) == pytest.approx((100 - SAFETY_MS) / 1000)
    assert seconds(time_ms=10) == pytest.approx(10 / MOVES_TO_GO / 1000)
    assert seconds(time_ms=10, inc_ms=5000) == pytest.approx(0.001)


def test_of_several_limits_the_tightest_counts() -> None:
    assert seconds(time_ms=60_000, movetime_ms=50) == pytest.approx(0.05)
    assert seconds(time_ms=600, movetime_ms=5000) == pytest.approx(0.6 / MOVES_TO_GO)


def test_thinking_without_end_has_no_deadline_whatever_else_is_said() -> None:
    assert seconds(movetime_ms=10, infinite=True) is None


def test_what_ends_no_thinking_leaves_a_player_its_usual_limits() -> None:
    usual = Limits(movetime_ms=500)
    assert Limits().or_usual(usual) is usual
    assert Limits(inc_ms=100).or_usual(usual) is usual
    for limits in (
        Limits(movetime_ms=0),
        Limits(time_ms=9),
        Limits(nodes=1),
        Limits(depth=1),
        Limits(infinite=True),
    ):
        assert limits.or_usual(usual) is limits


def test_a_budget_is_spent_when_time_is_up_or_somebody_says_so() -> None:
    assert Budget(Limits(movetime_ms=0), never).is_spent()
    assert not Budget(Limits(movetime_ms=60_000), never).is_spent()
    assert Budget(Limits(movetime_ms=60_000), lambda: True).is_spent()
    assert Budget(Limits(infinite=True), lambda: True).is_spent()
