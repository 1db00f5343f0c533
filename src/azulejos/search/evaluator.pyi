from collections.abc import Callable, Sequence
from typing import TypeAlias

from azulejos.rules.state import State
from azulejos.search.worth import Evaluation

_Judgement: TypeAlias = tuple[Sequence[float], Sequence[float], Sequence[float]]

class Evaluator: ...

class RoundEvaluator(Evaluator):
    def __init__(
        self,
        evaluation: Evaluation,
        seed: int = 0,
        noise: float = 5.0,
        heat: float = 6.0,
        deals: int = 0,
    ) -> None: ...

class PlayoutEvaluator(Evaluator):
    def __init__(self, seed: int = 0) -> None: ...

class BatchEvaluator(Evaluator):
    def __init__(self, function: Callable[[list[State]], Sequence[_Judgement]]) -> None: ...
