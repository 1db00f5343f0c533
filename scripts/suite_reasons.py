"""Why a move is the best one, said in words that are worked out from what the moves do."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from azulejos.rules import CENTRE, FLOOR, Move, State
from azulejos.rules.effects import Tiled, effects
from azulejos.search import Evaluation

CLEAR_POINTS: Final = 4
CLEAR_WIN: Final = 0.15
WIDE_MARGIN: Final = 50
MARGIN_PART: Final = 0.25


class Ending(NamedTuple):
    """A line of play to the end of the round, and what it came to for each player."""

    line: tuple[Move, ...]
    state: State
    tiles: tuple[int, ...]
    """Points for tiles that came to the wall."""
    costs: tuple[int, ...]
    """Points paid for the floor."""
    win: float
    """For the player whose move began the line."""
    lead: float

    @property
    def utility(self) -> float:
        """What the search maximises."""
        part = min(1.0, max(0.0, self.lead / (2 * WIDE_MARGIN) + 0.5))
        return (1 - MARGIN_PART) * self.win + MARGIN_PART * part


def follow(state: State, line: Sequence[Move], evaluation: Evaluation) -> Ending:
    """Play a line to the end of the round."""
    player = state.player
    assert player is not None
    tiles, costs = [0] * state.num_players, [0] * state.num_players
    for move in line:
        done = effects(state, move)
        for tile in done.tiled:
            if isinstance(tile, Tiled):
                tiles[tile.player] += tile.points
        for penalty in done.penalties:
            costs[penalty.player] += penalty.paid
        state = state.play(move)
    points, wins = evaluation.expect(state)
    best_other = max(p for seat, p in enumerate(points) if seat != player)
    lead = points[player] - best_other
    return Ending(tuple(line), state, tuple(tiles), tuple(costs), wins[player], lead)


def theme_of(state: State, judged: Sequence[Ending]) -> str | None:
    """Name what the best move is about beside the others; None if nothing stands out."""
    best, second = judged[:2]
    player, move = state.player, best.line[0]
    assert player is not None
    own = best.tiles[player] - best.costs[player] - second.tiles[player] + second.costs[player]
    if ends_the_game(state, move):
        return "end the game"
    if not best.state.is_over and way_to_end(state, judged) is not None:
        return "keep the game going"
    if move.is_tiling:
        return "choose a column"
    if takes_marker(state, move) and not takes_marker(state, second.line[0]):
        return "take the marker"
    for theme, count in (("colour", num_colours), ("column", num_columns)):
        if count(best.state, player) > max(count(state, player), count(second.state, player)):
            return f"complete a {theme}"
    if second.costs[player] - best.costs[player] >= CLEAR_POINTS:
        return "spare the floor"
    if opponents_gain(second, player) - opponents_gain(best, player) >= CLEAR_POINTS:
        return "deny the opponent"
    return "score" if own >= CLEAR_POINTS else None


def reason_for(state: State, judged: Sequence[Ending]) -> str:
    """Write the reason: what the move does, and what the next best would come to."""
    best, second = judged[:2]
    player = state.player
    assert player is not None
    reason = f"{_deed(state, best, player)} {_comparison(best, second, player)}"
    ending = way_to_end(state, judged)
    if not best.state.is_over and ending is not None:
        reason += (
            f" To end the game by {ending.line[0]} would be too early: {_worse(best, ending)}."
        )
    return reason


def ends_the_game(state: State, move: Move) -> bool:
    """Whether a draft fills the line that completes a row, where no full line did before."""
    if move.is_tiling or any(_is_ending(state, seat) for seat in range(state.num_players)):
        return False
    after = state.play(move)
    if after.player is None:
        return after.is_over
    assert state.player is not None
    return _is_ending(after, state.player)


def way_to_end(state: State, judged: Sequence[Ending]) -> Ending | None:
    """The best of the moves that end the game."""
    return next((ending for ending in judged if ends_the_game(state, ending.line[0])), None)


def _is_ending(state: State, seat: int) -> bool:
    """Whether a full line will complete a row of the wall (on a gray wall: as good as surely)."""
    board = state.board(seat)
    return any(
        line is not None and line.count == size and row.count(None) == 1
        for size, (line, row) in enumerate(zip(board.lines, board.wall, strict=True), 1)
    )


def takes_marker(state: State, move: Move) -> bool:
    """Whether a move takes the starting-player marker."""
    return move.source == CENTRE and state.marker_in_centre


def num_colours(state: State, player: int) -> int:
    """Count a player's complete colours."""
    return len(state.board(player).complete_colours)


