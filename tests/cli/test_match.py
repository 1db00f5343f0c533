"""``azulejos match`` and ``azulejos ladder`` as people use them."""

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from azulejos.fair import verify
from azulejos.notation import parse_record
from tests.arena.matches import bad_engine
from tests.cli.runner import SEED, run
from tests.processes import wait_for_the_end_of, wait_until

COMMAND = (sys.executable, "-m", "azulejos")


def result(out: str) -> dict[str, str]:
    (line,) = (line for line in out.splitlines() if line.startswith("result "))
    return dict(word.split("=", 1) for word in line.split(" ")[1:])


def journal_ids(folder: Path) -> list[str]:
    text = (folder / "journal.jsonl").read_bytes()
    return [json.loads(line)["id"] for line in text.splitlines(keepends=True) if line[-1:] == b"\n"]


def workers_of(process_id: int) -> list[int]:
    """Return the children of a process, where the system tells."""
    tasks = Path(f"/proc/{process_id}/task/{process_id}/children")
    return [int(word) for word in tasks.read_text().split()] if tasks.exists() else []


def start(arguments: Sequence[str]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_a_match_is_summed_up_in_words_and_in_one_line(tmp_path: Path) -> None:
    out = tmp_path / "match"
    arguments = ("match", "greedy", "random", "--games", "9", "--jobs", "1", "--seed", SEED)
    done = run(*arguments, "--out", str(out))
    assert (done.code, done.err) == (0, "")
    words = result(done.out)
    assert (words["a"], words["b"], words["games"], words["pairs"]) == (
        "greedy",
        "random",
        "10",
        "5",
    )
    assert int(words["won"]) + int(words["shared"]) + int(words["lost"]) == 10
    assert words["seed"] == SEED
    assert words["elo"] == "inf"
    assert float(words["share_low"]) > 0.4
    assert "greedy against random: 2 players, coloured wall" in done.out
    assert len(list((out / "games").iterdir())) == 10
    assert run("verify", str(out / "games" / "00005-2.azul")).code == 0
    assert run(*arguments, "--out", str(out)).out == done.out
    assert run("match", "--out", str(out), "--jobs", "1").out == done.out


@pytest.mark.parametrize(
    ("arguments", "games"),
    [
        (("greedy", "random", "--players", "3", "--wall", "g", "--alone"), "3"),
        (("greedy", "random", "--players", "4"), "8"),
        (("greedy", "random", "random:name=r2", "--wall", "g"), "3"),
        (("greedy:nodes=5", "random", "--movetime", "10"), "2"),
    ],
)
def test_every_kind_of_table(tmp_path: Path, arguments: tuple[str, ...], games: str) -> None:
    done = run("match", *arguments, "--games", "1", "--jobs", "1", "--out", str(tmp_path / "m"))
    assert done.code == 0
    assert result(done.out)["games"] == games


def test_without_a_folder_it_makes_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("match", "greedy", "random", "--games", "2", "--jobs", "1", "--seed", SEED)
    assert done.code == 0
    (folder,) = (tmp_path / "matches").iterdir()
    assert folder.name == "greedy-vs-random-2c-00000000"
    assert f"folder  matches/{folder.name}" in done.out


def test_a_test_is_played_until_it_is_decided(tmp_path: Path) -> None:
    arguments = ("greedy", "random", "--sprt", "0,100", "--jobs", "1", "--out", str(tmp_path))
    words = result(run("match", *arguments).out)
    assert words["sprt"] == "accepted"
    assert float(words["llr"]) >= float(words["llr_upper"])


def test_an_engine_by_its_command_line(tmp_path: Path) -> None:
    arguments = ("match", "greedy", bad_engine("crash"), "--games", "2", "--jobs", "1")
    done = run(*arguments, "--out", str(tmp_path))
    assert done.code == 0
    assert result(done.out)["forfeits_b"] == "2"
    assert "crash: it ended with exit code 3: out of tiles" in done.out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("greedy",), "contestants: a table of 2 takes two contestants or one a seat, not 1"),
        (("greedy", "nobody"), "player: there is no player 'nobody'"),
        (("greedy", "random", "--players", "5"), "players: 5 is not 2, 3 or 4"),
        (("greedy", "random", "--wall", "x"), "wall: 'x' is not c (coloured) or g (gray)"),
        (("greedy", "random", "--games", "0"), "games: 0 is not 1 or more"),
        (("greedy", "random", "--jobs", "0"), "jobs: 0 is not 1 or more"),
        (("greedy", "random", "--nodes", "0"), "nodes: 0 is not 1 or more"),
        (("greedy", "random", "--movetime", "-5"), "movetime: -5 is not 1 or more"),
        (("greedy", "random", "--max-rounds", "0"), "max rounds: 0 is not 1 or more"),
        (("greedy", "random", "--seed", "12"), "seed: not 64 hexadecimal digits"),
        (("greedy", "random", "--sprt", "5"), "sprt: '5' is not of the form elo0,elo1"),
        (("greedy", "random", "--sprt", "0,5", "--alpha", "2"), "alpha: 2.0 is not between"),
        (("greedy", "random", "--alpha", "0.1"), "alpha: it belongs to a test: give --sprt"),
        (("greedy", "random", "--beta", "0.1"), "beta: it belongs to a test: give --sprt"),
        (("greedy", "cmd:./nothing"), "cmd: there is no program './nothing' to run"),
        (("greedy", "cmd:true"), "true: crash: it ended with exit code 0"),
    ],
)
def test_what_cannot_be_is_refused_by_its_name(
    tmp_path: Path, arguments: tuple[str, ...], reason: str
) -> None:
    assert run("match", *arguments, "--out", str(tmp_path / "m")).refusal.startswith(reason)


