"""What is said of a move before it is played is what it does."""

from random import Random

import pytest
from hypothesis import given

from azulejos.notation import parse_deal, parse_move, parse_position
from azulejos.rules import CENTRE, FLOOR_COSTS, Colour, Phase, State, Wall
from azulejos.rules.choices import Choice, choices
from azulejos.rules.effects import Tiled, effects
from tests.strategies import MODES, POLICIES, Mode, mode_id, random_game, states

DEAL = parse_deal("BBRK/YYWW/BYRW/KKKK/BBYY")


def choice_of(state: State, move: str) -> Choice:
    return next(choice for choice in choices(state) if str(choice.move) == move)


def cost_of(spaces: int) -> int:
    return sum(FLOOR_COSTS[:spaces])


def check_draft(state: State, choice: Choice) -> None:
    """Compare a choice of the offer with what it does."""
    done = effects(state, choice.move)
    assert done.taken is not None and done.placed is not None and state.player is not None
    assert done.taken[:4] == (choice.source, choice.colour, choice.num_tiles, choice.marker)
    assert done.placed[:4] == (choice.line, choice.on_line, choice.fallen, choice.discarded)
    assert choice.column is None
    before = state.board(state.player)
    spaces = len(before.floor) + choice.fallen
    spaces += choice.marker and not done.placed.marker_beside
    assert choice.cost == cost_of(spaces) - before.penalty
    after = state.play(choice.move)
    if after.phase is Phase.DRAFT:
        line = None if choice.line is None else after.board(state.player).lines[choice.line]
        assert choice.cost == after.board(state.player).penalty - before.penalty
        assert choice.full == (line is not None and line.count == (choice.line or 0) + 1)
    if choice.points is not None:
        assert choice.full


def points_in_tiling(state: State, choice: Choice) -> int | None:
    """Play the last move of a round and choose the best columns; return its line's points."""
    player = state.player
    steps = [effects(state, choice.move)]
    after = state.play(choice.move)
    while after.phase is Phase.TILE:
        options = choices(after)
        best = max(options, key=lambda option: option.points or 0)
        steps.append(effects(after, best.move))
        after = after.play(best.move)
    for step in steps:
        for tile in step.tiled:
            if tile.player == player and tile.row == choice.line:
                return tile.points if isinstance(tile, Tiled) else None
    raise AssertionError("a full line was not tiled")


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
@pytest.mark.parametrize("seed", range(8))
def test_a_choice_does_what_it_says(mode: Mode, seed: int) -> None:
    for state in random_game(mode, POLICIES[seed % len(POLICIES)], Random(seed)):
        found = choices(state)
        assert [choice.move for choice in found] == state.legal_moves()
        for choice in found:
            if state.phase is Phase.DRAFT:
                check_draft(state, choice)
            if choice.full and state.phase is Phase.DRAFT:
                after = state.play(choice.move)
                if after.phase is not Phase.DRAFT:
                    assert choice.points == points_in_tiling(state, choice)


@given(states([Phase.TILE]))
def test_a_column_scores_what_it_says(state: State) -> None:
    for choice in choices(state):
        tile = effects(state, choice.move).tiled[0]
        assert isinstance(tile, Tiled)
        assert (tile.row, tile.column) == (choice.line, choice.column)
        assert (tile.colour, tile.points) == (choice.colour, choice.points)
        assert choice[7:11] == (0, 0, 0, True) and choice.cost == 0
        assert (choice.source, choice.num_tiles, choice.marker) == (None, 1, False)


@given(states([Phase.DEAL, Phase.OVER]))
def test_where_nobody_acts_there_is_no_choice(state: State) -> None:
    assert choices(state) == []


def test_the_marker_and_the_tiles_too_many_cost() -> None:
    state = State.new().deal(DEAL).play(parse_move("4K4")).play(parse_move("3B1"))
    taken = (CENTRE, Colour.YELLOW, 1, True, None, None)
    assert choice_of(state, "cY-")[1:] == (*taken, 0, 1, 0, False, None, 2)
    assert choice_of(state, "2W1")[7:] == (1, 1, 0, True, 1, 1)


def test_full_lines_above_are_tiled_first() -> None:
    state = parse_position(
        "c 2 d1 s1 -/-/-/-/- xYY 12,12,12,12,12 6,5,8,8,8"
        " 0:1Y/-/-/-/-:B..../.B.../...../...../.....:-"
        " 0:-/-/-/-/-:...../...../...../...../.....:-"
    )
    # The yellow tile of line 1 comes to column 2, so line 2's in column 3 finds blue beside it.
    assert choice_of(state, "cY2").points == 2


def test_a_gray_line_goes_where_it_scores_most() -> None:
    state = parse_position(
        "g 2 d1 s1 -/-/-/-/- xRR 12,12,12,12,12 8,8,6,7,7"
        " 0:-/-/-/-/-:..KW./...../...../...../.....:-"
        " 0:-/-/-/-/-:...../...../...../...../.....:-"
    )
    assert choice_of(state, "cR1").points == 3
    assert choice_of(state, "cR2").points == 2


def test_a_gray_line_without_a_column_scores_nothing_known() -> None:
    found = 0
    for seed in range(60):
        for state in random_game((2, Wall.GRAY), POLICIES[seed % len(POLICIES)], Random(seed)):
            for choice in choices(state):
                if choice.full and choice.points is None:
                    found += 1
                    if state.play(choice.move).phase is not Phase.DRAFT:
                        assert points_in_tiling(state, choice) is None
    assert found, "no game of these had such a line"
