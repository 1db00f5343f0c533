"""Setting up positions: every reachable one comes back, impossible ones are refused."""

from random import Random

import pytest
from hypothesis import given, settings

from azulejos.errors import PositionError
from azulejos.rules import MARKER, Board, Colour, Line, Phase, State, Wall
from tests.bridge import SetUp, arrange, board, counts, set_up_of, table_of
from tests.oracle import COLOURS
from tests.strategies import rngs, states

FIELDS = {"wall", "round", "phase", "start", "displays", "centre", "bag", "lid", "boards"} | {
    f"board {number}" for number in range(1, 5)
}


@given(states())
def test_a_reachable_state_is_set_up_from_its_own_parts(state: State) -> None:
    again = State.set_up(**set_up_of(state))
    assert again == state
    assert hash(again) == hash(state)
    assert again.legal_moves() == state.legal_moves()
    for move in state.legal_moves():
        assert again.play(move) == state.play(move)


DRAFTING = arrange(
    board("-/2R/1K/-/-", "B..../...../...../...../.....", floor="xY", score=7),
    board("1W/-/-/3Y/-", score=4),
    displays="BBRK/YYWW",
    centre="KK",
    lid="BYRKW",
)
TILING = arrange(
    board("-/2R/-/4B/-", floor="x"),
    board("-/-/3Y/-/-"),
    wall="g",
    phase="t1",
    start=1,
)
DEALING = arrange(board("-/1R/-/-/-", "B..../...../...../...../....."), phase="r", lid="BB")
OVER = arrange(board(wall="BYRKW/...../...../...../....."), phase="e")


def test_the_positions_to_be_changed_are_possible_themselves() -> None:
    assert [state.phase for state in (DRAFTING, TILING, DEALING, OVER)] == list(Phase)


def changed(state: State, **parts: object) -> SetUp:
    """Take a state's parts and replace some of them."""
    return set_up_of(state) | parts


def with_board(state: State, player: int, **parts: object) -> SetUp:
    """Take a state's parts and replace some of one player's board."""
    boards = list(state.boards)
    altered: SetUp = boards[player]._asdict() | parts
    boards[player] = Board(**altered)
    return changed(state, boards=tuple(boards))


def wall_of(text: str) -> tuple[tuple[Colour | None, ...], ...]:
    """Read the rows of a wall."""
    return tuple(
        tuple(None if space == "." else Colour(COLOURS.index(space)) for space in row)
        for row in text.split("/")
    )


def lines_of(*lines: tuple[Colour, int] | None) -> tuple[Line | None, ...]:
    """Write five lines, the ones left out empty."""
    given = [Line(*line) if line else None for line in lines]
    return (*given, *[None] * (5 - len(given)))


EMPTY = (0, 0, 0, 0, 0)
B, Y, R, K, W = Colour

