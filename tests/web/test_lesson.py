"""The lesson of the browser app: its positions are possible and its tasks can be done."""

import json
from pathlib import Path
from typing import Any

import pytest

from azulejos.notation.events import apply_event, parse_event
from azulejos.notation.positions import format_position, parse_position
from azulejos.server.views.position import view_choices

_WEB = Path(__file__).parents[2] / "web"
_STEPS: list[dict[str, Any]] = json.loads((_WEB / "src/lib/learn/steps.json").read_text("utf-8"))
_TEXTS: dict[str, Any] = json.loads((_WEB / "texts/en/lesson.json").read_text("utf-8"))

each_step = pytest.mark.parametrize("step", _STEPS, ids=[step["name"] for step in _STEPS])


def _choices(step: dict[str, Any]) -> list[dict[str, Any]]:
    return [choice.model_dump() for choice in view_choices(parse_position(step["position"]))]


def _is_asked_for(goal: dict[str, Any], choice: dict[str, Any], best: dict[str, int]) -> bool:
    """Say of a choice what `missing` in goal.ts says of it."""
    return (
        goal.get("source") in (None, "centre" if choice["source"] is None else "display")
        and not ("line" in goal and choice["line"] is None)
        and goal.get("line") in (None, "any", choice["line"])
        and choice["fallen"] <= goal.get("fallen", 100)
        and (not goal.get("full") or choice["full"])
        and (goal.get("best") != "points" or (choice["points"] or 0) == best["points"])
        and (goal.get("best") != "cost" or choice["cost"] == best["cost"])
    )


def _answers(step: dict[str, Any]) -> list[str]:
    choices = _choices(step)
    best = {
        "points": max(choice["points"] or 0 for choice in choices),
        "cost": min(choice["cost"] for choice in choices),
    }
    return [choice["move"] for choice in choices if _is_asked_for(step["goal"], choice, best)]


@each_step
def test_the_position_is_possible_and_the_first_seat_is_to_move(step: dict[str, Any]) -> None:
    state = parse_position(step["position"])
    assert format_position(state) == step["position"]
    assert state.player == 0


@each_step
def test_the_task_can_be_done_and_done_wrong(step: dict[str, Any]) -> None:
    answers = _answers(step)
    assert answers
    assert len(answers) < len(_choices(step)) or step["goal"]["do"] == "pick"


@each_step
def test_show_me_does_the_task(step: dict[str, Any]) -> None:
    assert step["show"] in _answers(step)
    apply_event(parse_position(step["position"]), parse_event(step["show"]))


@each_step
def test_every_step_says_what_it_is_about(step: dict[str, Any]) -> None:
    for part in ("title", "text", "do", "right"):
        assert f"lesson.{step['name']}.{part}" in _TEXTS


def test_the_last_tile_of_the_coloured_wall_earns_every_bonus() -> None:
    step = next(step for step in _STEPS if step["name"] == "end")
    after = apply_event(parse_position(step["position"]), parse_event(step["show"]))
    before = parse_position(step["position"])
    assert after.boards[0].score - before.boards[0].score == 10 + 2 + 7 + 10


def test_neighbours_pay_four_across_and_three_down() -> None:
    step = next(step for step in _STEPS if step["name"] == "neighbours")
    assert _answers(step) == ["cW4"]
    (answer,) = [choice for choice in _choices(step) if choice["move"] == "cW4"]
    assert answer["points"] == 4 + 3
