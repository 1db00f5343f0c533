"""Which modes of the game have a trained network, asked without loading one."""

from functools import cache

from azulejos.rules import Wall


@cache
def has_network(players: int, wall: Wall) -> bool:
    """Whether a network is shipped for so many players on a wall."""
    from azulejos.neural import Mode, shipped  # noqa: PLC0415  # brings NumPy

    return Mode(players, wall) in shipped()
