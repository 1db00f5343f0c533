"""Positions that are refused, each with the field at fault and the reason."""

import pytest

from azulejos.errors import AzulejosError, NotationError, PositionError
from azulejos.notation import format_position, parse_position

EMPTY = "0:-/-/-/-/-:...../...../...../...../.....:-"
FIELDS = ("wall", "round", "phase", "start", "displays", "centre", "bag", "lid", "one", "two")
DRAFTING = (
    "c", "2", "d1", "s2", "BBRK/-/-/-/-", "xWW", "18,20,19,19,17", "0,0,0,0,0",
    "0:-/-/-/-/-:....W/...../...../...../.....:-", EMPTY,
)  # fmt: skip
TILING = (
    "g", "2", "t1", "s1", "-/-/-/-/-", "-", "18,20,20,20,20", "0,0,0,0,0",
    "0:-/2B/-/-/-:...../...../...../...../.....:x", EMPTY,
)  # fmt: skip
DEALING = (
    "c", "2", "r", "s2", "-/-/-/-/-", "-", "20,20,20,20,19", "0,0,0,0,0",
    "1:-/-/-/-/-:....W/...../...../...../.....:-", EMPTY,
)  # fmt: skip
OVER = (
    "c", "5", "e", "s2", "-/-/-/-/-", "-", "19,19,19,19,19", "0,0,0,0,0",
    "17:-/-/-/-/-:BYRKW/...../...../...../.....:-", EMPTY,
)  # fmt: skip


def changed(fields: tuple[str, ...], **changes: str) -> str:
    """Write a position with some of its fields changed."""
    return " ".join(changes.get(name, old) for name, old in zip(FIELDS, fields, strict=True))


def refusal(text: str) -> AzulejosError:
    """Return the error that a text is refused with."""
    with pytest.raises(AzulejosError) as error:
        parse_position(text)
    assert len(str(error.value)) < 300
    return error.value


@pytest.mark.parametrize("fields", [DRAFTING, TILING, DEALING, OVER])
def test_the_positions_changed_below_are_possible(fields: tuple[str, ...]) -> None:
    assert format_position(parse_position(" ".join(fields))) == " ".join(fields)


