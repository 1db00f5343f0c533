"""Game records: what is read, what is written, and that both agree."""

import copy
import pickle
from random import Random

import pytest

from azulejos.errors import AzulejosError, RecordError
from azulejos.notation import (
    Record,
    RecordedMove,
    Recorder,
    format_position,
    format_record,
    parse_deal,
    parse_move,
    parse_record,
)
from azulejos.rules import Move, Phase, State, Wall
from tests.notation.games import recorded_game
from tests.strategies import MODES, POLICIES, Mode, Policy, mode_id

HEADERS = '[Wall "coloured"]\n[Players "2"]\n'
OPENING = """\
[Wall "coloured"]
[Players "2"]
[Player1 "Ana"]
[Player2 "mcts"]
[Date "2026-11-15"]
[Result "*"]

1. s1 BBRK/YYWW/BYRW/KKKK/BBYY
3B2 cR- 1B3 {win 0.61 margin +4.2} 2Y2
"""


def test_the_opening_of_a_game() -> None:
    record = parse_record(OPENING)
    assert record.wall is Wall.COLOURED
    assert record.num_players == 2
    assert record.names == ("Ana", "mcts")
    assert list(record.headers) == ["Wall", "Players", "Player1", "Player2", "Date", "Result"]
    (played,) = record.rounds
    assert (played.number, played.start) == (1, 0)
    assert played.deal == parse_deal("BBRK/YYWW/BYRW/KKKK/BBYY")
    assert [str(move) for move, _ in played.moves] == ["3B2", "cR-", "1B3", "2Y2"]
    assert [comment for _, comment in played.moves] == [None, None, "win 0.61 margin +4.2", None]
    assert not record.is_finished
    assert record.result == "*"
    assert record.final.player == 0
    assert format_record(record) == OPENING


def test_the_states_of_a_record_run_from_before_the_first_deal() -> None:
    record = parse_record(OPENING)
    states = list(record.states())
    assert states[0] == State.new()
    assert len(states) == 6
    assert states[-1] == record.final
    for (state, event), after in zip(record.replay(), states[1:], strict=True):
        assert (state.play(event) if isinstance(event, Move) else state.deal(event)) == after


def test_moves_are_wrapped_freely() -> None:
    tangled = OPENING.replace("3B2 cR- ", "\n\n 3B2\tcR-\n").replace("{win 0.61 ", "{ win\n0.61  ")
    tangled = tangled.replace("1. s1 ", "1.\n  s1\n\n").replace("+4.2} 2Y2", "+4.2}2Y2   \n\n")
    assert parse_record(tangled) == parse_record(OPENING)


def test_line_ends_byte_order_mark_and_bytes_make_no_difference() -> None:
    record = parse_record(OPENING)
    windows = OPENING.replace("\n", "\r\n")
    assert parse_record(windows) == record
    assert parse_record(OPENING.replace("\n", "\r")) == record
    assert parse_record("\ufeff" + windows) == record
    assert parse_record(b"\xef\xbb\xbf" + windows.encode()) == record
    assert parse_record(OPENING.encode()) == record
    assert parse_record(OPENING.rstrip("\n")) == record


@pytest.mark.parametrize(
    "name", ["", "Jana Nováková", 'The "Tiler"', "back\\slash", "]", "{1. s1}", "👩‍🎨", "  x  "]
)
def test_a_name_may_be_any_text_on_one_line(name: str) -> None:
    record = Record({"Wall": "gray", "Players": "3", "Player2": name})
    assert parse_record(format_record(record)).names == (None, name, None)


def test_quotes_and_backslashes_in_a_name_are_written_after_a_backslash() -> None:
    record = Record({"Wall": "gray", "Players": "2", "Player1": 'a"b\\c'})
    assert '[Player1 "a\\"b\\\\c"]\n' in format_record(record)


def test_headers_nobody_knows_are_kept_in_their_place() -> None:
    text = '[Event "Club night"]\n[Wall "gray"]\n[Round_2 "x"]\n[Players "4"]\n'
    assert format_record(parse_record(text)) == text


