from collections.abc import Callable

from azulejos.rules.state import State

def perft(state: State, depth: int, stop: Callable[[], bool] | None = None) -> int | None: ...