@pytest.mark.parametrize(
    ("field", "text", "message"),
    [
        ("wall", "C", "wall: 'C' is neither c nor g"),
        ("wall", "cg", "wall: 'cg' is neither c nor g"),
        ("round", "+2", "round: '+2' is not a number"),
        ("round", "02", "round: '02' has a leading zero"),
        ("round", "1_0", "round: '1_0' is not a number"),
        ("round", "9" * 500, "is too large"),
        ("phase", "d", "phase: 'd' is not d or t and a player, r or e"),
        ("phase", "d0", "phase: 'd0' is not"),
        ("phase", "d5", "phase: 'd5' is not"),
        ("phase", "r1", "phase: 'r1' is not"),
        ("start", "2", "start: '2' is not a player such as s1"),
        ("start", "s0", "start: 's0' is not a player"),
        ("displays", "BBRK/-/-/-", "displays: 'BBRK/-/-/-' is 4 displays, a game has"),
        ("displays", "BB", "displays: 'BB' is 1 display, a game has 5, 7 or 9"),
        ("displays", "BBKR/-/-/-/-", "display 1: 'BBKR' is out of order"),
        ("displays", "BBRK//-/-/-", "display 2: nothing here"),
        ("displays", "BBRKx/-/-/-/-", "display 1: 'x' is no colour"),
        ("centre", "WWx", "centre: 'x' is no colour"),
        ("centre", "x-", "centre: 'x-' is not how a lone marker is written"),
        ("centre", "xxWW", "centre: 'x' is no colour"),
        ("centre", "xWB", "centre: 'WB' is out of order"),
        ("bag", "18,20,19,19", "bag: '18,20,19,19' is not five counts"),
        ("bag", "18,20,19,19,17,0", "is not five counts"),
        ("bag", "18,20,19,19,-17", "bag: '-17' is not a number"),
        ("lid", "0,0,0,0,", "lid: '' is not a number"),
        ("lid", "0,0,0,0,00", "lid: '00' has a leading zero"),
        ("one", "0:-/-/-/-/-:....W/...../...../...../.....", "board 1: "),
        ("one", EMPTY + ":", "is not of the form score:lines:wall:floor"),
        ("two", EMPTY.replace("0:", "-1:"), "board 2 score: '-1' is not a number"),
        ("two", EMPTY.replace("0:", "00:"), "board 2 score: '00' has a leading zero"),
        ("two", EMPTY.replace("-/", "", 1), "board 2 lines: 4 lines, a board has five"),
        ("two", EMPTY.replace("-/", "0B/", 1), "board 2 line 1: '0B' is not '-' or a count"),
        ("two", EMPTY.replace("-/", "B1/", 1), "board 2 line 1: 'B1' is not '-' or a count"),
        ("two", EMPTY.replace("-/", "/", 1), "board 2 line 1: '' is not '-' or a count"),
        ("two", EMPTY.replace("...../", "", 1), "board 2 wall: 4 rows, a wall has five"),
        ("two", EMPTY.replace(".....", "......", 1), "board 2 wall row 1: '......' is not five"),
        ("two", EMPTY.replace(".....", "..x..", 1), "board 2 wall row 1: 'x' is neither a colour"),
        ("two", EMPTY[:-1], "board 2 floor: nothing here, '-' stands for an empty floor line"),
        ("two", EMPTY + "B", "board 2 floor: '-' is neither a colour nor the marker x"),
        ("two", EMPTY[:-1] + "b", "board 2 floor: 'b' is neither a colour nor the marker x"),
        ("two", EMPTY[:-1] + "+x", "board 2 floor: nothing here"),
        ("two", EMPTY[:-1] + "BBBBBBB+xB", "board 2 floor: 'BBBBBBB+xB' goes on after '+x'"),
        ("two", EMPTY[:-1] + "BBBBBBB+x+x", "goes on after '+x'"),
        ("two", EMPTY[:-1] + "BBBBBBB+", "board 2 floor: '+' is neither a colour"),
    ],
)
def test_a_field_of_the_wrong_form(field: str, text: str, message: str) -> None:
    error = refusal(changed(DRAFTING, **{field: text}))
    assert isinstance(error, NotationError)
    assert message in str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "position: empty"),
        ("c", "position: 1 fields, a position has <wall> <round> <phase>"),
        (" ".join(DRAFTING[:9]), "position: 9 fields"),
        (" ".join(DRAFTING) + f" {EMPTY}" * 3, "position: 13 fields"),
        (" ".join(DRAFTING).replace(" ", "  ", 1), "position: fields are separated by one space"),
        (" " + " ".join(DRAFTING), "position: fields are separated by one space"),
        (" ".join(DRAFTING) + " ", "position: fields are separated by one space"),
        (" ".join(DRAFTING) + "\n", "floor"),
        ("\t".join(DRAFTING), "position: 1 fields"),
        (" ".join(DRAFTING).replace("2", "２", 1), "position: '\\uff12' is not ASCII"),
        (" ".join(DRAFTING) + "B" * 10_000_000, "longer than any position"),
    ],
)
def test_a_line_of_the_wrong_form(text: str, message: str) -> None:
    error = refusal(text)
    assert isinstance(error, NotationError)
    assert message in str(error)


def impossible(fields: tuple[str, ...], **changes: str) -> str:
    """Return the message that an impossible position is refused with."""
    error = refusal(changed(fields, **changes))
    assert isinstance(error, PositionError), error
    return str(error)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"round": "0"}, "round"),
        ({"phase": "d3"}, "phase"),
        ({"start": "s3"}, "start"),
        ({"phase": "t1"}, "phase"),
        ({"phase": "r"}, "displays"),
        ({"phase": "e"}, "displays"),
        ({"displays": "BBRK/-/-/-/-/-/-"}, "displays"),
        ({"displays": "BBRRK/-/-/-/-", "bag": "18,20,18,19,17"}, "displays"),
        ({"displays": "-/-/-/-/-", "centre": "x", "bag": "20,20,20,20,19"}, "phase"),
        ({"centre": "WW"}, "centre"),
        ({"bag": "18,20,19,19,18"}, "bag"),
        ({"bag": "18,20,19,18,18"}, "bag"),
        ({"bag": "999999999,20,19,19,17"}, "bag"),
        ({"lid": "1,0,0,0,0"}, "bag"),
        ({"two": EMPTY.replace(":-", ":x", 2).replace(":x", ":-", 1)}, "centre"),
        ({"two": "999999999" + EMPTY[1:]}, "board 2"),
        ({"two": EMPTY.replace("-/", "2B/", 1), "bag": "16,20,19,19,17"}, "board 2"),
        ({"two": EMPTY.replace(":..", ":Y.", 1), "bag": "18,19,19,19,17"}, "board 2"),
        ({"two": EMPTY.replace(":-/", ":1B/").replace(":.", ":B"), "bag": "16,20,19,19,17"},
         "board 2"),
        ({"two": EMPTY.replace(".....", "BYRKW", 1), "bag": "17,19,18,18,16"}, "board 2"),
    ],
)  # fmt: skip
def test_a_draft_no_game_can_reach(changes: dict[str, str], field: str) -> None:
    assert impossible(DRAFTING, **changes).startswith(f"{field}: ")


