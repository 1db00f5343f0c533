"""Observations of states, many at once."""

from azulejos.neural.features cimport observation_length, write_observation
from azulejos.rules.state cimport State

import numpy as np

from azulejos.rules.types import Wall


def observation_size(int players, wall):
    """Return how many numbers an observation has in a mode of the game."""
    return observation_length(players, wall is Wall.GRAY)


def observe(states):
    """Return the observations of states of one mode, a row for each.

    Every row is the view of the player to act; before a deal, of the player who will start.
    """
    cdef State state
    cdef float[:, ::1] rows
    cdef int i = 0, players = 0
    cdef bint gray = False
    states = tuple(states)
    if states:
        state = states[0]
        players, gray = state.table.players, state.table.gray
    seen = np.empty((len(states), observation_length(players, gray) if states else 0), np.float32)
    rows = seen
    for state in states:
        if state.table.players != players or state.table.gray != gray:
            raise ValueError("states of more than one mode of the game")
        write_observation(&state.table, &rows[i, 0])
        i += 1
    return seen
