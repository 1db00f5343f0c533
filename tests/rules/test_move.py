"""Moves as values: 325 of them, ordered as in the notation."""

import copy
import pickle

import pytest

from azulejos.rules import CENTRE, FLOOR, NUM_MOVES, Colour, Move
from tests.bridge import move_of

ALL = [Move.from_index(index) for index in range(NUM_MOVES)]
SOURCES, COLOURS, TARGETS = "123456789c", "BYRKW", "12345-"


def test_the_moves_are_written_and_ordered_as_in_the_notation() -> None:
    drafts = [f"{s}{c}{t}" for s in SOURCES for c in COLOURS for t in TARGETS]
    tilings = [f"{line}@{column}" for line in range(1, 6) for column in range(1, 6)]
    assert [str(move) for move in ALL] == drafts + tilings
    backwards = ALL[::-1]
    assert sorted(backwards) == ALL


def test_a_draft_move_has_source_colour_and_target() -> None:
    move = Move.draft(2, Colour.BLUE, 1)
    assert str(move) == "3B2"
    assert (move.source, move.colour, move.target) == (2, Colour.BLUE, 1)
    assert isinstance(move.colour, Colour)
    assert (move.line, move.column, move.is_tiling) == (None, None, False)
    assert str(Move.draft(CENTRE, Colour.RED, FLOOR)) == "cR-"


def test_a_tiling_move_has_line_and_column() -> None:
    move = Move.tile(3, 1)
    assert str(move) == "4@2"
    assert (move.line, move.column, move.is_tiling) == (3, 1, True)
    assert (move.source, move.colour, move.target) == (None, None, None)


@pytest.mark.parametrize("move", ALL, ids=str)
def test_a_move_is_the_same_however_it_is_made(move: Move) -> None:
    assert move_of(str(move)) == move
    assert Move.from_index(move.index) is move
    for twin in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
        assert twin == move
        assert hash(twin) == hash(move)
    assert str(move) in repr(move)


def test_moves_differ_from_one_another_and_from_other_things() -> None:
    assert len(set(ALL)) == NUM_MOVES
    assert ALL[0] < ALL[1] <= ALL[1] < ALL[2] > ALL[1] >= ALL[1]
    other: object = ALL[7].index
    assert ALL[7] != other
    with pytest.raises(TypeError):
        ALL[0] < 1  # type: ignore[operator]  # noqa: B015


@pytest.mark.parametrize("name", ["index", "source", "line", "anything"])
def test_a_move_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Move.draft(0, 0, 0), name, 1)


@pytest.mark.parametrize("index", [-1, NUM_MOVES])
def test_an_index_beyond_the_moves_is_refused(index: int) -> None:
    with pytest.raises(ValueError, match="index must be 0 to 324"):
        Move.from_index(index)


@pytest.mark.parametrize("parts", [(-1, 0, 0), (10, 0, 0), (0, 5, 0), (0, -1, 0), (0, 0, 6)])
def test_a_draft_of_parts_that_do_not_exist_is_refused(parts: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="must be 0 to"):
        Move.draft(*parts)


@pytest.mark.parametrize("parts", [(-1, 0), (5, 0), (0, 5), (0, -1)])
def test_a_tiling_beyond_the_wall_is_refused(parts: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="must be 0 to"):
        Move.tile(*parts)
