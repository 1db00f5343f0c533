"""A session answers as the protocol's table says, also while it thinks."""

import re

import pytest

from azulejos.engine import Session
from azulejos.engine.session import MAX_LINE, MAX_WAITING
from azulejos.players import DEFAULT, names
from tests.engine.talk import PATIENCE, SEED, Talk

EMPTY_BOARD = "0:-/-/-/-/-:...../...../...../...../.....:-"
START = f"c 1 r s1 -/-/-/-/- - 20,20,20,20,20 0,0,0,0,0 {EMPTY_BOARD} {EMPTY_BOARD}"
DEAL = "=BBRK/YYWW/BYRW/KKKK/BBYY"


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def seeded(talk: Talk) -> Talk:
    talk.tell(f"position start seed {SEED}", "setoption name Player value greedy")
    talk.tell("setoption name Seed value 1")
    return talk


def test_it_says_who_it_is_and_what_can_be_set(talk: Talk) -> None:
    first, *options, last = talk.ask("aep")
    assert first.startswith("id name Azulejos ")
    players = " ".join(f"var {name}" for name in names())
    assert f"option name Player type combo default {DEFAULT} {players}" in options
    assert "option name Seed type string default random" in options
    assert last == "aepok"


def test_before_any_position_the_game_is_at_its_start(talk: Talk) -> None:
    assert talk.ask("d") == [f"position {START}"]
    assert talk.ask("legal") == ["legal"]
    assert talk.ask("go") == ["bestmove none"]
    assert talk.ask("go infinite") == ["bestmove none"]


def test_a_position_comes_back_as_it_was_set(talk: Talk) -> None:
    talk.tell(f"position start moves {DEAL} 4K4 1R2")
    (answer,) = talk.ask("d")
    talk.tell("position start players 3 wall g")
    assert talk.ask("d")[0].startswith("position g 1 r s1 -/-/-/-/-/-/- ")
    talk.tell(answer)
    assert talk.ask("d") == [answer]
    assert " d1 s1 -/YYWW/BYRW/-/BBYY xBBK " in answer


def test_events_may_follow_a_position(talk: Talk) -> None:
    talk.tell(f"position {START} moves {DEAL} 4K4")
    assert " d2 s1 BBRK/YYWW/BYRW/-/BBYY x " in talk.ask("d")[0]


def test_with_a_seed_the_stream_chooses_who_starts_and_deals_every_round(talk: Talk) -> None:
    talk.tell("setoption name Player value greedy", "setoption name Seed value 1")
    moves: list[str] = []
    rounds: set[str] = set()
    while True:
        talk.tell(f"position start players 2 seed {SEED.upper()} moves {' '.join(moves)}", "d")
        fields = talk.hear().split()
        if fields[3] == "e":
            break
        assert fields[3][0] == "d"
        rounds.add(fields[2])
        talk.tell("go")
        moves.append(talk.hear_until("bestmove ")[-1].split()[1])
    assert len(rounds) >= 5
    assert talk.ask("go") == ["bestmove none"]


def test_the_seed_makes_all_deals(seeded: Talk) -> None:
    assert seeded.ask(f"position start seed {SEED} moves {DEAL}") == [
        f"error position illegal-deal: event 1 ({DEAL}):"
        " the seed makes the deals, so none may be given"
    ]


def test_a_refused_position_leaves_the_one_before(seeded: Talk) -> None:
    before = seeded.ask("d")
    for wrong in [
        "",
        "frob",
        "c 1",
        START.replace("20,20", "19,20", 1),
        "start players 5",
        "start players",
        "start wall x",
        "start seed 12",
        "start moves 3B2",
        f"start moves {DEAL} {DEAL}",
        f"start moves {DEAL} 1Y1",
        f"start moves {DEAL} xyz",
        f"{START} moves 4@2",
    ]:
        (answer,) = seeded.ask(f"position {wrong}")
        assert answer.startswith("error position ")
    assert seeded.ask("d") == before


def test_an_error_names_the_event_at_fault(talk: Talk) -> None:
    (answer,) = talk.ask(f"position start moves {DEAL} 4K4 4K5")
    assert answer == (
        "error position illegal-move: event 3 (4K5): there is no black tile on display 4"
    )


def test_words_a_command_does_not_know_are_skipped(talk: Talk) -> None:
    assert talk.ask("position start frob 3 wall g") == []
    assert talk.ask("d now") == [f"position g{START[1:]}"]
    assert talk.ask(f"position {START} frob note:this moves {DEAL}", "stop it") == []
    talk.tell("go foo movetime 5 bar")
    assert talk.hear_until("bestmove ")[-1] != "bestmove none"


@pytest.mark.parametrize("blank", ["", " ", "\t", "\r", "\ufeff", "   \r"])
def test_blank_lines_are_no_commands(talk: Talk, blank: str) -> None:
    assert talk.ask(blank) == []


@pytest.mark.parametrize("line", ["frob", "D", "isready2", "\0", "quit\0", "é", "position\0 start"])
def test_an_unknown_command_is_answered_with_an_error(talk: Talk, line: str) -> None:
    (answer,) = talk.ask(line)
    assert answer.startswith("error unknown command ")
    assert answer.isascii() and answer.isprintable()
    assert talk.ask("d") == [f"position {START}"]


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("go movetime abc", "movetime"),
        ("go movetime", "movetime"),
        ("go time -1", "time"),
        ("go inc 1.5", "inc"),
        ("go nodes 0", "nodes"),
        ("go depth ³", "depth"),
        ("go nodes 9999999999999999", "nodes"),
        ("perft", "depth"),
        ("perft x", "depth"),
        ("perft -1", "depth"),
        ("perft 100", "depth"),
        ("setoption", "name"),
        ("setoption name Player", "value"),
        ("setoption name Player value nobody", "player"),
        ("setoption name Frob value 1", "name"),
        ("setoption name Seed value -1", "Seed"),
        ("setoption name Seed value 99999999999999999999", "seed"),
    ],
)
def test_a_bad_value_is_an_error_that_names_it(seeded: Talk, line: str, field: str) -> None:
    (answer,) = seeded.ask(line)
    assert answer.startswith(f"error {line.partition(' ')[0]} option: {field}: ")


