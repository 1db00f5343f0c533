"""What a run tells: lines for people, curves, and round numbers beside them."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("jax")

from azulejos.accel.train.axis import Even, Stretched
from azulejos.accel.train.curve import read_curve
from azulejos.accel.train.log import Facts, read_log
from azulejos.accel.train.plot import LINE, draw, spread
from azulejos.accel.train.settings import RunSettings, SettingsError
from azulejos.accel.train.watch import Watcher, count, duration


def iteration(number: int) -> dict[str, float]:
    return {
        "iteration": number,
        "plies": 131_072 * number,
        "games": 2_400 * number,
        "seconds": 0.3 * number,
        "moves_per_second": 519_740.0,
        "policy_loss": 2.3834,
        "win_loss": 0.58196,
        "margin_loss": 0.11637,
    }


def test_a_person_can_follow_a_run() -> None:
    lines: list[str] = []
    now = [100.0]
    watcher = Watcher(RunSettings(iterations=4000), lines.append, clock=lambda: now[0])
    facts: Facts = {
        "iteration": 0,
        "weights": 1_457_472,
        "replay_mb": 3580.2,
        "device": "NVIDIA H200",
    }
    watcher("started", facts)
    watcher("iteration", iteration(20))
    now[0] += 6
    measured = {"elo": 1444.9, "greedy_share": 0.80542, "greedy_error": 0.0087}
    watcher("measured", {"iteration": 40, **measured, "greedy_margin": 13.218})
    watcher("iteration", iteration(40))
    watcher("stopped", iteration(40))
    watcher("news", {"any": 1})
    losses = "losses: policy 2.383 win 0.582 margin 0.116"
    assert lines == [
        "run begins: 1,457,472 weights, 3,580.2 MB of memory, on NVIDIA H200;"
        " now compiling, which takes a while",
        f"iteration 20 of 4,000, 2.6 M plies, 48 k games, 520 k moves/s, {losses}",
        "measured: Elo 1,445 above the first network; 80.5 ± 1.7 % of victories and"
        " +13.2 points against greedy",
        f"iteration 40 of 4,000, 5.2 M plies, 96 k games, 520 k moves/s, {losses},"
        " Elo 1,445, 20 min left",
        "saved after iteration 40 of 4,000: 5.2 M plies, 96 k games, 12 s",
        "news: {'any': 1}",
    ]


def test_a_beginning_without_success_is_told_in_words() -> None:
    lines: list[str] = []
    watcher = Watcher(RunSettings(iterations=4), lines.append)
    outfit: Facts = {"iteration": 0, "weights": 1, "replay_mb": 1.0, "device": "cpu"}
    watcher("resumed", outfit)
    for elo, share in ((-44.3, 0.0), (-0.2, 1.0)):
        figures = {"greedy_share": share, "greedy_error": 0.0, "greedy_margin": -20.25}
        watcher("measured", {"iteration": 4, "elo": elo, **figures})
    assert lines[0].startswith("run goes on after iteration 0 of 4: 1 weights, ")
    points = "and -20.2 points against greedy"
    assert lines[1:] == [
        f"measured: Elo -44 from the first network; no victories {points}",
        f"measured: Elo 0 above the first network; all victories {points}",
    ]


def test_a_pupil_is_told_how_it_stands_against_its_teacher() -> None:
    lines: list[str] = []
    watcher = Watcher(RunSettings(), lines.append)
    greedy = {"greedy_share": 1.0, "greedy_error": 0.0, "greedy_margin": 30.0}
    for share, error in ((0.0, 0.0), (0.527, 0.005)):
        teacher = {"teacher_share": share, "teacher_error": error}
        watcher("measured", {"iteration": 4, "elo": 1.0, **greedy, **teacher})
    assert lines[0].endswith("against greedy; no victories against the teacher's policy")
    assert lines[1].endswith("; 52.7 ± 1.0 % of victories against the teacher's policy")


def test_what_stops_first_says_how_long_it_takes() -> None:
    lines: list[str] = []
    by_clock = RunSettings(seconds=1000.0)
    Watcher(by_clock, lines.append, clock=lambda: 0.0)("iteration", iteration(100))
    Watcher(by_clock, lines.append, 60.0, lambda: 0.0)("iteration", iteration(100))
    assert lines[0].startswith("iteration 100, ") and lines[0].endswith(", 16 min left")
    assert lines[1].endswith(", 60 s left")


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (9999, "9,999"), (10_000, "10 k"), (519_740, "520 k"), (1e6, "1.0 M")],
)
def test_large_numbers_are_short(number: float, text: str) -> None:
    assert count(number) == text


def test_times_are_short() -> None:
    times = [duration(seconds) for seconds in (0, 99, 1168, 3600, 7500)]
    assert times == ["0 s", "99 s", "19 min", "1 h 0 min", "2 h 5 min"]


def write(path: Path, notes: list[dict[str, object]], end: str = "") -> Path:
    path.write_text("".join(json.dumps(note) + "\n" for note in notes) + end)
    return path


def test_what_was_lost_with_a_crash_is_no_part_of_the_curve(tmp_path: Path) -> None:
    def measured(iteration: int, elo: float) -> dict[str, object]:
        figures = {"elo": elo, "greedy_share": 0.5, "greedy_margin": 1.0}
        return {"kind": "measured", "iteration": iteration, "plies": iteration * 1e6, **figures}

    notes = [measured(10, 5.0), measured(20, 9.0)]
    log = write(tmp_path / "log.jsonl", [*notes, {"kind": "resumed", "iteration": 10}])
    write(log, [*notes, {"kind": "resumed", "iteration": 10}, measured(20, 7.0)], '{"kind": "ite')
    assert [note["kind"] for note in read_log(tmp_path)] == ["measured", "resumed", "measured"]
    assert read_curve("run", log).points["elo"] == [(10.0, 5.0), (20.0, 7.0)]


def test_what_is_no_note_is_no_part_of_a_log(tmp_path: Path) -> None:
    place = {"kind": "measured", "iteration": 10, "plies": 1e6}
    figures = {"elo": 5.0, "greedy_share": 0.5, "greedy_margin": 1.0}
    rest = '5\n[1, 2]\n{"a": 1}\nnull\n{"kind": "resumed"}\n{"kind": "measured", "iteration": []}\n'
    partly = [place, {**place, **figures, "elo": "high"}, {**place, **figures, "elo": 10**400}]
    log = write(tmp_path / "log.jsonl", [*partly, {**place, **figures}], rest)
    assert read_curve("run", log).points["elo"] == [(1.0, 5.0)]
    log.write_bytes(rest.encode() + b"\xff\n")
    with pytest.raises(SettingsError, match=r"log\.jsonl holds no log of a run"):
        read_curve("run", log)


def test_minutes_of_a_measurement_follow_from_the_notes_around_it(tmp_path: Path) -> None:
    figures = {"plies": 1, "elo": 1.0, "greedy_share": 0.5, "greedy_margin": 1.0}
    write(
        tmp_path / "log.jsonl",
        [
            {"kind": "iteration", "iteration": 20, "seconds": 120.0},
            {"kind": "measured", "iteration": 30, **figures},
            {"kind": "iteration", "iteration": 40, "seconds": 240.0},
            {"kind": "measured", "iteration": 50, **figures},
        ],
    )
    curve = read_curve("run", tmp_path, "minutes")
    assert curve.points["share"] == [(3.0, 50.0), (4.0, 50.0)]


def test_an_axis_has_round_numbers() -> None:
    axis = Even([1444.9, 2366.0], 200, 0, 5)
    assert [axis.write(tick) for tick in axis.ticks] == [
        *("1,400", "1,600", "1,800", "2,000", "2,200", "2,400")
    ]
    assert (axis(1400), axis(2400)) == (200, 0)
    tight = Even([0, 433], 0, 433, 8, tight=True)
    assert tight.ticks == [0, 100, 200, 300, 400] and tight(433) == 433
    small = Even([-0.03, 0.02], 0, 1, 5)
    assert [small.write(tick) for tick in small.ticks][:3] == ["−0.03", "−0.02", "−0.01"]
    assert Even([3.0], 0, 1, 5)(3.0) == 0


def test_an_axis_of_shares_has_room_for_the_last_per_cent() -> None:
    axis = Stretched([80.5, 99.9], 100, 0)
    assert [axis.write(tick) for tick in axis.ticks] == ["75", "90", "95", "99", "99.5", "99.9"]
    assert axis(99) - axis(99.9) > axis(90) - axis(95)
    assert Stretched([100.0, 0.0], 100, 0)(100.0) == 0
    assert Stretched([0.0], 100, 0).ticks == [0.1, 0.5, 1, 5, 10, 25, 50, 75]
    assert Stretched([100.0], 100, 0).ticks == [25, 50, 75, 90, 95, 99, 99.5, 99.9]
    assert Stretched([50.0], 100, 0).ticks == [25, 50, 75]


def test_names_do_not_cover_each_other() -> None:
    places = spread([50.0, 52.0, 51.0, 199.0, 198.0], 200.0)
    ordered = sorted(places)
    assert all(b - a >= LINE for a, b in pairwise(ordered))
    assert places[0] < places[2] < places[1] and max(places) <= 200


def test_a_run_without_measurements_can_be_drawn(tmp_path: Path) -> None:
    log = write(tmp_path / "log.jsonl", [{"kind": "started", "iteration": 0}])
    assert "nothing has been measured yet" in draw([read_curve("run", log)])
