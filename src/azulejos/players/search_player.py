"""The player that searches: the exact solver where it can finish, the tree search elsewhere."""

from collections.abc import Callable
from math import factorial
from typing import Final

from azulejos.players.budget import Budget
from azulejos.players.choice import moves_of, usable_seed
from azulejos.players.confidence import mode_name, with_temperature
from azulejos.players.protocol import NO_LIMITS, Limits, Thought, never
from azulejos.rules import Move, State, Wall
from azulejos.search import Evaluation, Graph, Solution, Solver, Tree, round_evaluator

USUAL: Final = Limits(movetime_ms=1000)
SECONDS_BETWEEN_REPORTS: Final = 0.25
SECONDS_BETWEEN_LOOKS: Final = 0.005
CHUNK_OF_NODES: Final = 256
"""Simulations between two looks at the clock where their number is limited."""
SOLVER_SHARE: Final = 0.4
"""The part of the time the solver may take before the tree search gets the rest."""
SECONDS_TO_SOLVE: Final = 2.0
"""The time for the solver where there is no limit."""
SOLVER_NODES_PER_SECOND: Final = {Wall.COLOURED: 10_000_000, Wall.GRAY: 1_500_000}
SOLVER_NODES_PER_SIMULATION: Final = 10
TEMPERATURES: Final = {"2c": 1.1, "2g": 1.15, "3c": 1.53, "3g": 1.44, "4c": 1.48, "4g": 1.41}
"""What the log odds of a victory are divided by when they are told in the first round, by mode: the
fitted evaluation is too sure of itself so early, most of all with more than two seats."""
SURER_EACH_ROUND: Final = 1.1
"""How many times larger the log odds grow from round to round: the fewer rounds are to come, the
safer a lead is, more so than the fitted evaluation knows."""
SUREST_ROUND: Final = 7
"""From here on they grow no more; hardly any game lasts so long."""


class SearchPlayer:
    """Searches the round to its end and values the boards by the fitted evaluation.

    With a limit on nodes or depth every move is searched afresh, so that the same seed and the same
    number of nodes give the same move; otherwise the tree is kept from move to move.
    """

    def __init__(
        self, seed: int | None = None, *, name: str = "search", usual: Limits = USUAL
    ) -> None:
        self.name = name
        self._usual = usual
        self._seed = usable_seed(seed)
        self._tree: Tree | Graph | None = None
        self._solver: Solver | None = None
        self._mode: tuple[int, Wall] | None = None

    def choose(
        self,
        state: State,
        limits: Limits = NO_LIMITS,
        *,
        stop: Callable[[], bool] = never,
        report: Callable[[Thought], None] | None = None,
    ) -> Move:
        """Return the best move found within the limits, a second without any."""
        moves = moves_of(state)
        budget = Budget(limits.or_usual(self._usual), stop)
        if len(moves) == 1 and not budget.infinite:
            return moves[0]
        self._prepare(state)
        solution = self._solve(state, budget)
        if solution is not None:
            if report is not None:
                report(self._thought_of(state, solution, budget))
            return solution.line[0]
        return self._search(state, budget, report)

    def temperature(self, state: State) -> float:
        """Return what the log odds of a victory are divided by in this round."""
        first = TEMPERATURES[mode_name(state)]
        return first / SURER_EACH_ROUND ** (min(state.round, SUREST_ROUND) - 1)

    def _prepare(self, state: State) -> None:
        """Load what belongs to the mode of the game."""
        mode = (state.num_players, state.wall)
        if mode != self._mode:
            self._mode = mode
            self._solver = Solver(Evaluation.load(*mode))
            self._tree = None

    def _solve(self, state: State, budget: Budget) -> Solution | None:
        """Solve the round if that looks possible within the solver's share."""
        assert self._solver is not None
        if budget.depth is not None and budget.depth < num_groups(state):
            return None
        if budget.nodes is not None:
            affordable, until = budget.nodes * SOLVER_NODES_PER_SIMULATION, float("inf")
        else:
            left = budget.seconds_left
            seconds = SECONDS_TO_SOLVE if left is None else left * SOLVER_SHARE
            affordable = int(seconds * SOLVER_NODES_PER_SECOND[state.wall])
            until = budget.seconds + seconds
        if expected_nodes(state) > 2 * affordable:
            return None
        # On a busy machine the nodes take longer: the tree search must get its time all the same.
        return self._solver.solve(
            state, affordable, lambda: budget.is_spent() or budget.seconds > until
        )

    def _search(
        self, state: State, budget: Budget, report: Callable[[Thought], None] | None
    ) -> Move:
        tree = self._plant(state, budget)
        before, reported = tree.visits, budget.seconds
        chunk = _next_chunk(0, budget)
        while not budget.is_spent():
            done = tree.visits - before
            if budget.nodes is not None:
                chunk = min(chunk, budget.nodes - done)
            if chunk <= 0 or tree.run(chunk) == 0:
                break
            if budget.depth is not None and is_deep_enough(tree, state, budget.depth):
                break
            if _is_decided(tree, budget, tree.visits - before):
                break
            chunk = _next_chunk(tree.visits - before, budget)
            if report is not None and budget.seconds - reported > SECONDS_BETWEEN_REPORTS:
                reported = budget.seconds
                report(self._thought(state, tree, budget, tree.visits - before))
        if report is not None:
            report(self._thought(state, tree, budget, tree.visits - before))
        return tree.best()[0]

    def _plant(self, state: State, budget: Budget) -> Tree | Graph:
        """Go on with the tree of the last move if this state is in it."""
        afresh = budget.nodes is not None or budget.depth is not None
        if afresh or self._tree is None or not self._tree.move_to(state):
            self._tree = self._new_tree(state)
        return self._tree

    def _new_tree(self, state: State) -> Tree | Graph:
        return Tree(state, round_evaluator(state, self._seed))

    def _thought(self, state: State, tree: Tree | Graph, budget: Budget, nodes: int) -> Thought:
        win, margin = tree.outlook()
        win = self._told(state, win)
        line, solved = tree.best(), tree.is_exhausted
        return Thought(len(line), nodes, budget.seconds, win, margin, solved=solved, pv=line)

    def _thought_of(self, state: State, solution: Solution, budget: Budget) -> Thought:
        line, win = solution.line, self._told(state, solution.win)
        nodes, margin = solution.nodes, solution.lead
        return Thought(len(line), nodes, budget.seconds, win, margin, solved=True, pv=line)

    def _told(self, state: State, win: float) -> float:
        return with_temperature(win, self.temperature(state), state.num_players)


