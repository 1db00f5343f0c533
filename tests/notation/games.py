"""Random games as records, for the tests of notation and of fair deals."""

from collections.abc import Mapping
from random import Random

from azulejos.notation import Record, Recorder
from azulejos.rules import Phase, State
from tests.strategies import MAX_PLIES, Mode, Policy, random_deal, uniform

COMMENTS = (None, None, "win 0.61 margin +4.2", "a longer remark, with commas and ünïcödé", "!")


def recorded_game(
    mode: Mode,
    rng: Random,
    *,
    policy: Policy = uniform,
    plies: int = MAX_PLIES,
    headers: Mapping[str, str] | None = None,
    comments: bool = False,
) -> Record:
    """Play a random game, or its first plies, and return its record."""
    players, wall = mode
    recorder = Recorder(State.new(players, wall, rng.randrange(players)), headers)
    for _ in range(plies):
        state = recorder.state
        if state.is_over:
            break
        if state.phase is Phase.DEAL:
            recorder.add(random_deal(state, rng))
        else:
            recorder.add(policy(state, rng), rng.choice(COMMENTS) if comments else None)
    return recorder.record()