def test_a_record_may_end_before_the_first_deal() -> None:
    record = parse_record(HEADERS)
    assert record.final == State.new()
    assert record.result == "*"
    assert list(record.states()) == [State.new()]
    assert parse_record('[Start "2"]\n' + HEADERS).final == State.new(2, Wall.COLOURED, 1)


def test_several_comments_are_one_and_an_empty_one_is_none() -> None:
    record = parse_record(OPENING.replace("3B2", "3B2 {good} {or so}").replace("cR-", "cR- { }"))
    comments = [comment for _, comment in record.rounds[0].moves]
    assert comments == ["good or so", None, "win 0.61 margin +4.2", None]


def test_a_comment_is_wrapped_between_its_words() -> None:
    long = " ".join(f"word{n}" for n in range(60))
    record = parse_record(OPENING).with_comments([long, None, long])
    text = format_record(record)
    assert max(map(len, text.splitlines())) <= 80
    assert parse_record(text) == record
    assert record.rounds[0].moves[2] == RecordedMove(parse_move("1B3"), long)
    assert record.rounds[0].moves[3].comment is None


def test_a_recorder_follows_a_game() -> None:
    recorder = Recorder(State.new(2, Wall.COLOURED, 1), {"Player1": "Ana"})
    assert recorder.record().rounds == ()
    recorder.add(parse_deal("BBRK/YYWW/BYRW/KKKK/BBYY"))
    state = recorder.add(parse_move("3B2"), "quiet")
    assert recorder.state == state
    assert format_record(recorder.record()) == (
        '[Wall "coloured"]\n[Players "2"]\n[Player1 "Ana"]\n[Result "*"]\n\n'
        "1. s2 BBRK/YYWW/BYRW/KKKK/BBYY\n3B2 {quiet}\n"
    )


def test_a_recorder_refuses_what_the_rules_refuse_and_stays_as_it_was() -> None:
    recorder = Recorder(State.new())
    recorder.add(parse_deal("BBRK/YYWW/BYRW/KKKK/BBYY"))
    before = recorder.record()
    with pytest.raises(AzulejosError):
        recorder.add(parse_move("1W1"))
    with pytest.raises(AzulejosError):
        recorder.add(parse_deal("BBRK/YYWW/BYRW/KKKK/BBYY"))
    assert recorder.record() == before


def test_a_recorder_starts_before_the_first_deal() -> None:
    state = State.new().deal(parse_deal("BBRK/YYWW/BYRW/KKKK/BBYY"))
    with pytest.raises(RecordError, match="a record starts before the first deal"):
        Recorder(state)


def test_a_record_is_a_value() -> None:
    record = recorded_game((3, Wall.GRAY), Random(5), comments=True)
    same = parse_record(format_record(record))
    assert record == same
    assert hash(record) == hash(same)
    assert pickle.loads(pickle.dumps(record)) == record
    assert copy.deepcopy(record) == record
    assert record != record.with_headers({"Player1": "somebody else"})
    with pytest.raises(TypeError):
        record.headers["Wall"] = "gray"  # type: ignore[index]
    with pytest.raises(AttributeError):
        record.rounds = ()


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_a_game_is_read_as_it_was_played(mode: Mode, policy: Policy) -> None:
    rng = Random(f"records {mode_id(mode)} {policy.__name__}")
    for plies in (500, 500, rng.randrange(1, 60)):
        record = recorded_game(
            mode, rng, policy=policy, plies=plies, comments=True, headers={"Date": "2026-11-15"}
        )
        text = format_record(record)
        again = parse_record(text)
        assert again == record
        assert format_record(again) == text
        assert again.final == record.final
        assert all(len(line) <= 80 for line in text.splitlines())
        assert (record.headers["Result"] == "*") == (record.final.phase is not Phase.OVER)
        if record.is_finished:
            assert record.headers["Result"] == " ".join(map(str, record.final.scores))


def test_a_gray_wall_record_holds_the_choices_of_columns() -> None:
    record = recorded_game((2, Wall.GRAY), Random(1))
    tilings = [move for state, move in record.replay() if state.phase is Phase.TILE]
    assert tilings
    assert "@" in format_record(record)
    assert format_position(parse_record(format_record(record)).final) == format_position(
        record.final
    )
