from azulejos.neural.network import Network
from azulejos.search.evaluator import Evaluator

class NetworkEvaluator(Evaluator):
    def __init__(self, network: Network, heat: float = 1.0) -> None: ...
