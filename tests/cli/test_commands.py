"""The command line as a whole: help, versions, exit codes, benchmarks, verification."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from azulejos.cli.game import Game, Settings
from azulejos.notation import format_record
from azulejos.rules import Wall
from azulejos.version import __version__
from tests.cli.runner import START, run

COMMANDS = (
    "play",
    "show",
    "legal",
    "apply",
    "perft",
    "verify",
    "engine",
    "match",
    "ladder",
    "train",
    "bench",
    "version",
)


def finished_game() -> Game:
    """Return a game whose person always makes the first move there is."""
    game = Game(Settings(2, Wall.GRAY, "greedy", "Ana", 0, bytes(32)))
    while not game.state.is_over:
        if game.state.player is None:
            game.deal()
        else:
            mine = game.is_persons_turn
            game.add(game.state.legal_moves()[0] if mine else game.ask_opponent())
    return game


@pytest.fixture(scope="module")
def record() -> str:
    return format_record(finished_game().record())


def test_help_names_every_command() -> None:
    code, out, _ = run("--help")
    assert code == 0
    for name in COMMANDS:
        assert re.search(rf"\b{name}\b", out)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    code, out, _ = run(name, "--help")
    assert code == 0
    assert "azulejos" in out


def test_the_version_is_said_in_two_ways() -> None:
    assert run("version") == run("--version") == (0, f"azulejos {__version__}\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ("frob",),
        ("legal",),
        ("perft", "start"),
        ("verify",),
        ("bench", "playouts", "--players", "5"),
    ],
)
def test_wrong_usage_has_its_own_exit_code(arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "Usage: azulejos" in err


@pytest.mark.parametrize("players", ["2", "3", "4"])
@pytest.mark.parametrize("wall", ["c", "g"])
def test_the_benchmark_says_one_line(players: str, wall: str) -> None:
    outcome = run("bench", "playouts", "--players", players, "--wall", wall, "--seconds", "0.02")
    form = rf"playouts players={players} wall={wall} moves_per_s=[1-9]\d* games_per_s=[1-9]\d*\n"
    assert re.fullmatch(form, outcome.out)
    assert outcome.code == 0


@pytest.mark.parametrize(("players", "wall"), [("2", "c"), ("2", "g"), ("3", "c"), ("4", "g")])
def test_the_benchmark_of_the_search_says_a_line_for_each_part(players: str, wall: str) -> None:
    arguments = ("--players", players, "--wall", wall, "--seconds", "0.02", "--positions", "2")
    first, *others = run("bench", "search", *arguments).out.splitlines()
    form = rf"search players={players} wall={wall} nodes_per_s=[1-9]\d* evaluations_per_s=[1-9]\d*"
    assert re.fullmatch(form, first)
    assert len(others) == {"2c": 2, "2g": 2, "3c": 1, "4g": 0}[players + wall]
    form = r"solver groups=\d+ median_ms=\d+\.\d\d longest_ms=\d+\.\d\d nodes_per_s=[1-9]\d*"
    assert all(re.fullmatch(form, line) for line in others)


def test_a_benchmark_needs_a_wall_that_exists() -> None:
    assert "wall: 'x'" in run("bench", "playouts", "--wall", "x").refusal


def test_a_true_record_is_verified(record: str, tmp_path: Path) -> None:
    path = tmp_path / "game.azul"
    path.write_text(record, encoding="utf-8")
    code, out, err = run("verify", str(path))
    assert (code, err) == (0, "")
    assert "2 players, gray wall, result" in out
    assert re.search(r"rules: (\d+) rounds and \d+ moves are legal\n(?s:.*)deals: \1 of \1 ", out)
    assert out.endswith("verified\n")


def test_one_round_with_one_move_is_verified_in_the_singular(tmp_path: Path) -> None:
    game = Game(Settings(2, Wall.COLOURED, "greedy", "Ana", 0, bytes(32)))
    game.deal()
    game.add(game.state.legal_moves()[0])
    path = tmp_path / "game.azul"
    path.write_text(format_record(game.record()), encoding="utf-8")
    out = run("verify", str(path)).out
    assert "rules: 1 round and 1 move are legal\n" in out
    assert "deals: 1 of 1 follows from the seed\n" in out


def test_a_record_is_refused_for_what_is_wrong_with_it(record: str, tmp_path: Path) -> None:
    path = tmp_path / "game.azul"
    seed, commitment = (re.search(rf'{name} "(\w+)"', record) for name in ("Seed", "Commitment"))
    assert seed and commitment
    for wrong, reason in [
        (record.replace(seed[1], "11" * 32), "Commitment: "),
        (record.replace('"gray"', '"coloured"'), "round "),
        (re.sub(r"\[ServerSeed.*\n", "", record), "ServerSeed: missing"),
        ("nonsense", ""),
        ("", ""),
    ]:
        path.write_text(wrong, encoding="utf-8")
        assert reason in run("verify", str(path)).refusal
    path.write_bytes(b"\xff\xfe\0")
    assert "not UTF-8 text" in run("verify", str(path)).refusal
    assert "No such file" in run("verify", str(tmp_path / "none.azul")).refusal
    assert "directory" in run("verify", str(tmp_path)).refusal


def start(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "azulejos", *arguments],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | variables,
        timeout=60,
        check=False,
    )


def test_it_runs_as_a_module() -> None:
    done = start("apply", START)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{START}\n", "")
    done = start("apply", "start", "3B2")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == ("azulejos: error: event 1 (3B2): the deal of round 1 is due first\n")


def test_colours_come_only_where_they_are_wanted() -> None:
    assert "\x1b[" not in start("show", "start").stdout
    assert (
        "48;2;"
        in start(
            "show",
            "start",
            "moves",
            "=BBRK/YYWW/BYRW/KKKK/BBYY",
            FORCE_COLOR="1",
            COLORTERM="truecolor",
        ).stdout
    )
    done = start("show", "start", FORCE_COLOR="1", NO_COLOR="1")
    assert "38;2;" not in done.stdout and "48;2;" not in done.stdout


def test_the_drawing_suits_a_terminal_without_unicode() -> None:
    done = start("show", "start", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()


def shell(line: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of shell."""
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("azulejos", f'"{sys.executable}" -m azulejos')],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
        timeout=60,
        check=False,
    )


def test_bytes_that_are_no_text_are_refused_like_any_other_nonsense() -> None:
    done = shell(r"printf '\377\376 x' | azulejos show -")
    assert done.returncode == 1
    assert done.stderr == b"azulejos: error: position: '\\ufffd' is not ASCII\n"
    done = shell(r"printf '\377\n' | azulejos play --terminal")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "is no move and no command" in done.stdout.decode()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("azulejos play --terminal <&-", 0),
        ("echo quit | azulejos play --terminal >&-", 0),
        ("azulejos engine <&-", 0),
        ("echo isready | azulejos engine >&-", 0),
        ("azulejos show - <&-", 1),
        ("azulejos show start >&- 2>&-", 0),
        ("azulejos frob 2>&-", 2),
    ],
)
def test_streams_that_are_closed_are_no_trouble(line: str, code: int) -> None:
    done = shell(line)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr


def test_a_width_of_nothing_is_no_width() -> None:
    assert start("show", "start", COLUMNS="0").stdout == start("show", "start", COLUMNS="80").stdout
    assert "Usage" in start("--help", COLUMNS="0").stdout


def test_a_reader_that_turns_away_is_no_trouble() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "azulejos", "legal", "start"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, complaints = process.communicate(timeout=60)
    assert b"Traceback" not in complaints
