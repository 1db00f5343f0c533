"""How the others play: what their moves so far say about those to come.

Two views of an opponent stand against each other: that it sees the game as the network does, or
that it goes by the points in sight, as the hand-made search does. Each of its moves makes one
of them likelier. Whoever fits the second view is expected to go on like that.
"""

from math import log
from typing import Final, Self

from azulejos.neural import Mode, NetworkEvaluator, load_network, load_points_network
from azulejos.rules import Move, State, Wall
from azulejos.search import Tree

STRANGER: Final = 0.0
"""What is believed of somebody not watched yet; above it somebody goes by the points in sight."""
NOTHING: Final = (0, 0, 0, 0, 0)
CERTAIN: Final = 10.0
"""No more than this is believed."""
SURPRISE: Final = 0.003
"""What is added to the chance each view gives a move, so that no single move weighs too much."""


class Opponents:
    """Watches a game from one call to the next and tells who goes by the points in sight."""

    def __init__(self, network: NetworkEvaluator, points: NetworkEvaluator) -> None:
        """Begin to watch; both must spread first impressions as their networks say them."""
        self._network = network
        self._points = points
        self._seen: State | None = None
        self._expected: State | None = None
        self._beliefs: dict[int, float] = {}

    @classmethod
    def in_mode(cls, mode: Mode) -> Self | None:
        """Begin to watch with the shipped networks of a mode, if it has both."""
        points = load_points_network(mode)
        if points is None:
            return None
        return cls(NetworkEvaluator(load_network(mode)), NetworkEvaluator(points))

    def see(self, state: State) -> None:
        """Learn from what was played since the last call; forget everything in another game.

        Whoever is to move plays as the network does, for it is the network that is asked.
        """
        seen, before = self._seen, self._expected
        self._seen = self._expected = state
        moves = None if before is None else moves_between(before, state)
        # A move of one's own may have been advice that was not followed.
        if seen is None or (moves is None and not may_follow(seen, state)):
            self._beliefs.clear()
        if moves is not None and before is not None:
            for move in moves:
                self._learn(before, move)
                before = before.play(move)
        if state.player is not None:
            self._beliefs[state.player] = -CERTAIN

    def note(self, move: Move) -> None:
        """Take a move to be played in the state that was seen last."""
        if self._seen is not None:
            self._expected = self._seen.play(move)

    def forget(self) -> None:
        """Begin again: what comes next has nothing to do with what was seen."""
        self._seen = self._expected = None

    def who_go_by_points(self) -> frozenset[int]:
        """Return the seats of those who go by the points in sight."""
        return frozenset(seat for seat, belief in self._beliefs.items() if belief > STRANGER)

    def _learn(self, state: State, move: Move) -> None:
        seat = state.player
        if seat is None or len(state.legal_moves()) == 1:
            return
        belief = self._beliefs.get(seat, STRANGER)
        belief += log(_chance(self._points, state, move) + SURPRISE)
        belief -= log(_chance(self._network, state, move) + SURPRISE)
        self._beliefs[seat] = max(-CERTAIN, min(CERTAIN, belief))


def moves_between(before: State, after: State) -> list[Move] | None:
    """Return moves that lead from one state to another of the same round, each player at most once.

    ``None`` if there are none.
    """
    if (before.num_players, before.wall) != (after.num_players, after.wall):
        return None
    return _way(before, after, before.num_players)


def _way(before: State, after: State, most: int) -> list[Move] | None:
    if before == after:
        return []
    player = before.player
    if most == 0 or player is None or before.round != after.round:
        return None
    board = after.board(player)
    for move in before.legal_moves():
        played = before.play(move)
        # Nobody is to move twice, so the mover's board must be as it will be.
        if played.board(player) == board and _is_less(after, played):
            rest = _way(played, after, most - 1)
            if rest is not None:
                return [move, *rest]
    return None


def _is_less(after: State, before: State) -> bool:
    """Whether displays have at most been emptied."""
    return all(
        later in (earlier, NOTHING)
        for earlier, later in zip(before.displays, after.displays, strict=True)
    )


def may_follow(before: State, after: State) -> bool:
    """Whether a state may come after another of the same game, in its round or the next."""
    if (before.num_players, before.wall) != (after.num_players, after.wall):
        return False
    if after.round == before.round:
        if before.bag != after.bag or not _is_less(after, before):
            return False
    elif after.round != before.round + 1 or not _may_be_dealt(before, after):
        return False
    return all(
        _row_may_follow(before, after, seat, row)
        for seat in range(before.num_players)
        for row in range(5)
    )


def _may_be_dealt(before: State, after: State) -> bool:
    """Whether all tiles on the table may have come out of the bag, if it was not filled again."""
    if sum(before.bag) < 4 * before.num_displays:
        return True
    on_table = (sum(tiles) for tiles in zip(*after.displays, after.centre, strict=True))
    return all(
        old - new >= there for old, new, there in zip(before.bag, after.bag, on_table, strict=True)
    )


def _row_may_follow(before: State, after: State, seat: int, row: int) -> bool:
    """Whether a line was filled further, or made a tile of the wall, or could make none."""
    old, new = before.board(seat), after.board(seat)
    if any(tile not in (None, now) for tile, now in zip(old.wall[row], new.wall[row], strict=True)):
        return False
    laid = {*new.wall[row]} - {*old.wall[row]}
    line, later = old.lines[row], new.lines[row]
    if line is None or line.colour in laid:
        return len(laid - {None}) <= 1
    if later is not None and later.colour == line.colour:
        return later.count >= line.count
    columns = zip(new.wall[row], zip(*new.wall, strict=True), strict=True)
    return before.wall is Wall.GRAY and all(
        tile is not None or line.colour in column for tile, column in columns
    )


def _chance(view: NetworkEvaluator, state: State, move: Move) -> float:
    """Return how likely a view takes a move to be."""
    return next(prior for each, _, prior, *_ in Tree(state, view).children() if each == move)
