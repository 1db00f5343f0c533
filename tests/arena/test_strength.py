"""The command that writes docs/strength.md, with few players and fewer games."""

from pathlib import Path

import pytest

from scripts import strength

SECTIONS = ("ladder", "modes", "levels")


def test_matches_are_played_once_and_become_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(strength, "LADDER", {"random": 4, "beginner": 4, "greedy": 4})
    monkeypatch.setattr(strength, "DUELS", (("greedy", "random", (2, 3)),))
    monkeypatch.setattr(strength, "LEVEL_GAMES", 2)
    monkeypatch.setattr(strength, "levels", lambda: ("beginner", "learner"))
    document = Path("strength.md")
    document.write_text("".join(f"<!-- {name} begin --><!-- {name} end -->" for name in SECTIONS))
    command = ["--jobs", "1", "--document", str(document)]
    for name in SECTIONS:
        command += ["--only", name]
    strength.main(command)
    first = document.read_text()
    assert "| `greedy` | 0 | 0 | 8 |" in first
    for seats, wall, games in ((2, "coloured", 2), (3, "gray", 3), (4, "coloured", 4)):
        assert f"| {seats} | {wall} | `greedy` | `random` | {games} | 100 %" in first
    assert "| `learner` | `beginner` |" in first
    kept = sorted(Path("matches").rglob("journal.jsonl"))
    told = [file.read_bytes() for file in kept]
    strength.main(command)
    assert told == [file.read_bytes() for file in kept]
    assert capsys.readouterr().out.count("modes written to strength.md") == 2


@pytest.mark.parametrize("size", ["0", "nan", "-1"])
def test_a_size_that_cannot_be_is_refused(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        strength.main(["--size", size])
    assert "argument --size" in capsys.readouterr().err
