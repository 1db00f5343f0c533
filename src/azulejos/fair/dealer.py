"""Dealing a whole game from one seed."""

from azulejos.chance import draw_deal
from azulejos.fair.stream import Stream, start_player
from azulejos.rules import Deal, State


class FairDealer:
    """Deals the rounds of one game, one after the other, from the game's seed.

    ``start`` is the first starting player. It is drawn before anything else, unless
    the table fixed one; then nothing is drawn for it.
    """

    def __init__(self, seed: bytes, players: int, start: int | None = None) -> None:
        self._stream = Stream(seed)
        self.start = start_player(self._stream, players) if start is None else start

    def draw(self, state: State) -> Deal:
        """Draw the deal that is due; the stream moves on, so draw each round once, in order."""
        return draw_deal(state, self._stream.uniform)

    def deal(self, state: State) -> State:
        """Return the state after the deal that is due."""
        return state.deal(self.draw(state))
