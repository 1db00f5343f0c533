"""The record of strength: predictions held against what came, and tables in documents."""

from pathlib import Path

import numpy as np
import pytest

from azulejos.arena import parse_contestant
from azulejos.neural import Mode, shipped_file
from azulejos.rules import Wall
from scripts.fingerprint import deciding_files, fingerprint
from scripts.reliability import NUM_BINS, Answers, ask, best_temperature, bins, main, worst
from scripts.section import format_table, write_section

NUMBERS = np.arange(1000, dtype=np.float64)


def answers(sharpness: float, positions: int = 40_000) -> Answers:
    """Return predictions whose logits are so many times what they should be."""
    rng = np.random.default_rng(1)
    truth = rng.normal(0, 1.5, positions)
    said = 1 / (1 + np.exp(-sharpness * truth))
    won = (rng.random(positions) < 1 / (1 + np.exp(-truth))).astype(np.float64)
    zeros = np.zeros(positions)
    return Answers(np.arange(positions, dtype=np.float64) // 40, said, won, zeros, zeros)


def test_honest_predictions_come_true_in_every_bin() -> None:
    found = bins(answers(1.0))
    assert len(found) == NUM_BINS and sum(each.positions for each in found) == 40_000
    assert all(abs(each.said - each.came) < 2 * each.error for each in found)
    assert float(worst(found)) < 2.5
    assert best_temperature(answers(1.0), seats=2) == pytest.approx(1, abs=0.05)


def test_boasting_is_found_out_and_how_much_to_cool_it() -> None:
    assert float(worst(bins(answers(1.6)))) > 5
    assert best_temperature(answers(1.6), seats=2) == pytest.approx(1.6, abs=0.1)


def test_positions_of_one_game_count_as_one() -> None:
    """Asked forty times over, a game tells no more about its end than asked once."""
    one = answers(1.0, 1000)
    often = Answers(*(np.repeat(column, 40) for column in one))._replace(
        game=np.repeat(NUMBERS, 40)
    )
    single = bins(one._replace(game=NUMBERS))
    assert [each.error for each in bins(often)] == pytest.approx([each.error for each in single])


def test_a_bin_with_few_positions_is_not_judged() -> None:
    assert worst(bins(answers(1.0, 100))) == "none"


@pytest.mark.parametrize("mode", [Mode(2, Wall.COLOURED), Mode(4, Wall.GRAY)])
def test_shares_and_leads_of_a_finished_game_are_the_truth(mode: Mode) -> None:
    said = ask(parse_contestant("search:nodes=1"), mode, 2)
    assert {*said.game} == {0, 1}
    assert ((said.win >= 0) & (said.win <= 1)).all()
    winners, losers = said.lead[said.won == 1], said.lead[said.won == 0]
    assert (winners >= 0).all() and (losers <= 0).all() and len(winners) and len(losers)


def test_among_others_only_the_one_is_asked_on_every_seat_in_turn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one, mode = parse_contestant("search:nodes=1"), Mode(3, Wall.COLOURED)
    said = ask(one, mode, 9, parse_contestant("random"))
    assert {*said.game} == set(range(9))
    assert said.won.mean() > 0.9  # search beats random wherever it sits
    assert len(said.won) < len(ask(one, mode, 9).won) / 2
    main(["--modes", "3c", "--player", "search:nodes=1", "--among", "random", "--games", "2"])
    assert "`search:nodes=1 among random`" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ("--modes 9z", "modes"),
        ("--size nan", "size"),
        ("--games 5", "among"),
        ("--player search", "among"),
        ("--among nobody", "nobody"),
        ("--among greedy --games 0", "games"),
        ("--among greedy --player greedy", "greedy says nothing of its chances"),
        ("--among cmd:cat", "engines"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(
    words: str, field: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(words.split())
    assert field in capsys.readouterr().err


def test_a_table_takes_the_place_of_the_last_one(tmp_path: Path) -> None:
    document = tmp_path / "strength.md"
    document.write_text("Before.\n<!-- a begin -->\nold\n<!-- a end -->\nAfter.\n")
    table = format_table(["who", "won"], [["`greedy`", "3"]])
    write_section(document, "a", table)
    write_section(document, "a", table)
    assert document.read_text() == (
        "Before.\n<!-- a begin -->\n\n| who | won |\n| --- | --: |\n| `greedy` | 3 |\n\n"
        "<!-- a end -->\nAfter.\n"
    )
    with pytest.raises(SystemExit, match="no place for b"):
        write_section(document, "b", table)


def test_who_plays_has_a_short_word_that_changes_with_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "graph.pyx"
    monkeypatch.setattr("scripts.fingerprint.deciding_files", lambda: [file])
    file.write_text("plays so")
    word = fingerprint()
    assert len(word) == 8
    assert fingerprint() == word
    file.write_text("plays otherwise")
    assert fingerprint() != word


def test_players_searches_and_networks_decide_what_is_played() -> None:
    names = {file.name for file in deciding_files()}
    assert {
        "neural_player.py",
        "graph.pyx",
        "evaluator.pyx",
        "whole_products.pxd",
        "rollout.pxd",
        "weights.json",
    } <= names
    assert {shipped_file(mode).name for mode in Mode.every()} <= names
    assert {shipped_file(mode, single_look=True).name for mode in Mode.every()} <= names
