"""How sure a player may be: chances to win, brought in line with what comes of them."""


def with_temperature(win: float, temperature: float) -> float:
    """Return a chance to win whose log odds are divided by a temperature.

    Above 1 it moves towards one half, below 1 away from it; what is certain stays so.
    """
    if not 0 < win < 1:
        return win
    odds: float = (win / (1 - win)) ** (1 / temperature)
    return odds / (1 + odds)
