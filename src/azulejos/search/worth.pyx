"""The fitted evaluation of states between rounds, for Python."""

import json
from importlib import resources

from azulejos.rules.kernel cimport DEALING, OVER
from azulejos.rules.state cimport State

from azulejos.rules.types import Wall


cdef class Evaluation:
    """What states between rounds are worth, in one mode of the game."""

    def __init__(self, weights, scales):
        """Take a row of weights and a scale for each number of rounds left, 1 to 5."""
        cdef int left, i
        for left in range(MAX_ROUNDS_LEFT):
            self.worth.scale[left] = scales[left]
            for i in range(NUM_FEATURES):
                self.worth.weight[i][left] = weights[left][i]

    @staticmethod
    def load(int players, wall):
        """Return the evaluation shipped for a mode."""
        return _load(players, Wall(wall).value)

    def expect(self, State state not None):
        """Return every player's expected final points and share of the victory."""
        cdef float points[4]
        cdef float wins[4]
        cdef int players = state.table.players
        _check(state)
        expect_points(&self.worth, &state.table, points)
        expect_wins(&self.worth, &state.table, points, wins)
        return tuple([points[p] for p in range(players)]), tuple([wins[p] for p in range(players)])


def features(State state not None):
    """Return how many rounds are left at the least, and the features of every board."""
    cdef float f[NUM_FEATURES]
    cdef int p, i
    _check(state)
    boards = []
    for p in range(state.table.players):
        describe_board(&state.table, p, f)
        boards.append([f[i] for i in range(NUM_FEATURES)])
    return rounds_left(&state.table), boards


def _check(State state):
    if state.table.phase != DEALING and state.table.phase != OVER:
        raise ValueError("a state is evaluated between rounds, not while players act")


_loaded = {}


def _load(players, wall):
    if not _loaded:
        text = resources.files("azulejos.search").joinpath("weights.json").read_text("ascii")
        for mode, fitted in json.loads(text)["modes"].items():
            _loaded[mode] = Evaluation(fitted["weights"], fitted["scales"])
    return _loaded[f"{players}{wall}"]
