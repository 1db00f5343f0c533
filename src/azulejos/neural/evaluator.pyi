from collections.abc import Collection

from azulejos.neural.network import Network
from azulejos.neural.whole import WholeNetwork
from azulejos.search.evaluator import Evaluator

class NetworkEvaluator(Evaluator):
    def __init__(
        self,
        network: Network | WholeNetwork,
        heat: float = 1.0,
        points: Network | WholeNetwork | None = None,
        by_points: Collection[int] = (),
    ) -> None: ...