def test_who_names_nobody_has_to_have_a_match(tmp_path: Path) -> None:
    assert run("match").refusal.startswith("contestants: say who plays")
    nothing = tmp_path / "nothing"
    refusal = run("match", "--out", str(nothing)).refusal
    assert refusal.startswith(f"out: there is no match in {nothing}; say who plays")
    assert not nothing.exists()


def test_a_match_goes_on_with_its_own_limits_test_and_goal(tmp_path: Path) -> None:
    again = ("match", "--jobs", "1", "--out", str(tmp_path))
    sprt = ("--sprt", "0,1")
    done = run(*again, "greedy", "greedy:name=twin", "--games", "4", *sprt)
    assert done.code == 0
    assert run(*again, "--movetime", "5").refusal.startswith("movetime: the contestants of")
    assert run(*again, "--nodes", "5").refusal.startswith("nodes: the contestants of")
    refusal = run(*again, "--sprt", "0,2").refusal
    assert refusal.startswith("sprt: the match is played for Elo 0 against 1, errors 0.05 and 0.05")
    assert run(*again, *sprt, "--alpha", "0.1").refusal.startswith("alpha: the match is played")
    fewer = run(*again, "--games", "2")
    assert (result(fewer.out)["games"], result(fewer.out)["sprt"]) == ("2", "open")
    assert run(*again).out == done.out


def test_games_that_were_played_without_a_test_are_not_put_to_one(tmp_path: Path) -> None:
    again = ("match", "--jobs", "1", "--out", str(tmp_path))
    done = run(*again, "greedy", "random", "--games", "4")
    refusal = run(*again, "--sprt", "0,100").refusal
    assert refusal == "sprt: the match was begun without a test; choose another folder for one"
    assert run(*again).out == done.out


def test_a_game_without_its_record_is_named(tmp_path: Path) -> None:
    arguments = ("match", "greedy", "random", "--games", "4", "--jobs", "1", "--out", str(tmp_path))
    done = run(*arguments)
    record = tmp_path / "games" / "00002-1.azul"
    text = record.read_text()
    record.unlink()
    assert run(*arguments).refusal.startswith(f"{record}: the record is not there; put it back")
    journal = tmp_path / "journal.jsonl"
    lines = [
        line for line in journal.read_text().splitlines(keepends=True) if "00002-1" not in line
    ]
    journal.write_text("".join(lines))
    assert run(*arguments).out == done.out
    assert record.read_text() == text


def test_another_match_does_not_go_into_the_folder(tmp_path: Path) -> None:
    arguments = ("match", "greedy", "random", "--games", "2", "--jobs", "1", "--out", str(tmp_path))
    assert run(*arguments).code == 0
    assert run(*arguments, "--wall", "g").refusal.startswith("wall: the match in ")
    assert run(*arguments, "--seed", SEED).refusal.startswith("seed: the match in ")


