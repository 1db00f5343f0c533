"""A game at the terminal, from the first question to the saved record."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from azulejos.cli.game import Game, Settings
from azulejos.cli.parlour import HELP
from azulejos.notation import parse_record
from azulejos.players import character, levels
from azulejos.rules import Phase
from tests.cli.runner import SEED, run
from tests.strategies import MODES, Mode, mode_id


def script_of_a_game(mode: Mode, seat: int) -> list[str]:
    """Return what a person types who makes the last move of the list, floor or not."""
    players, wall = mode
    game = Game(Settings(players, wall, "greedy", "Ana", seat, bytes(32)))
    lines: list[str] = []
    while not game.state.is_over:
        if game.state.player is None:
            game.deal()
        elif game.is_persons_turn:
            moves = game.state.legal_moves()
            move = next((m for m in moves if m.target != 5), moves[0])
            column = game.state.phase is Phase.TILE and len(lines) % 2
            lines.append(str(move)[-1] if column else str(move).lower())
            game.add(move)
        else:
            game.add(game.ask_opponent())
    return lines


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_a_game_is_played_to_its_end_and_its_record_verified(mode: Mode, tmp_path: Path) -> None:
    players, wall = mode
    seat = players - 1
    path = tmp_path / "game.azul"
    arguments = ("--players", str(players), "--wall", wall.value, "--seat", str(seat + 1))
    script = script_of_a_game(mode, seat)
    code, out, err = run(
        *("play", "--terminal", *arguments, "--seed", SEED, "--level", "greedy", "--name", "Ana"),
        *("--save", str(path)),
        stdin="\n".join(script),
    )
    assert (code, err) == (0, "")
    assert "the game is over" in out
    assert re.search(r"wins? with \d+ point|share the victory", out)
    record = parse_record(path.read_text(encoding="utf-8"))
    assert record.is_finished
    assert record.names[seat] == "Ana"
    assert run("verify", str(path)).out.endswith("verified\n")


def play(*lines: str) -> str:
    """Return what is shown when a person plays the game of the zero seed."""
    arguments = ("play", "--terminal", "--seed", SEED, "--level", "greedy")
    code, out, err = run(*arguments, stdin="".join(f"{line}\n" for line in lines))
    assert (code, err) == (0, "")
    return out


def test_the_opponent_is_told_of_and_the_person_asked() -> None:
    out = play()
    assert re.search(r"^greedy takes \d \w+ from display \d, to line \d", out, re.MULTILINE)
    assert "Guest to move" in out
    assert out.rstrip().endswith("You leave the game.")


def test_a_move_may_be_entered_in_full_in_part_or_step_by_step() -> None:
    told = "You take 2 red from display 1, to line 2, now full  [1R2]"
    for lines in [["1R2"], ["1r2"], ["1 r 2"], ["1r", "2"], ["1", "r", "2"], ["", "1", "R", "2"]]:
        assert told in play(*lines)
    assert "You take 2 red from display 1, all to the floor (-2)  [1R-]" in play("1rf")


def test_a_choice_that_is_not_there_is_asked_again_and_nothing_lets_go() -> None:
    out = play("1", "b", "r", "9", "", "1r2")
    assert "b is not among them." in out
    assert "9 is not among them." in out
    assert out.count("You take") == 1


def test_a_wrong_move_is_refused_with_the_reason() -> None:
    out = play("1B2", "7R1", "1R9", "hello", "1@1")
    assert "1B2: there is no blue tile on display 1." in out
    assert "there are only 5 displays" in out
    assert out.count("is no move and no command; try help.") == 2
    assert "nobody is tiling" in out
    assert "You take" not in out


def test_commands_help_and_change_nothing(tmp_path: Path) -> None:
    out = play("help", "?", "legal", "board", "hint", "position", "u", f"save {tmp_path}/a", "quit")
    assert out.count("A move is where from, which colour, where to") == 2
    assert "1R1 1R2 1R3 1R4 1R5 1R-" in out.replace("\n", " ")
    assert "Hint: master takes" in out
    assert "There is nothing to take back" in out
    assert parse_record((tmp_path / "a.azul").read_text(encoding="utf-8")).result == "*"


def test_a_position_stays_on_one_line(tmp_path: Path) -> None:
    place = tmp_path / "a folder with a long name" / "and another one in it"
    place.mkdir(parents=True)
    out = play("position", f"save {place}/a")
    (line,) = re.findall(r"^c 1 d1 s2 .*$", out, re.MULTILINE)
    assert len(line) > 80
    assert run("apply", line).out == f"{line}\n"
    path = place / "a.azul"
    assert f"Saved as {path}; check its deals with: azulejos verify '{path}'\n" in out


def test_help_fits_the_screen() -> None:
    assert max(map(len, HELP.splitlines())) < 80


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (".", ". is a folder, name a file"),
        ("/", "/ is a folder, name a file"),
        ("~nosuch/x", "there is no home folder ~nosuch"),
    ],
)
def test_a_file_that_cannot_be_is_refused_and_the_game_goes_on(file: str, reason: str) -> None:
    out = play(f"save {file}", "1R2")
    assert f"save: {reason}." in out
    assert "You take 2 red" in out
    assert run("play", "--terminal", "--save", file).refusal == f"save: {reason}"


def test_a_folder_that_is_not_there_is_no_place_for_a_game(tmp_path: Path) -> None:
    path = tmp_path / "none" / "a.azul"
    assert "cannot be written: No such file or directory." in play(f"save {path}")
    assert (
        run("play", "--terminal", "--save", str(path)).refusal
        == f"save: there is no folder {path.parent}"
    )


def test_only_a_file_of_this_game_is_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "a.azul"
    path.write_text("precious", encoding="utf-8")
    refusal = f"save: {path} exists already and is not of this game; save! {path} overwrites it."
    assert refusal.replace(" ", "") in "".join(play(f"save {path}").split())
    assert "exists already" in run("play", "--terminal", "--save", str(path)).refusal
    assert path.read_text(encoding="utf-8") == "precious"
    out = play(f"save! {path}", "1R2", f"save {path}")
    assert out.count("Saved as") == 2
    assert "1R2" in path.read_text(encoding="utf-8")


def test_an_empty_source_is_named() -> None:
    assert "there is nothing on display 5." in play("5")
    assert "there is no white tile in the centre." in play("cW")
    assert "there is no blue tile on display 1." in play("1b")
    assert "there are only 5 displays." in play("6")


def test_the_usual_opponent_is_casual_and_help_names_all_levels() -> None:
    assert re.search(r"^casual takes ", run("play", "--terminal", "--seed", SEED).out, re.MULTILINE)
    text = " ".join(run("play", "--terminal", "--help").out.replace("│", " ").split())
    assert f"{', '.join(levels()[:-1])} or {levels()[-1]}" in text


def test_undo_goes_back_to_the_last_choice_of_this_round() -> None:
    out = play("1R2", "undo", "undo", "1R3")
    assert "Taken back." in out
    assert "There is nothing to take back" in out
    assert "[1R2]" in out and "[1R3]" in out


def test_the_same_seed_is_the_same_game() -> None:
    assert play("1R2", "position") == play("1R2", "position")


def test_leaving_saves_where_it_was_wanted(tmp_path: Path) -> None:
    path = tmp_path / "left.azul"
    run("play", "--terminal", "--save", str(path), stdin="quit\n")
    assert run("verify", str(path)).code == 0


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("--players", "5", "players: '5' is not 2, 3 or 4"),
        ("--wall", "x", "wall: 'x'"),
        ("--level", "nobody", "player: there is no player 'nobody'"),
        ("--seat", "3", "seat: '3' is not 1 to 2"),
        ("--seed", "12", "seed: not 64 hexadecimal digits"),
        ("--name", "", "name: a name has 1 to 24 letters"),
        ("--name", "x" * 25, "name: a name has 1 to 24 letters"),
    ],
)
def test_a_wrong_setting_is_refused(option: str, value: str, reason: str) -> None:
    assert reason in run("play", "--terminal", option, value).refusal


def test_at_a_terminal_the_settings_are_asked_for() -> None:
    terminal, inside = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "azulejos", "play", "--terminal", "--seed", SEED],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "80"},
    )
    os.close(inside)
    os.write(terminal, b"7\n3\ng\n\nAna\n2\nquit\n")
    seen = b""
    try:
        while chunk := os.read(terminal, 4096):
            seen += chunk
    except OSError:
        pass
    os.close(terminal)
    assert process.wait(60) == 0
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen.decode("utf-8"))
    assert "players: '7' is not 2, 3 or 4" in text
    for level in levels():
        assert re.search(rf"^  {level} +{character(level)}\r?$", text, re.MULTILINE)
    assert "Opponent [casual]:" in text
    assert "gray wall" in text
    assert "▶ 2 Ana" in text
    assert "You leave the game." in text
