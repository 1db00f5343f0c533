"""How the others play: what their moves so far say about those to come.

Two views of an opponent stand against each other: that it sees the game as the network does, or
that it plays by the points in sight, as the hand-made search does. Each of its moves makes one
of them likelier. Whoever fits the second view is expected to go on like that.
"""

from math import log
from time import monotonic
from typing import Final

from azulejos.neural import NetworkEvaluator
from azulejos.rules import Move, State
from azulejos.search import Tree, round_evaluator

Chances = dict[Move, float]

STRANGER: Final = 0.0
"""What is believed of somebody not watched yet; above it somebody plays by the points in sight."""
NOTHING: Final = (0, 0, 0, 0, 0)
CERTAIN: Final = 5.0
"""No more than this is believed, and nothing is searched any more to find it out."""
NODES_TO_LEARN: Final = 1000
"""How well a move that was played is thought through afterwards."""
SURPRISE: Final = 0.1
"""What is added to each view's liking for a move, so that no single move decides."""


class Opponents:
    """Watches a game from one call to the next and tells what the others may be expected to do."""

    def __init__(self, seed: int, network: NetworkEvaluator) -> None:
        """Begin to watch; ``network`` must spread first impressions as the network says them."""
        self._seed = seed
        self._network = network
        self._tree: Tree | None = None
        self._chances: dict[State, Chances] = {}
        self._seen: State | None = None
        self._expected: State | None = None
        self._played: list[tuple[State, Move]] = []
        self._beliefs: dict[int, float] = {}

    def see(self, state: State) -> None:
        """Find out what was played since the last call; forget everything if it is another game.

        Whoever is to move plays as the network does, for it is the network that is asked.
        """
        seen, before = self._seen, self._expected
        self._seen = self._expected = state
        moves = None if before is None else moves_between(before, state)
        self._played.clear()
        # A move of one's own may have been advice that was not followed.
        if seen is None or (moves is None and not may_follow(seen, state)):
            self._beliefs.clear()
        if moves is None or before is None:
            self._chances.clear()
        else:
            for move in moves:
                self._played.append((before, move))
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

    def learn(self, seconds: float) -> None:
        """Let the moves that were seen say how their players play, as far as there is time."""
        until = monotonic() + seconds
        for state, move in self._played:
            if monotonic() >= until:
                break
            self._learn(state, move)
        self._played.clear()

    def foretellable(self, state: State) -> frozenset[int]:
        """Return the seats of those who play by the points in sight."""
        seats = range(state.num_players)
        return frozenset(seat for seat in seats if self._beliefs.get(seat, STRANGER) > STRANGER)

    def chances(self, state: State, nodes: int) -> Chances:
        """Return how likely somebody who plays by the points in sight is to take each move."""
        if state in self._chances:
            return self._chances[state]
        if self._tree is None or not self._tree.move_to(state):
            self._tree = Tree(state, round_evaluator(state, self._seed))
        tree = self._tree
        if tree.visits < nodes:
            tree.run(nodes - tree.visits)
        visited = {move: visits for move, visits, *_ in tree.children() if visits}
        total = sum(visited.values())
        self._chances[state] = {move: visits / total for move, visits in visited.items()}
        return self._chances[state]

    def _learn(self, state: State, move: Move) -> None:
        seat = state.player
        if seat is None or len(state.legal_moves()) == 1:
            return
        belief = self._beliefs.get(seat, STRANGER)
        if abs(belief) == CERTAIN and state not in self._chances:
            return  # it would only take time
        policy = {each: prior for each, _, prior, *_ in Tree(state, self._network).children()}
        belief += log(_liking(self.chances(state, NODES_TO_LEARN), move) + SURPRISE)
        belief -= log(_liking(policy, move) + SURPRISE)
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
        if not _is_less(after, before):
            return False
    elif after.round != before.round + 1:
        return False
    return all(
        tile in (None, later)
        for old, new in zip(before.boards, after.boards, strict=True)
        for row, later_row in zip(old.wall, new.wall, strict=True)
        for tile, later in zip(row, later_row, strict=True)
    )


def _liking(chances: Chances, move: Move) -> float:
    """How much a view likes a move, 1 for the one it likes best."""
    return chances.get(move, 0.0) / max(chances.values())
