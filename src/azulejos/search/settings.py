"""Settings of the hand-made search, chosen by matches (docs/search.md has the figures)."""

from typing import Final

from azulejos.rules import State
from azulejos.search.evaluator import RoundEvaluator
from azulejos.search.worth import Evaluation

NOISE: Final = {2: 5.0, 3: 3.0, 4: 2.5}
"""By players: how much a glance is blurred when a round is played out, in points."""
HEAT: Final = {2: 6.0, 3: 3.0, 4: 2.0}
"""By players: how evenly first impressions are spread, in points.

The more seats, the fewer simulations each of its own moves gets, and the more first
impressions have to guide them.
"""


def round_evaluator(state: State, seed: int, deals: int = 0) -> RoundEvaluator:
    """Return the evaluator the search players use in this mode of the game."""
    players = state.num_players
    evaluation = Evaluation.load(players, state.wall)
    return RoundEvaluator(evaluation, seed, NOISE[players], HEAT[players], deals)
