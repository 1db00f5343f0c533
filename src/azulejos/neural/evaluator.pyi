from azulejos.neural.network import Network
from azulejos.neural.whole import WholeNetwork
from azulejos.search.evaluator import Evaluator

class NetworkEvaluator(Evaluator):
    def __init__(self, network: Network | WholeNetwork, heat: float = 1.0) -> None: ...
