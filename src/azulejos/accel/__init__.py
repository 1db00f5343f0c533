"""The whole game in JAX, for millions of games at once, and training on it.

`Environment` is the game by itself. Nothing here but `azulejos.accel.convert` needs the
compiled engine.
"""

from azulejos.accel.environment import Environment
from azulejos.accel.game import Game
from azulejos.accel.state import DEAL, DRAFT, NOBODY, OVER, TILE, State

__all__ = ["DEAL", "DRAFT", "NOBODY", "OVER", "TILE", "Environment", "Game", "State"]