def is_deep_enough(tree: Tree | Graph, state: State, depth: int) -> bool:
    """Whether the best line is as long as asked, reaches the round's end, or grows no more."""
    if tree.visits < 2 * len(tree.children()):
        return False  # no move is chosen before the others had a look as well
    line = tree.best()
    if len(line) >= depth or tree.is_full:
        return True
    for move in line:
        state = state.play(move)
    return state.player is None


def num_groups(state: State) -> int:
    """Return how many groups of tiles can still be taken: at most so many drafts remain."""
    return sum(n > 0 for source in (*state.displays, state.centre) for n in source)


def expected_nodes(state: State) -> float:
    """Return about how many positions solving this round takes, from measured rounds."""
    groups = num_groups(state)
    if state.num_players > 2:
        return float(factorial(groups)) * 5.0**groups * _num_tilings(state)
    if state.wall is Wall.GRAY:
        return float(_num_tilings(state) ** 0.9 * 10 ** (groups / 2 - 0.35))
    return float(13_000 * 10 ** ((groups - 8) / 2))


def _num_tilings(state: State) -> float:
    """About how many ways there are to tile the lines that are full already."""
    ways = 1.0
    if state.wall is Wall.COLOURED:
        return ways
    for board in state.boards:
        for size, (line, row) in enumerate(zip(board.lines, board.wall, strict=True), 1):
            if line is not None and line.count == size:
                columns = zip(row, zip(*board.wall, strict=True), strict=True)
                ways *= max(1, sum(tile is None and line.colour not in c for tile, c in columns))
    return ways


def _next_chunk(done: int, budget: Budget) -> int:
    """Simulations until the next look at the clock: a few milliseconds' worth.

    With a limit on depth every single one may be the last; with a limit on nodes the clock must
    not decide, because the leaves of one chunk are judged together.
    """
    if budget.depth is not None:
        return 1
    if budget.nodes is not None:
        return CHUNK_OF_NODES
    rate = done / max(budget.seconds, 1e-4)
    return max(64, min(8192, int(rate * SECONDS_BETWEEN_LOOKS)))


def _is_decided(tree: Tree | Graph, budget: Budget, done: int) -> bool:
    """Whether no other move can be chosen any more in the time that is left."""
    left = budget.seconds_left
    if left is None or done < 256:
        return False
    return tree.is_decided(left * done / max(budget.seconds, 1e-4))