def num_columns(state: State, player: int) -> int:
    """Count a player's complete columns."""
    return len(state.board(player).complete_columns)


def opponents_gain(ending: Ending, player: int) -> int:
    """Return the most any opponent gained in the round."""
    return max(
        tiles - cost
        for seat, (tiles, cost) in enumerate(zip(ending.tiles, ending.costs, strict=True))
        if seat != player
    )


def deed_of(state: State, move: Move) -> str:
    """Say what a draft does at once: tiles taken, the line, the floor."""
    done = effects(state, move)
    assert done.taken is not None and done.placed is not None
    taken, placed = done.taken, done.placed
    colour = taken.colour.name.lower()
    tiles = f"{taken.num_tiles} {colour} tile{'s' if taken.num_tiles > 1 else ''}"
    where = "from the centre" if move.source == CENTRE else f"from display {taken.source + 1}"
    if move.target == FLOOR:
        deed = f"{tiles} {where} to the floor"
    else:
        line = state.board(done.player or 0).lines[placed.line or 0]
        is_full = placed.on_line + (line.count if line else 0) == (placed.line or 0) + 1
        number = (placed.line or 0) + 1
        deed = f"{tiles} {where} {'fill' if is_full else 'go to'} line {number}"
        if taken.num_tiles == 1:
            deed = deed.replace(" fill ", " fills ").replace(" go to ", " goes to ")
        if placed.fallen + placed.discarded:
            deed += f", {placed.fallen + placed.discarded} of them to the floor"
    return deed + (" with the marker" if taken.marker else "")


def _deed(state: State, best: Ending, player: int) -> str:
    move = best.line[0]
    if move.is_tiling:
        tile = effects(state, move).tiled[0]
        assert isinstance(tile, Tiled)
        points = "1 point" if tile.points == 1 else f"{tile.points} points"
        deed = f"Column {tile.column + 1} brings the tile of line {tile.row + 1} {points}"
    else:
        deed = deed_of(state, move)
        tiled = _tile_of_line(state, best, player)
        if tiled is not None:
            deed += f"; its tile scores {tiled.points}"
    gains = []
    if num_columns(best.state, player) > num_columns(state, player):
        gains.append("a column is completed")
    if num_colours(best.state, player) > num_colours(state, player):
        gains.append("a colour is completed")
    if best.state.is_over:
        gains.append("the game ends")
    suffix = f"; in this round {' and '.join(gains)}" if gains else ""
    return f"{deed}{suffix}."


def _tile_of_line(state: State, best: Ending, player: int) -> Tiled | None:
    """The tile that the line of the first move brings to the wall in this round."""
    target = best.line[0].target
    line_before = state.board(player).lines[target] if target is not None and target < 5 else None
    after = state.play(best.line[0])
    filled = after.board(player).lines[target] if target is not None and target < 5 else None
    if target is None or target == FLOOR or (line_before and line_before.count > target):
        return None
    if filled is not None and filled.count <= target:
        return None
    at = state
    for move in best.line:
        for tile in effects(at, move).tiled:
            if (tile.player, tile.row) == (player, target):
                return tile if isinstance(tile, Tiled) else None
        at = at.play(move)
    return None


def _comparison(best: Ending, second: Ending, player: int) -> str:
    """Say what the next best move comes to by the end of the round."""
    parts = []
    for amount, more, less in (
        (best.tiles[player] - second.tiles[player], "less", "more"),
        (second.costs[player] - best.costs[player], "more", "less"),
    ):
        noun = "from tiles" if more == "less" else "lost to the floor"
        if amount:
            parts.append(f"{_points(abs(amount))} {more if amount > 0 else less} {noun}")
    others = opponents_gain(second, player) - opponents_gain(best, player)
    if others:
        parts.append(
            f"{_points(abs(others))} {'more' if others > 0 else 'less'} for the best opponent"
        )
    if second.state.is_over and not best.state.is_over:
        parts.append("the end of the game")
    if best.state.is_over and not second.state.is_over:
        parts.append("no end of the game")
    facts = f": {', '.join(parts)}" if parts else ""
    return f"After {second.line[0]} {_worse(best, second)}{facts}."


def _worse(best: Ending, second: Ending) -> str:
    """Say how the chances compare: by the lead, or by the win where that tells more."""
    if best.win - second.win >= CLEAR_WIN:
        return f"the share of the victory is {second.win:.0%} instead of {best.win:.0%}"
    return f"the expected lead is {best.lead - second.lead:.0f} points smaller"


def _points(n: int) -> str:
    return "1 point" if n == 1 else f"{n} points"
