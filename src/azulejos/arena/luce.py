"""The model behind all ratings: everyone wins in proportion to a strength.

With strengths ``w`` the chance of a seat to win a game is its contestant's strength over the
sum of the strengths of all seats. With two seats this is the Bradley–Terry model, on which
Elo rests; with more it is Luce's choice of a first place. 400 points of Elo are a strength ten
times as large, however many play, and equal players always stand 0 points apart.
"""

import math
from collections.abc import Sequence
from typing import Final

ELO_SCALE: Final = 400 / math.log(10)
"""Points of Elo for a factor of e in strength."""

_LIMIT: Final = 40.0
_HALVINGS: Final = 200


def expected_share(elo: float, own_seats: Sequence[tuple[int, int]]) -> float:
    """Return the mean share of victory of a contestant who is so much stronger than another.

    ``own_seats`` gives, for each game, the seats the contestant has and the seats there are.
    """
    strength = math.exp(elo / ELO_SCALE)
    shares = [own * strength / (own * strength + seats - own) for own, seats in own_seats]
    return math.fsum(shares) / len(shares)


def elo_of_share(share: float, own_seats: Sequence[tuple[int, int]]) -> float:
    """Return the Elo difference at which a share is expected; infinite for all or nothing."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    low, high = -_LIMIT * ELO_SCALE, _LIMIT * ELO_SCALE
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if expected_share(middle, own_seats) < share:
            low = middle
        else:
            high = middle
        if high - low < 1e-9:
            break
    # Adding nothing turns a negative zero into a plain one.
    return round((low + high) / 2, 6) + 0.0