def test_options_are_set_by_name_in_any_case(seeded: Talk) -> None:
    assert seeded.ask("setoption name pLAYER value Random", "setoption name SEED value 3") == []
    seeded.tell("go", "newgame", "go")
    first, second = seeded.hear_until("bestmove ")[-1], seeded.hear_until("bestmove ")[-1]
    assert first == second
    assert seeded.ask("setoption name Seed value random") == []


def test_perft_counts_leaves(seeded: Talk) -> None:
    (legal,) = seeded.ask("legal")
    seeded.tell("perft 0", "perft 1")
    assert [seeded.hear(), seeded.hear()] == ["perft 0 1", f"perft 1 {len(legal.split()) - 1}"]


def test_the_greedy_player_says_what_it_thinks(seeded: Talk) -> None:
    seeded.tell("go movetime 100")
    info, answer = seeded.hear(), seeded.hear()
    assert info == f"info depth 1 nodes 84 pv {answer.removeprefix('bestmove ')}"


def test_the_search_player_says_what_it_expects(talk: Talk) -> None:
    talk.tell(f"position start seed {SEED}", "go nodes 200")
    *_, info, answer = talk.hear_until("bestmove ")
    move = answer.removeprefix("bestmove ")
    assert re.fullmatch(
        rf"info depth \d+ nodes \d+ nps \d+ win [01]\.\d{{4}} margin -?\d+\.\d\d pv {move}.*", info
    )


def test_go_infinite_answers_only_after_stop(seeded: Talk) -> None:
    seeded.tell("go infinite")
    assert seeded.hear().startswith("info ")
    assert seeded.ask() == []
    seeded.tell("stop")
    assert seeded.hear().startswith("bestmove ")
    assert seeded.ask("stop") == []


def test_it_answers_while_it_thinks(seeded: Talk) -> None:
    seeded.tell("perft 99")
    assert len(seeded.ask("aep", "d", "legal", "frob")) == 8
    seeded.tell("stop")
    assert seeded.hear() == "error perft stopped"


def test_what_changes_something_waits_and_what_follows_waits_behind(seeded: Talk) -> None:
    seeded.tell("perft 99", "position start", "d", "frob", "go")
    assert seeded.ask() == []
    seeded.tell("stop")
    assert [seeded.hear() for _ in range(4)] == [
        "error perft stopped",
        f"position {START}",
        "error unknown command 'frob'",
        "bestmove none",
    ]


def test_stop_ends_only_what_runs(seeded: Talk) -> None:
    seeded.tell("perft 99", "perft 99", "go infinite")
    for expected in ("error perft stopped", "error perft stopped"):
        seeded.tell("stop")
        assert seeded.hear() == expected
    assert seeded.hear().startswith("info ")
    seeded.tell("stop")
    assert seeded.hear().startswith("bestmove ")


def test_quit_stops_the_search_hears_its_move_and_ends(seeded: Talk) -> None:
    seeded.tell("go infinite", "perft 1", "quit", "isready", "d")
    assert seeded.session.wait(PATIENCE)
    assert seeded.hear_until("bestmove ")
    assert seeded.is_silent()
    assert not seeded.session.listening


def test_quit_at_rest_ends_at_once(talk: Talk) -> None:
    talk.tell("quit")
    assert talk.session.ended
    assert talk.is_silent()


def test_the_end_of_input_lets_finite_work_finish_and_stops_the_infinite(seeded: Talk) -> None:
    seeded.tell("go infinite", "perft 1", "go infinite", "perft 2")
    seeded.session.close()
    assert seeded.session.wait(PATIENCE)
    assert seeded.hear_until("bestmove ")
    assert seeded.hear() == "perft 1 84"
    assert seeded.hear_until("bestmove ")
    assert seeded.hear().startswith("perft 2 ")
    assert seeded.is_silent()


def test_a_line_too_long_is_refused_and_forgotten(talk: Talk) -> None:
    (answer,) = talk.ask("d" * (MAX_LINE + 1))
    assert answer.startswith("error input ")
    assert talk.ask("d " + "x" * (MAX_LINE - 2)) == [f"position {START}"]


def test_what_waits_has_a_limit(seeded: Talk) -> None:
    seeded.tell("perft 99")
    line = "position " + "x" * (MAX_LINE - 9)
    seeded.tell(*[line] * (MAX_WAITING // MAX_LINE))
    assert seeded.hear() == "error position refused: too many commands are waiting"
    seeded.tell("stop")
    assert seeded.hear() == "error perft stopped"
    for _ in range(MAX_WAITING // MAX_LINE - 1):
        assert seeded.hear().startswith("error position notation: ")
    assert seeded.ask("position start") == []


def test_a_session_that_nobody_hears_ends() -> None:
    def broken(line: str) -> None:
        raise BrokenPipeError(line)

    session = Session(broken)
    session.receive("isready")
    assert session.wait(PATIENCE)
