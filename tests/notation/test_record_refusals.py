"""Records that are refused: the wrong form by its line, contradictions by round and move."""

from random import Random

import pytest

from azulejos.errors import NotationError, RecordError
from azulejos.notation import Record, format_record, parse_move, parse_record
from azulejos.rules import Wall
from tests.notation.games import recorded_game
from tests.notation.test_records import OPENING

FINISHED = format_record(recorded_game((2, Wall.COLOURED), Random(3)))
GRAY = format_record(recorded_game((2, Wall.GRAY), Random(3)))


def fault(text: str | bytes) -> RecordError:
    """Return the error that a contradictory record is refused with."""
    with pytest.raises(RecordError) as error:
        parse_record(text)
    return error.value


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Wall "coloured"]', "[Wall coloured]", "line 1: '[Wall coloured]' is no header"),
        ('[Wall "coloured"]', '[Wall  "coloured"]', "line 1: "),
        ('[Wall "coloured"]', '[Wall "coloured"', "line 1: "),
        ('[Wall "coloured"]', '[Wall "coloured"] x', "line 1: "),
        ('[Wall "coloured"]', '[Wáll "coloured"]', "line 1: "),
        ("Ana", 'A"na', "line 3: "),
        ("Ana", "A\\na", "line 3: "),
        ("Ana", "A\nna", "line 3: "),
        ("1. s1", "hello 1. s1", "line 8: 'hello' stands before the first round"),
        ("1. s1", "{hello} 1. s1", "line 8: '{hello}' stands before the first round"),
        ("1. s1", "0. s1", "line 8: '0.' stands before the first round"),
        ("1. s1", "01. s1", "line 8: '01.' stands before the first round"),
        ("1. s1", "1.", "line 8: round 1: 'BBRK/YYWW/BYRW/KKKK/BBYY' is not a starting player"),
        ("1. s1", "1. s5", "line 8: round 1: 's5' is not a starting player such as s1"),
        ("/BBYY", "/YYBB", "line 8: round 1, deal: display 5: 'YYBB' is out of order"),
        ("/BBYY", "", "line 8: round 1, deal: displays: 'BBRK/YYWW/BYRW/KKKK' is 4 displays"),
        ("cR-", "cX-", "line 9: round 1, move 2: 'cX-' is no move, 'X' is no colour"),
        ("cR-", "=BBRK/YYWW/BYRW/KKKK/BBYY", "line 9: round 1, move 2: "),
        ("cR-", '[Date "x"]', "line 9: round 1, move 2: headers stand before the first round"),
        ("4.2}", "4.2", "line 9: a comment that does not end"),
        ("{win", "{win {and", "line 9: a comment that does not end, or has another inside"),
        ("4.2}", "4.2}}", "line 9: '}' without a comment to end"),
        ("3B2", "{why} 3B2", "line 9: a comment stands after a move"),
        ("2Y2\n", "2Y2 2.", "line 9: round 2: '' is not a starting player"),
        ("2Y2\n", "2Y2 2. s1", "line 9: round 2, deal: displays: '' is no display"),
    ],
)
def test_a_text_of_the_wrong_form_is_refused_by_its_line(old: str, new: str, message: str) -> None:
    assert old in OPENING
    with pytest.raises(NotationError) as error:
        parse_record(OPENING.replace(old, new, 1))
    assert message in str(error.value)
    assert len(str(error.value)) < 300


def test_bytes_must_be_utf_8() -> None:
    with pytest.raises(NotationError, match="line 3: not UTF-8"):
        parse_record(OPENING.encode().replace(b"Ana", b"An\xe1"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Wall "coloured"]\n', "", "Wall: missing, it must be coloured or gray"),
        ('"coloured"', '"grey"', "Wall: 'grey' is not coloured or gray"),
        ('[Players "2"]\n', "", "Players: missing, it must be 2 or 3 or 4"),
        ('[Players "2"]', '[Players "5"]', "Players: '5' is not 2 or 3 or 4"),
        ('[Players "2"]', '[Players "٢"]', "Players: '\\u0662' is not 2 or 3 or 4"),
        ('[Players "2"]', '[Players "2"]\n[Players "2"]', "Players: given twice, again in line 3"),
        ("[Player2 ", "[Player3 ", "Player3: no such seat, the game has 2 players"),
        ("[Player2 ", "[Player0 ", "Player0: no such seat"),
        ("[Player2 ", "[Player02 ", "Player02: no such seat"),
        ("Ana", "A\tna", "Player1: '\\t' cannot stand in a header"),
        ("[Date ", "[Commitment ", "Commitment: '2026-11-15' is not 64 hexadecimal digits"),
        ("[Date ", "[Nonce1 ", "Nonce1: '2026-11-15' is not 64 hexadecimal digits"),
        ('[Date "2026-11-15"]', '[Start "3"]', "Start: '3' is not 1 or 2"),
        ('[Result "*"]', '[Result "0 0"]', "Result: '0 0' is given, the game says '*'"),
        ('[Result "*"]', '[Result ""]', "Result: '' is given, the game says '*'"),
    ],
)
def test_headers_must_fit_the_game(old: str, new: str, message: str) -> None:
    assert old in OPENING
    error = fault(OPENING.replace(old, new, 1))
    assert message in str(error)
    assert (error.round, error.move) == (None, None)


def test_an_empty_text_is_no_record() -> None:
    assert "Wall: missing" in str(fault(""))


