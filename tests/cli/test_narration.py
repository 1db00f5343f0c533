"""What is told of a game agrees with its scores."""

import itertools

import pytest
from hypothesis import given

from azulejos.cli.narration import YOU, describe_end, describe_move, describe_round, tile_points
from azulejos.notation import parse_deal, parse_move, parse_position
from azulejos.rules import FLOOR_COSTS, Colour, Phase, State
from tests.strategies import games

FRESH = State.new().deal(parse_deal("BBRK/YYWW/BYRW/KKKK/BBYY"))


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("4K4", "Ana takes 4 black from display 4, to line 4, now full"),
        ("4K5", "Ana takes 4 black from display 4, to line 5"),
        ("4K3", "Ana takes 4 black from display 4, to line 3, now full, 1 falls to the floor (-1)"),
        ("4K1", "Ana takes 4 black from display 4, to line 1, now full, 3 fall to the floor (-4)"),
        ("4K-", "Ana takes 4 black from display 4, all to the floor (-6)"),
        ("1R-", "Ana takes 1 red from display 1, to the floor (-1)"),
        (
            "1R1 cB3",
            "Ana takes 2 blue from the centre with the starting marker, to line 3 (-1)",
        ),
        ("1R1 cB3 cK2", "Ana takes 1 black from the centre, to line 2"),
    ],
)
def test_a_move_is_told_in_plain_words(moves: str, words: str) -> None:
    state = FRESH
    *before, last = moves.split()
    for move in before:
        state = state.play(parse_move(move))
    assert describe_move(state, parse_move(last), "Ana").plain == words


def test_a_person_is_spoken_to() -> None:
    assert describe_move(FRESH, parse_move("4K4"), YOU).plain.startswith("You take 4 black")


def test_a_column_choice_is_told_with_its_points() -> None:
    state = parse_position(
        "g 2 t1 s1 -/-/-/-/- - 20,19,18,20,20 0,0,0,0,0"
        " 1:1R/-/-/-/-:...../..R../...../...../.....:x"
        " 0:1Y/-/-/-/-:...../...../...../...../.....:-"
    )
    told = describe_move(state, parse_move("1@2"), "Ana").plain
    assert told == "Ana tiles red from line 1 in column 2: +1"


def test_a_tile_scores_its_runs() -> None:
    blue = Colour.BLUE
    wall: list[list[Colour | None]] = [[None] * 5 for _ in range(5)]
    assert tile_points(wall, 2, 2) == 1
    wall = [[None, None, blue, None, None]] * 2 + [[blue, blue, None, blue, None]] + wall[:2]
    assert tile_points(wall, 2, 2) == 4 + 3
    assert tile_points(wall, 2, 4) == 2


def account(line: str) -> tuple[int, int, int, int, int]:
    """Return the old score, the new one, and the points for tiles, floor and bonus."""
    words = line.split()
    parts = {"tiles": 0, "floor": 0, "bonus": 0}
    for name, points in itertools.pairwise(words):
        if name in parts:
            parts[name] = abs(int(points))
    arrow = words.index("->")
    old, new = int(words[arrow - 1]), int(words[arrow + 1])
    return old, new, parts["tiles"], parts["floor"], parts["bonus"]


@given(games())
def test_the_account_of_a_round_adds_up(game: list[State]) -> None:
    for begin, end in rounds(game):
        names = ["Ana", "Bo", "Cy", "Di"][: begin.num_players]
        headline, *lines = describe_round(begin, end, names)
        assert headline.plain == f"Round {begin.round} is tiled."
        for seat, line in enumerate(lines):
            old, new, tiles, floor, extra = account(line.plain)
            assert (old, new) == (begin.scores[seat], end.scores[seat])
            assert new == old + tiles - floor + extra
            assert 0 <= floor <= sum(FLOOR_COSTS)
            assert extra == (end.board(seat).bonus if end.is_over else 0)


@given(games())
def test_an_account_goes_on_below_where_a_line_is_too_narrow(game: list[State]) -> None:
    for begin, end in rounds(game):
        names = ["A" * 24, "Bo", "Cy", "Di"][: begin.num_players]
        whole = [line.plain for line in describe_round(begin, end, names)]
        broken = [line.plain for line in describe_round(begin, end, names, 80)]
        assert max(map(len, broken)) <= 80
        assert " ".join(broken).split() == " ".join(whole).split()


def rounds(game: list[State]) -> list[tuple[State, State]]:
    """Return each whole round of a game as the state after its deal and the one after it."""
    found = []
    begin: State | None = None
    for before, after in itertools.pairwise(game):
        if before.phase is Phase.DEAL:
            begin = after
        if begin is not None and after.phase in (Phase.DEAL, Phase.OVER):
            found.append((begin, after))
    return found


@given(games())
def test_the_end_is_told_once_it_has_come(game: list[State]) -> None:
    final = game[-1]
    if not final.is_over:
        return
    names = ["Ana", "Bo", "Cy", "Di"][: final.num_players]
    text = describe_end(final, names).plain
    assert all((name in text) == (seat in final.winners) for seat, name in enumerate(names))
    assert str(max(final.scores)) in text
