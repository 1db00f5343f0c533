"""How sure a player may be: chances to win, brought in line with what comes of them."""


def with_temperature(win: float, temperature: float, seats: int) -> float:
    """Return a chance to win whose log odds, beyond those of a fair share, are divided.

    A temperature above 1 moves it towards a fair share, one below 1 away from it; what is
    certain stays so.
    """
    if not 0 < win < 1:
        return win
    fair = 1 / (seats - 1)
    odds: float = fair * (win / (1 - win) / fair) ** (1 / temperature)
    return odds / (1 + odds)