@pytest.mark.parametrize(
    ("old", "new", "message", "move"),
    [
        ("1. s1", "2. s1", "round 2: this is round 1 of the game", None),
        ("1. s1", "1. s3", "round 1, start: player 3 starts a game of 2", None),
        ("BBYY", "BBY", "round 1, deal: display 5 holds 3 tiles, it gets 4", None),
        ("/BBYY", "/BBYY/-/-", "round 1, deal: 7 displays, there are 5", None),
        ("cR-", "cK-", "round 1, move 2 (cK-): there is no black tile in the centre", 2),
        ("cR-", "9K-", "round 1, move 2 (9K-): there are only 5 displays", 2),
        ("cR-", "1@1", "round 1, move 2 (1@1): players are drafting, nobody is tiling", 2),
        ("2Y2", "2Y2 2Y2", "round 1, move 5 (2Y2): ", 5),
        ("2Y2\n", "2Y2 2. s1 BBRK/YYWW/BYRW/KKKK/BBYY",
         "round 2: round 1 has not ended, player 1 is to draft", None),
    ],
)  # fmt: skip
def test_what_the_rules_forbid_is_refused_by_round_and_move(
    old: str, new: str, message: str, move: int | None
) -> None:
    assert old in OPENING
    error = fault(OPENING.replace(old, new, 1))
    assert message in str(error)
    assert error.round == (2 if message.startswith("round 2") else 1)
    assert error.move == move


def test_the_bag_decides_what_can_be_dealt() -> None:
    lines = FINISHED.splitlines()
    second = next(n for n, line in enumerate(lines) if line.startswith("2. "))
    lines[second] = lines[second][:6] + "BBBB/BBBB/BBBB/BBBB/BBBB"
    error = fault("\n".join(lines))
    assert str(error).startswith("round 2, deal: display ")
    assert (error.round, error.move) == (2, None)


def test_the_player_with_the_marker_starts() -> None:
    start = FINISHED[FINISHED.index("\n2. s") + 5]
    other = "1" if start == "2" else "2"
    error = fault(FINISHED.replace(f"\n2. s{start}", f"\n2. s{other}"))
    assert str(error) == f"round 2, start: s{other} is given, player {start} starts"


def test_rounds_are_numbered_one_by_one() -> None:
    error = fault(FINISHED.replace("\n2. s", "\n3. s", 1))
    assert str(error) == "round 3: this is round 2 of the game"
    assert error.round == 3


def test_no_move_follows_the_end_of_a_round() -> None:
    text = FINISHED.replace("\n2. s", " 1B- {too late}\n2. s")
    assert str(fault(text)).endswith("(1B-): the round is over, a deal is due")


def test_nothing_follows_the_end_of_the_game() -> None:
    assert str(fault(FINISHED + "1B-")).endswith("(1B-): the game is over")
    last = FINISHED.count(". s")
    more = fault(f"{FINISHED}{last + 1}. s1 BBRK/YYWW/BYRW/KKKK/BBYY")
    assert str(more) == f"round {last + 1}: the game was over after round {last}"


def test_the_result_is_the_scores_in_seat_order() -> None:
    record = parse_record(FINISHED)
    first, second = record.final.scores
    assert first != second
    for wrong in (f"{second} {first}", f"{first}  {second}", f"{first}-{second}", "*"):
        error = fault(FINISHED.replace(f'[Result "{first} {second}"]', f'[Result "{wrong}"]'))
        assert error.field == "Result"
        assert f"the game says '{first} {second}'" in str(error)


def test_a_column_that_is_not_allowed_is_refused() -> None:
    position = GRAY.index("@")
    column = GRAY[position + 1]
    line = GRAY[position - 1]
    other = next(digit for digit in "12345" if digit != line)
    error = fault(f"{GRAY[: position - 1]}{other}@{column}{GRAY[position + 2 :]}")
    assert str(error).endswith(f"line {line} is the topmost full line and comes first")
    assert error.move is not None


def test_a_round_does_not_end_before_its_columns_are_chosen() -> None:
    position = GRAY.index("@")
    second = GRAY.index("\n2. ")
    assert position < second
    error = fault(GRAY[: position - 1] + GRAY[second:])
    assert "round 1 has not ended, player" in str(error)
    assert str(error).endswith("is to choose a column")


def test_a_fixed_start_must_be_the_start() -> None:
    error = fault('[Start "2"]\n' + OPENING)
    assert str(error) == "round 1, start: player 1 starts, but the header Start says '2'"


def test_a_comment_that_cannot_be_written_is_refused() -> None:
    record = parse_record(OPENING)
    for comment in ("a } b", "a { b", "a\x00b", "\ud800"):
        with pytest.raises(RecordError) as error:
            record.with_comments([None, comment])
        assert str(error.value).startswith("round 1, move 2 (cR-): comment: ")


def test_a_header_that_cannot_be_written_is_refused() -> None:
    for headers in ({"a b": "x"}, {"é": "x"}, {"": "x"}, {"X": "a\nb"}, {"X": "\ud800"}):
        with pytest.raises(RecordError):
            Record({"Wall": "gray", "Players": "2", **headers})


def test_the_first_illegal_move_is_named() -> None:
    record = parse_record(OPENING)
    (played,) = record.rounds
    moves = (played.moves[0], *(step._replace(move=parse_move("5B5")) for step in played.moves[1:]))
    with pytest.raises(RecordError) as error:
        Record({"Wall": "coloured", "Players": "2"}, (played._replace(moves=moves),))
    assert (error.value.round, error.value.move) == (1, 3)
