"""The list of legal moves is ordered and exact."""

import pytest
from hypothesis import given, settings

from azulejos.errors import IllegalMoveError
from azulejos.rules import CENTRE, FLOOR, NUM_MOVES, Colour, Move, Phase, State
from tests.bridge import move_of, table_of
from tests.strategies import states


@given(states())
def test_a_move_is_listed_if_and_only_if_it_can_be_played(state: State) -> None:
    listed = state.legal_moves()
    for index in range(NUM_MOVES):
        move = Move.from_index(index)
        assert state.is_legal(move) == (move in listed)
        if move in listed:
            assert state.play(move) != state
        else:
            with pytest.raises(IllegalMoveError) as refused:
                state.play(move)
            assert refused.value.field == str(move)
            assert refused.value.message
            assert str(refused.value).startswith(f"{move}: ")


@given(states())
def test_legal_moves_are_listed_in_the_order_of_the_notation(state: State) -> None:
    listed = state.legal_moves()
    assert [str(move) for move in listed] == table_of(state).legal_moves()
    assert listed == sorted(set(listed))


@given(states([Phase.DRAFT, Phase.TILE]))
def test_a_player_to_act_always_has_a_move(state: State) -> None:
    assert state.player is not None
    assert len(state.legal_moves()) >= (2 if state.phase is Phase.TILE else 1)
    assert all(move.is_tiling == (state.phase is Phase.TILE) for move in state.legal_moves())


@given(states([Phase.DEAL, Phase.OVER]))
def test_nobody_moves_between_rounds_and_after_the_end(state: State) -> None:
    assert state.player is None
    assert state.legal_moves() == []
    reason = "over" if state.is_over else f"the deal of round {state.round} is due"
    with pytest.raises(IllegalMoveError, match=reason):
        state.play(move_of("cB-"))


@settings(max_examples=30)
@given(states([Phase.DRAFT]))
def test_refusals_say_what_stands_in_the_way(state: State) -> None:
    """Each reason given is checked against the position it speaks of."""
    assert state.player is not None
    board = state.board(state.player)
    for index in range(NUM_MOVES):
        move = Move.from_index(index)
        if state.is_legal(move):
            continue
        with pytest.raises(IllegalMoveError) as refused:
            state.play(move)
        reason = refused.value.message
        if move.is_tiling:
            assert "nobody is tiling" in reason
            continue
        assert move.source is not None and move.colour is not None and move.target is not None
        if move.source != CENTRE and move.source >= state.num_displays:
            assert f"only {state.num_displays} displays" in reason
            continue
        tiles = state.centre if move.source == CENTRE else state.displays[move.source]
        if not tiles[move.colour]:
            assert f"no {move.colour.name.lower()} tile" in reason
            continue
        assert move.target != FLOOR
        line = board.lines[move.target]
        if "is full" in reason:
            assert line and line.count == move.target + 1
        elif f"line {move.target + 1} holds" in reason:
            assert line and line.colour is not move.colour
        else:
            assert "of the wall already holds" in reason
            assert move.colour in board.wall[move.target]


def test_play_and_is_legal_want_a_move() -> None:
    state = State.new()
    for wrong in (None, "1B1", 7):
        with pytest.raises(TypeError):
            state.play(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            state.is_legal(wrong)  # type: ignore[arg-type]


@given(states([Phase.DRAFT]))
def test_every_colour_on_offer_can_go_to_the_floor(state: State) -> None:
    listed = state.legal_moves()
    for source, tiles in [*enumerate(state.displays), (CENTRE, state.centre)]:
        for colour in Colour:
            assert (Move.draft(source, colour, FLOOR) in listed) == (tiles[colour] > 0)