IMPOSSIBLE: list[tuple[SetUp, str, str]] = [
    (changed(DRAFTING, wall="c"), "wall", "Wall"),
    (changed(DRAFTING, round=0), "round", "1 to"),
    (changed(DRAFTING, round=-3), "round", "1 to"),
    (changed(DRAFTING, round=10**12), "round", "1 to"),
    (changed(DRAFTING, round=1.5), "round", "1.5"),
    (changed(DRAFTING, round=True), "round", "True"),
    (changed(DRAFTING, phase="d"), "phase", "Phase"),
    (changed(DRAFTING, player=None), "phase", "player to act"),
    (changed(DRAFTING, player=2), "phase", "player to act"),
    (changed(DRAFTING, player=-1), "phase", "player to act"),
    (changed(DRAFTING, start=2), "start", "there is no player 3, the game has 2"),
    (changed(DRAFTING, start=-1), "start", "there is no player 0"),
    (changed(DRAFTING, start=True), "start", "True is not a player"),
    (changed(DRAFTING, boards=DRAFTING.boards[:1]), "boards", "2 to 4"),
    (changed(DRAFTING, boards=DRAFTING.boards * 3), "boards", "2 to 4"),
    (changed(DRAFTING, displays=DRAFTING.displays[:4]), "displays", "4 displays"),
    (changed(DRAFTING, displays=(*DRAFTING.displays, EMPTY)), "displays", "6 displays"),
    (changed(DRAFTING, displays=((5, 0, 0, 0, 0), *[EMPTY] * 4)), "displays", "at most four"),
    (changed(DRAFTING, displays=((1, 1), *[EMPTY] * 4)), "displays", "five counts"),
    (changed(DRAFTING, displays=((-1, 1, 0, 0, 0), *[EMPTY] * 4)), "displays", "-1 blue"),
    (changed(DRAFTING, centre=(0, 0, 0, 2)), "centre", "five counts"),
    (changed(DRAFTING, centre=(0, 0, 0, 21, 0)), "centre", "21 black"),
    (changed(DRAFTING, bag=(0.0, 0, 0, 0, 0)), "bag", "blue"),
    (changed(DRAFTING, bag=(2**70, 0, 0, 0, 0)), "bag", "blue"),
    (changed(DRAFTING, bag=EMPTY), "bag", "blue tiles in all, there are 20"),
    (changed(DRAFTING, lid=(-1, 0, 0, 0, 0)), "lid", "-1 blue"),
    (changed(DRAFTING, lid=(2, 1, 1, 1, 1)), "bag", "21 blue tiles in all"),
    (changed(DRAFTING, marker_in_centre=True), "centre", "marker"),
    (with_board(DRAFTING, 0, floor=(Y,)), "centre", "nowhere"),
    (with_board(DRAFTING, 1, floor=(MARKER,)), "board 2", "player 1 holds the marker"),
    (with_board(DRAFTING, 0, floor=(MARKER, MARKER, Y)), "board 1", "marker twice"),
    (with_board(DRAFTING, 0, floor=(B,) * 8), "board 1", "seven"),
    (with_board(DRAFTING, 0, floor=(Y,), marker_beside=True), "board 1", "beside"),
    (with_board(DRAFTING, 0, marker_beside=True), "board 1", "beside"),
    (with_board(DRAFTING, 1, score=-1), "board 2", "score"),
    (with_board(DRAFTING, 1, score=10**6), "board 2", "score"),
    (with_board(DRAFTING, 1, score=4.5), "board 2", "score"),
    (with_board(DRAFTING, 1, lines=lines_of((W, 2))), "board 2", "line 1 holds 1 to 1"),
    (with_board(DRAFTING, 1, lines=lines_of((W, 0))), "board 2", "line 1 holds 1 to 1"),
    (with_board(DRAFTING, 1, lines=(None,) * 4), "board 2", "4 lines"),
    (with_board(DRAFTING, 0, lines=lines_of((B, 1))), "board 1", "as its row"),
    (with_board(DRAFTING, 0, wall=wall_of("B....")), "board 1", "five rows"),
    (with_board(DRAFTING, 0, wall=wall_of("B.../" * 4 + "....")), "board 1", "five rows"),
    (with_board(DRAFTING, 0, wall=wall_of("Y..../" * 4 + ".....")), "board 1", "is not yellow"),
    (with_board(DRAFTING, 0, wall=wall_of("BYRKW/" + "...../" * 3 + ".....")), "bag", "in all"),
    (changed(DRAFTING, phase=Phase.TILE), "phase", "gray"),
    (changed(DRAFTING, phase=Phase.DEAL), "phase", "nobody"),
    (changed(DRAFTING, phase=Phase.DEAL, player=None), "displays", "on offer"),
    (changed(TILING, phase=Phase.DRAFT), "phase", "nothing to take"),
    (changed(TILING, player=None), "phase", "player to act"),
    (changed(TILING, player=1), "board 1", "has tiled"),
    (changed(TILING, wall=Wall.COLOURED), "phase", "gray"),
    (changed(TILING, marker_in_centre=True), "centre", "marker"),
    (with_board(TILING, 0, wall=wall_of("RR.../" + "...../" * 3 + ".....")), "board 1", "twice"),
    (with_board(TILING, 0, wall=wall_of("R..../...../R..../...../.....")), "board 1", "twice"),
    (changed(DEALING, player=0), "phase", "nobody"),
    (changed(DEALING, marker_in_centre=True), "centre", "empty"),
    (changed(DEALING, phase=Phase.OVER), "phase", "not over"),
    (with_board(DEALING, 1, floor=(MARKER,)), "board 2", "floor line is empty"),
    (changed(OVER, phase=Phase.DEAL), "phase", "the game is over"),
    (changed(OVER, player=1), "phase", "nobody"),
]


@pytest.mark.parametrize(
    ("parts", "field", "reason"),
    IMPOSSIBLE,
    ids=[f"{number} {field}" for number, (_, field, _) in enumerate(IMPOSSIBLE)],
)
def test_an_impossible_position_is_refused_by_field_and_reason(
    parts: SetUp, field: str, reason: str
) -> None:
    with pytest.raises(PositionError, match=reason) as refused:
        State.set_up(**parts)
    assert refused.value.field == field


def test_a_row_complete_while_drafting_is_refused() -> None:
    with pytest.raises(PositionError, match="row 1 is complete") as refused:
        arrange(board(wall="BYRKW/...../...../...../....."), displays="B", centre="x")
    assert refused.value.field == "board 1"


def test_a_full_line_between_rounds_is_refused() -> None:
    with pytest.raises(PositionError, match="line 2 is full") as refused:
        arrange(board(), board("-/2B/-/-/-"), phase="r")
    assert refused.value.field == "board 2"


