"""Plain words for what the rules refuse, and for a state at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from azulejos.rules.types import CENTRE, DISPLAY_SIZE, FLOOR, Colour, Phase, Wall

if TYPE_CHECKING:
    from azulejos.rules.move import Move
    from azulejos.rules.state import State


def why_not(state: State, move: Move) -> str:
    """Say why a move is not legal in a state."""
    if state.phase is Phase.OVER:
        return "the game is over"
    if state.phase is Phase.DEAL:
        return f"the deal of round {state.round} is due first"
    if state.phase is Phase.TILE:
        return _why_no_tiling(state, move)
    return _why_no_draft(state, move)


def _why_no_draft(state: State, move: Move) -> str:
    source, colour, target = move.source, move.colour, move.target
    if source is None or colour is None or target is None:
        return "players are drafting, nobody is tiling"
    name = colour.name.lower()
    if source == CENTRE:
        if not state.centre[colour]:
            return f"there is no {name} tile in the centre"
    elif source >= state.num_displays:
        return f"there are only {state.num_displays} displays"
    elif not state.displays[source][colour]:
        return f"there is no {name} tile on display {source + 1}"
    assert state.player is not None and target != FLOOR
    board = state.board(state.player)
    line = board.lines[target]
    if line is None:
        return f"row {target + 1} of the wall already holds {name}"
    if line.colour is not colour:
        return f"line {target + 1} holds {line.colour.name.lower()}"
    return f"line {target + 1} is full"


def _why_no_tiling(state: State, move: Move) -> str:
    if move.line is None or move.column is None:
        return "players are tiling, nobody is drafting"
    assert state.player is not None
    board = state.board(state.player)
    top = next(r for r, line in enumerate(board.lines) if line and line.count == r + 1)
    if move.line != top:
        return f"line {top + 1} is the topmost full line and comes first"
    if board.wall[top][move.column] is not None:
        return f"row {top + 1}, column {move.column + 1} is taken"
    line = board.lines[top]
    assert line is not None
    return f"column {move.column + 1} already holds {line.colour.name.lower()}"


def why_no_deal(state: State, displays: Sequence[Sequence[int]]) -> str:
    """Say why a deal is not possible in a state."""
    if state.phase is not Phase.DEAL:
        return "no deal is due"
    if len(displays) != state.num_displays:
        return f"{len(displays)} displays, there are {state.num_displays}"
    in_bag = sum(state.bag)
    left = min(DISPLAY_SIZE * state.num_displays, in_bag + sum(state.lid))
    for number, display in enumerate(displays, start=1):
        if len(display) != len(Colour) or not all(isinstance(n, int) for n in display):
            return f"display {number}: five counts are needed, in colour order"
        if min(display) < 0:
            return f"display {number}: a count is negative"
        due = min(DISPLAY_SIZE, left)
        if sum(display) != due:
            return f"display {number} holds {sum(display)} tiles, it gets {due}"
        left -= due
    return _why_not_drawn(state, displays)


def _why_not_drawn(state: State, displays: Sequence[Sequence[int]]) -> str:
    """The sizes fit: name the colour the bag, then the lid, cannot give."""
    in_bag, seen = sum(state.bag), 0
    for number, display in enumerate(displays, start=1):
        seen += sum(display)
        for colour in Colour:
            drawn = sum(other[colour] for other in displays[:number])
            name = colour.name.lower()
            if seen <= in_bag and drawn > state.bag[colour]:
                return f"display {number}: the bag holds only {state.bag[colour]} {name}"
            if drawn > state.bag[colour] + state.lid[colour]:
                together = state.bag[colour] + state.lid[colour]
                return f"display {number}: bag and lid hold only {together} {name}"
            if seen >= in_bag and drawn < state.bag[colour]:
                missing = state.bag[colour] - drawn
                return f"display {number}: the bag runs out here, but {missing} {name} are left"
    raise AssertionError("the deal is possible")


def describe(state: State) -> str:
    """Say in one line where a game stands."""
    phases = {
        Phase.DRAFT: f"player {(state.player or 0) + 1} drafts",
        Phase.TILE: f"player {(state.player or 0) + 1} tiles",
        Phase.DEAL: "deal due",
        Phase.OVER: "over",
    }
    wall = "coloured" if state.wall is Wall.COLOURED else "gray"
    scores = " ".join(map(str, state.scores))
    return (
        f"<State: {state.num_players} players, {wall} wall, round {state.round}, "
        f"{phases[state.phase]}, scores {scores}>"
    )
