"""The commands that take a position: show, legal, apply, perft."""

import pytest

from azulejos.notation import parse_deal
from azulejos.rules import State
from tests.cli.runner import DEAL, EMPTY_BOARD, SEED, START, run


@pytest.mark.parametrize(
    "words",
    [
        (START,),
        START.split(),
        ("start",),
        ("position", "start"),
        ("start", "players", "2", "wall", "c"),
        (f"position {START}",),
    ],
)
def test_a_position_may_be_written_in_several_ways(words: list[str]) -> None:
    assert run("apply", *words) == (0, f"{START}\n", "")


def test_a_position_is_read_from_standard_input() -> None:
    assert run("apply", "-", stdin=f"{START}\n") == (0, f"{START}\n", "")
    assert run("apply", "-", DEAL, "4K4", stdin=START).out.startswith("c 1 d2 s1 ")
    assert run("perft", "-", "1", stdin=f"{START} moves {DEAL}").out == "72\n"


def test_apply_plays_events() -> None:
    outcome = run("apply", "start", DEAL, "4K4", "1R2")
    assert outcome.out == (
        "c 1 d1 s1 -/YYWW/BYRW/-/BBYY xBBK 15,15,18,15,17 0,0,0,0,0"
        " 0:-/-/-/4K/-:...../...../...../...../.....:-"
        " 0:-/1R/-/-/-:...../...../...../...../.....:-\n"
    )
    assert run("apply", *outcome.out.split(), "cB-", "cK1").code == 0
    assert run("apply", "start", "moves", DEAL, "4K4", "1R2") == outcome


def test_with_a_seed_apply_deals_by_itself() -> None:
    assert run("apply", "start", "seed", SEED).out.startswith("c 1 d2 s2 ")
    assert "the seed makes the deals" in run("apply", "start", "seed", SEED, DEAL).refusal


def test_legal_lists_exactly_the_moves() -> None:
    assert run("legal", "start") == (0, "\n", "")
    position = f"c 1 d1 s1 KKKK/-/-/-/- x 20,20,20,16,20 0,0,0,0,0 {EMPTY_BOARD} {EMPTY_BOARD}"
    assert run("legal", position) == (0, "1K1 1K2 1K3 1K4 1K5 1K-\n", "")


def test_perft_counts_and_divides() -> None:
    position = ("start", "moves", DEAL)
    state = State.new().deal(parse_deal(DEAL[1:]))
    leaves = sum(len(state.play(move).legal_moves()) for move in state.legal_moves())
    assert run("perft", *position, "0").out == "1\n"
    assert run("perft", *position, "2").out == f"{leaves}\n"
    *lines, total = run("perft", "--divide", *position, "2").out.splitlines()
    assert total == f"total {leaves}"
    assert [line.split()[0] for line in lines] == run("legal", *position).out.split()
    assert sum(int(line.split()[1]) for line in lines) == leaves


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("show", "nonsense"), "position: 1 field"),
        (("legal", ""), "give a position"),
        (("legal", "-"), "give a position"),
        (("legal", START.replace("20,", "19,", 1)), "bag: 19 blue tiles"),
        (("apply", "start", "3B2"), "event 1 (3B2): the deal of round 1 is due first"),
        (("apply", "start", DEAL, "4K4", "4K4"), "event 3 (4K4): there is no black tile"),
        (("apply", "start", "players", "5"), "players: '5' is not 2, 3 or 4"),
        (("apply", "start", "seed"), "seed: a value must follow"),
        (("perft", "start", "many"), "depth: 'many' is not a whole number"),
        (("perft", "--divide", "start", "0"), "depth: dividing takes"),
    ],
)
def test_wrong_input_is_refused_with_the_reason(arguments: tuple[str, ...], reason: str) -> None:
    outcome = run(*arguments)
    assert reason in outcome.refusal
    assert outcome.out == ""


def test_show_draws_what_it_is_given() -> None:
    code, out, err = run("show", "start", "moves", DEAL, "4K4", "1R2")
    assert (code, err) == (0, "")
    assert "Player 1 to move" in out
    assert "│[Y][Y]│" in out
    assert "Centre (c)  [x]  [B][B]  [K]" in out
    assert "│ 4    [K][K][K][K] ▸  r  k  w  b  y  │" in out