def test_a_thousand_games_killed_half_way_resume_without_a_lost_or_doubled_game(
    tmp_path: Path,
) -> None:
    arguments = ["match", "greedy", "random", "--games", "1000", "--jobs", "2", "--seed", SEED]
    arguments += ["--out", str(tmp_path)]
    process = start(arguments)
    journal = tmp_path / "journal.jsonl"
    wait_until(
        lambda: journal.exists() and journal.read_bytes().count(b"\n") >= 400, "400 were played"
    )
    workers = workers_of(process.pid)
    process.kill()
    process.communicate()
    wait_for_the_end_of(workers)
    before = journal_ids(tmp_path)
    assert 400 <= len(before) < 1000
    # A line that was being written when the lights went out.
    with journal.open("ab") as file:
        file.write(b'{"id":"00999-1","result":{"pair":99')
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=True)
    words = result(done.stdout)
    assert (words["games"], words["pairs"], words["failed"]) == ("1000", "500", "0")
    ids = journal_ids(tmp_path)
    assert ids[: len(before)] == before
    wanted = {f"{pair:05d}-{game}" for pair in range(1, 501) for game in (1, 2)}
    assert Counter(ids) == Counter(wanted)
    files = list((tmp_path / "games").iterdir())
    assert {path.name for path in files} == {f"{name}.azul" for name in wanted}
    for path in files[::10]:
        verify(parse_record(path.read_bytes()))


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_it_keeps_everything_and_says_how_to_go_on(tmp_path: Path, jobs: int) -> None:
    log = tmp_path / "engines"
    engine = bad_engine("deaf", str(log))
    out = tmp_path / "match"
    process = start(["match", "greedy", engine, "--jobs", str(jobs), "--out", str(out)])
    # One to be looked at before the match, one for each worker.
    wait_until(
        lambda: log.exists() and len(log.read_text().split()) == 1 + jobs, "the engines began"
    )
    workers = workers_of(process.pid)
    process.send_signal(signal.SIGINT)
    said, complaints = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said == ""
    assert complaints == (f"Interrupted; 0 games are kept. To go on: azulejos match --out {out}\n")
    wait_for_the_end_of([*workers, *map(int, log.read_text().split())])


def test_killed_it_leaves_no_engine_behind(tmp_path: Path) -> None:
    log = tmp_path / "engines"
    engine = bad_engine("deaf", str(log))
    process = start(["match", "greedy", engine, "--jobs", "2", "--out", str(tmp_path / "match")])
    wait_until(lambda: log.exists() and len(log.read_text().split()) == 3, "the engines began")
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    wait_for_the_end_of(map(int, log.read_text().split()))


def test_a_ladder_rates_everyone_and_writes_its_table(tmp_path: Path) -> None:
    table = tmp_path / "players.md"
    marks = "<!-- ladder 2c begin -->\n<!-- ladder 2c end -->\n"
    table.write_text(f"# Players\n\nWords before.\n\n{marks}\n## More\n\nWords after.\n")
    arguments = ["ladder", "random", "greedy", "greedy:name=twin", "--jobs", "1", "--seed", SEED]
    arguments += ["--games", "6", "--out", str(tmp_path / "ladder"), "--table", str(table)]
    done = run(*arguments)
    assert (done.code, done.err) == (0, "")
    ratings = dict(re.findall(r"^rating name=(\w+) elo=(-?[\d.]+)", done.out, re.MULTILINE))
    assert ratings["greedy"] == "0.0"
    assert float(ratings["random"]) < -200
    assert done.out.count("\nresult ") + done.out.startswith("result ") == 3
    text = table.read_text()
    assert text.startswith("# Players\n\nWords before.\n")
    assert text.endswith("<!-- ladder 2c end -->\n\n## More\n\nWords after.\n")
    assert text.count("<!-- ladder 2c begin -->") == text.count("| `twin` |") == 1
    assert run(*arguments).out == done.out
    assert table.read_text() == text
    new = tmp_path / "gray.md"
    gray = run(*arguments[:-4], "--wall", "g", "--out", str(tmp_path / "gray"), "--table", str(new))
    assert gray.code == 0
    assert new.read_text().startswith("# The players\n\n<!-- ladder 2g begin -->\n")
    assert new.read_text().endswith("\n\n<!-- ladder 2g end -->\n")


def test_a_table_that_cannot_be_written_costs_no_games(tmp_path: Path) -> None:
    out = tmp_path / "ladder"
    arguments = ("ladder", "random", "greedy", "--jobs", "1", "--out", str(out), "--table")
    file = tmp_path / "notes.md"
    file.write_text("# My notes\n")
    refusal = run(*arguments, str(file)).refusal
    assert refusal.startswith(f"table: {file} has no place for the table; add the two lines")
    assert file.read_text() == "# My notes\n"
    nowhere = tmp_path / "nowhere" / "players.md"
    for wrong in (nowhere, tmp_path):
        refusal = run(*arguments, str(wrong)).refusal
        assert refusal.startswith(f"table: {wrong} cannot be written: ")
    assert not list(out.glob("*/games"))


def test_a_ladder_is_refused_by_the_name_of_what_is_wrong(tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "l"), "--games", "2", "--jobs", "1")
    assert run("ladder", "greedy", *out).refusal.startswith("contestants: a ladder takes two")
    assert run("ladder", "--anchor", "nobody", *out).refusal.startswith("anchor: 'nobody'")
    assert run("ladder", "--seed", "x", *out).refusal.startswith("seed: not 64")
    assert run("ladder", "--seed", SEED, *out).refusal.startswith("seed: the ladder in")
    assert run("ladder", "random", "nobody", *out).refusal.startswith("player: there is no")
