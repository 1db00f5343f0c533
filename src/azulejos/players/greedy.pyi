from azulejos.rules.move import Move
from azulejos.rules.state import State

def best_move(state: State, seed: int) -> Move: ...