def test_players_are_counted_from_one_as_the_notation_counts_them() -> None:
    assert impossible(DRAFTING, start="s3") == "start: there is no player 3, the game has 2"
    assert impossible(DRAFTING, phase="d3") == "phase: phase d needs the player to act, 1 to 2"


def test_a_floor_line_has_seven_spaces() -> None:
    message = impossible(DRAFTING, two=EMPTY[:-1] + "B" * 8, bag="10,20,19,19,17")
    assert message == "board 2 floor: 8 spaces, a floor line has seven"


@pytest.mark.parametrize("floor", ["BBBBBB", "BBBBBBx", "-"])
def test_the_marker_lies_beside_the_board_only_if_seven_tiles_fill_the_floor(floor: str) -> None:
    message = impossible(DRAFTING, two=EMPTY[:-1] + floor + "+x", centre="WW")
    assert message.startswith("board 2 floor: '+x' stands only after seven tiles")


def test_there_is_one_marker() -> None:
    held = EMPTY[:-1] + "x"
    one = DRAFTING[8][:-1] + "x"
    assert impossible(DRAFTING, two=held).startswith("centre: ")
    assert impossible(DRAFTING, one=one, two=held, centre="WW").startswith("board 2: ")
    assert impossible(TILING, one=TILING[8][:-1] + "-").startswith("centre: ")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"wall": "c"}, "phase"),
        ({"phase": "t2"}, "phase"),
        ({"displays": "K/-/-/-/-", "bag": "18,20,20,19,20"}, "phase"),
        ({"one": TILING[8].replace("2B", "1B"), "bag": "19,20,20,20,20"}, "phase"),
        ({"start": "s2", "two": EMPTY.replace("-/", "1K/", 1), "bag": "18,20,20,19,20"}, "board 2"),
        (
            {"one": "0:-/2B/-/-/-:...../...../...../...../BYRKW:x", "bag": "17,19,19,19,19"},
            "board 1",
        ),
    ],
)
def test_tiling_needs_a_choice_and_a_turn(changes: dict[str, str], field: str) -> None:
    assert impossible(TILING, **changes).startswith(f"{field}: ")


def test_a_gray_wall_holds_a_colour_once_in_a_row_and_in_a_column() -> None:
    row = EMPTY.replace(".....", "B.B..", 1)
    column = EMPTY.replace("...../.....", "B..../B....", 1)
    bag = "16,20,20,20,20"
    assert impossible(TILING, two=row, bag=bag) == "board 2: row 1 of the wall holds blue twice"
    assert "column 1 of the wall holds blue twice" in impossible(TILING, two=column, bag=bag)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"centre": "x"}, "centre"),
        ({"centre": "B", "bag": "19,20,20,20,19"}, "displays"),
        ({"two": EMPTY[:-1] + "B", "bag": "19,20,20,20,19"}, "board 2"),
        ({"two": EMPTY.replace("-/", "1B/", 1), "bag": "19,20,20,20,19"}, "board 2"),
        ({"phase": "e"}, "phase"),
    ],
)
def test_between_rounds_the_table_is_cleared(changes: dict[str, str], field: str) -> None:
    assert impossible(DEALING, **changes).startswith(f"{field}: ")


def test_no_deal_is_due_after_a_complete_row() -> None:
    assert impossible(OVER, phase="r").startswith("phase: ")