@pytest.mark.parametrize(
    ("lines", "wall"),
    [
        ("-/-/-/-/-", "...../...../...../...../....."),
        ("-/1R/-/-/-", "...../...../...../...../....."),
        ("-/2R/-/-/-", "R..../.BYK./..R../...../....."),
        ("-/2R/-/-/-", "R..../.BYKW/..R../...../....."),
    ],
)
def test_tiling_without_a_choice_is_refused(lines: str, wall: str) -> None:
    with pytest.raises(PositionError, match="player 1 has no column to choose") as refused:
        arrange(board(lines, wall), wall="g", phase="t1", centre="x")
    assert refused.value.field == "phase"


def test_tiling_goes_from_the_top_so_only_rows_above_may_be_complete() -> None:
    above, below = "BYRKW/...../...../...../.....", "...../...../...../BYRKW/....."
    assert arrange(board("-/2R/-/-/-", above), wall="g", phase="t1", centre="x").player == 0
    with pytest.raises(PositionError, match="row 4 is complete, so the game is over") as refused:
        arrange(board("-/2R/-/-/-", below), wall="g", phase="t1", centre="x")
    assert refused.value.field == "board 1"


def test_tiling_with_tiles_on_offer_is_refused() -> None:
    with pytest.raises(PositionError) as refused:
        arrange(board("-/2R/-/-/-"), wall="g", phase="t1", centre="xB")
    assert refused.value.field == "phase"


def one_count_changed(state: State, rng: Random) -> SetUp:
    """Change one number or one space somewhere in a state's parts."""
    kinds = ["bag", "lid", "centre", "displays", "start", "player", "round"]
    kind = rng.choice(kinds + ["board"] * 6)
    parts = set_up_of(state)
    if kind in ("bag", "lid", "centre"):
        tiles = list(parts[kind])
        tiles[rng.randrange(5)] += rng.choice((-1, 1))
        return parts | {kind: tiles}
    if kind == "displays":
        displays = [list(display) for display in state.displays]
        rng.choice(displays)[rng.randrange(5)] += rng.choice((-1, 1))
        return parts | {kind: displays}
    if kind in ("start", "player", "round"):
        return parts | {kind: (parts[kind] or 0) + rng.choice((-1, 1))}
    player = rng.randrange(state.num_players)
    return with_board(state, player, **board_part_changed(state.board(player), rng))


def board_part_changed(board: Board, rng: Random) -> dict[str, object]:
    """Change one part of a board."""
    row, colour = rng.randrange(5), rng.choice(list(Colour))
    kind = rng.choice(["line", "wall", "floor", "beside"])
    if kind == "line":
        lines = list(board.lines)
        lines[row] = rng.choice([None, Line(colour, rng.randrange(7))])
        return {"lines": tuple(lines)}
    if kind == "wall":
        wall = [list(spaces) for spaces in board.wall]
        wall[row][rng.randrange(5)] = rng.choice([None, colour])
        return {"wall": tuple(map(tuple, wall))}
    if kind == "floor":
        longer = (*board.floor, rng.choice([MARKER, colour]))
        return {"floor": rng.choice([board.floor[:-1], longer])}
    return {"marker_beside": not board.marker_beside}


def tiles_balanced(parts: SetUp) -> SetUp:
    """Mend the tile counts of changed parts from the bag, so that deeper faults show."""
    totals = [0] * 5
    for tiles in (parts["lid"], parts["centre"], *parts["displays"]):
        totals = [a + b for a, b in zip(totals, tiles, strict=True)]
    for seat in parts["boards"]:
        for line in seat.lines:
            if line:
                totals[line.colour] += line.count
        for space in (*seat.floor, *(tile for row in seat.wall for tile in row)):
            if isinstance(space, Colour):
                totals[space] += 1
    return parts | {"bag": [20 - total for total in totals]}


def set_up_or_refused(parts: SetUp) -> State | PositionError:
    """Set a position up, or return what is wrong with it."""
    try:
        return State.set_up(**parts)
    except PositionError as refused:
        return refused


@settings(max_examples=200)
@given(states(), rngs())
def test_a_changed_position_is_refused_or_taken_as_it_is(state: State, rng: Random) -> None:
    parts = one_count_changed(state, rng)
    if rng.random() < 0.8:
        parts = tiles_balanced(parts)
    accepted = set_up_or_refused(parts)
    if isinstance(accepted, PositionError):
        assert accepted.field in FIELDS
        assert accepted.message
        return
    for name, part in set_up_of(accepted).items():
        wanted = parts[name]
        if name == "displays":
            wanted = [tuple(display) for display in wanted]
        assert part == (tuple(wanted) if isinstance(wanted, list) else wanted)
    table = table_of(accepted)
    assert [str(move) for move in accepted.legal_moves()] == table.legal_moves()
    for move in accepted.legal_moves():
        child = table.copy()
        child.play(str(move))
        assert table_of(accepted.play(move)).position() == child.position()


def test_counts_are_in_colour_order() -> None:
    assert DRAFTING.lid == counts("BYRKW")
    assert DRAFTING.displays[0] == (2, 0, 1, 1, 0)
