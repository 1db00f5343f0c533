from collections.abc import Callable
from typing import NamedTuple

from azulejos.rules.move import Move
from azulejos.rules.state import State
from azulejos.search.worth import Evaluation

class Solution(NamedTuple):
    line: tuple[Move, ...]
    win: float
    lead: float
    nodes: int

class Solver:
    def __init__(self, evaluation: Evaluation) -> None: ...
    def solve(
        self, state: State, max_nodes: int = ..., stop: Callable[[], bool] | None = None
    ) -> Solution | None: ...
    def value(self, state: State) -> tuple[float, ...]: ...
    @property
    def num_nodes(self) -> int: ...
