"""What a move or a deal did, told tile by tile, adds up to the state after it."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given

from azulejos.notation import parse_deal, parse_move, parse_position
from azulejos.rules import CENTRE, FLOOR_COSTS, Colour, Phase, State, Wall
from azulejos.rules.effects import Bonus, Dropped, Effects, Penalty, Placed, Taken, Tiled, effects
from tests.strategies import MODES, POLICIES, Mode, mode_id, random_play, states

DEAL = parse_deal("BBRK/YYWW/BYRW/KKKK/BBYY")


def played(mode: Mode, seed: int) -> list[tuple[State, Effects, State]]:
    """Return the steps of a random game: before, what happened, after."""
    players, wall = mode
    rng = Random(seed)
    state = State.new(players, wall, rng.randrange(players))
    steps = []
    for event, after in random_play(state, POLICIES[seed % len(POLICIES)], rng):
        steps.append((state, effects(state, event), after))
        assert effects(state, event, after) == steps[-1][1]
        state = after
    return steps


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
@pytest.mark.parametrize("seed", range(8))
def test_points_add_up_to_the_scores(mode: Mode, seed: int) -> None:
    for before, done, after in played(mode, seed):
        scores = list(before.scores)
        for tile in done.tiled:
            if isinstance(tile, Tiled):
                scores[tile.player] += tile.points
        for penalty in done.penalties:
            assert penalty.cost == sum(FLOOR_COSTS[: penalty.num_spaces])
            scores[penalty.player] -= penalty.paid
        for bonus in done.bonuses:
            scores[bonus.player] += bonus.points
        assert tuple(scores) == after.scores == done.scores


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
@pytest.mark.parametrize("seed", range(8))
def test_no_tile_is_lost_between_the_effects(mode: Mode, seed: int) -> None:
    for before, done, after in played(mode, seed):
        to_lid = 0
        if done.taken is not None and done.placed is not None:
            moved = done.placed.on_line + done.placed.fallen + done.placed.discarded
            assert moved == done.taken.num_tiles
            to_lid += done.placed.discarded
        to_lid += sum(tile.discarded for tile in done.tiled)
        if after.phase in (Phase.DEAL, Phase.OVER) and done.player is not None:
            dropped: Counter[int] = Counter()
            for tile in done.tiled:
                dropped[tile.player] += tile.fallen if isinstance(tile, Dropped) else 0
            for player, board in enumerate(before.boards):
                to_lid += sum(isinstance(tile, Colour) for tile in board.floor) + dropped[player]
            to_lid += 0 if done.placed is None else done.placed.fallen
        if done.deal is None:
            assert sum(after.lid) == sum(before.lid) + to_lid


@given(states([Phase.DRAFT, Phase.TILE]))
def test_every_legal_move_can_be_told(state: State) -> None:
    for move in state.legal_moves():
        done = effects(state, move)
        assert done.player == state.player
        assert (done.taken is None) == move.is_tiling


def test_a_first_move_takes_and_places() -> None:
    state = State.new().deal(DEAL)
    done = effects(state, parse_move("3B1"))
    assert done.taken == Taken(2, Colour.BLUE, 1, marker=False, to_centre=(0, 1, 1, 0, 1))
    assert done.placed == Placed(0, 1, 0, 0, marker_beside=False)
    assert done.tiled == () and done.penalties == () and done.bonuses == ()


def test_the_marker_falls_before_the_tiles() -> None:
    state = State.new().deal(DEAL).play(parse_move("3B1"))
    done = effects(state, parse_move("cY-"))
    assert done.taken == Taken(CENTRE, Colour.YELLOW, 1, marker=True, to_centre=(0, 0, 0, 0, 0))
    assert done.placed == Placed(None, 0, 1, 0, marker_beside=False)


def test_a_deal_is_told_as_it_lies() -> None:
    done = effects(State.new(), DEAL)
    assert done == Effects(None, deal=DEAL, scores=(0, 0))


def test_the_last_move_of_a_game_tells_rows_penalties_and_bonuses() -> None:
    state = parse_position(
        "c 5 d1 s1 -/-/-/-/- W 18,19,18,19,0 0,0,0,0,15"
        " 10:-/-/-/-/-:BYRK./...../...../...../.....:xRB"
        " 0:-/-/-/-/4W:...../...../...../...../.....:-"
    )
    done = effects(state, parse_move("cW1"))
    assert done.tiled == (Tiled(0, 0, 4, Colour.WHITE, 5, 1, 5, 0),)
    assert done.penalties == (Penalty(0, 3, 4, 4),)
    assert done.bonuses == (Bonus(0, (0,), (), (), 2),)
    assert done.scores == (13, 0)


def test_a_gray_line_without_a_column_falls() -> None:
    found = [
        tile
        for seed in range(60)
        for _, done, _ in played((2, Wall.GRAY), seed)
        for tile in done.tiled
        if isinstance(tile, Dropped)
    ]
    assert found, "no game of these had such a line"
