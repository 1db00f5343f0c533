from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from azulejos.rules.state import State
from azulejos.rules.types import Wall

def observation_size(players: int, wall: Wall) -> int: ...
def observe(states: Iterable[State]) -> NDArray[np.float32]: ...
