from collections.abc import Sequence

from azulejos.rules.state import State
from azulejos.rules.types import Wall

class Evaluation:
    def __init__(
        self, weights: Sequence[Sequence[float]], scales: Sequence[float]
    ) -> None: ...
    @staticmethod
    def load(players: int, wall: Wall) -> Evaluation: ...
    def expect(self, state: State) -> tuple[tuple[float, ...], tuple[float, ...]]: ...

def features(state: State) -> tuple[int, list[list[float]]]: ...
