"""The arrays play the same game as the oracle and the compiled engine."""

import pytest

pytest.importorskip("jax")

from tests.accel.lockstep import play_games
from tests.strategies import MODES, Mode, mode_id

GAMES = 60


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_every_ply_equals_the_oracle_and_the_engine(mode: Mode) -> None:
    trios = play_games(mode, GAMES, seed=0, max_plies=120)
    assert sum(trio.state.is_over for trio in trios) > GAMES / 6


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_every_ply_of_a_thousand_games(mode: Mode) -> None:
    trios = play_games(mode, 1000, seed=1_000_000)
    assert sum(trio.state.is_over for trio in trios) > 900
