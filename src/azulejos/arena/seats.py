"""What sits on a seat: something that is asked for moves and may lose by its own fault."""

from collections.abc import Sequence
from typing import Protocol

from azulejos.players import Limits, Player
from azulejos.rules import Move, State


class ForfeitError(Exception):
    """A contestant loses the game whatever the score; the message says why."""


class Turn(Protocol):
    """What a seat is told when it is to move."""

    @property
    def base(self) -> State:
        """The state just after the last deal."""
        ...

    @property
    def moves(self) -> Sequence[Move]:
        """The moves since then."""
        ...

    @property
    def state(self) -> State:
        """The state as it stands."""
        ...


class Seat(Protocol):
    """Anything that can be asked for a move."""

    def choose(self, turn: Turn, limits: Limits) -> Move:
        """Return a move, legal or not; a seat that cannot raises `ForfeitError`."""
        ...


class PlayerSeat:
    """A seat on which a player of the registry sits."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def choose(self, turn: Turn, limits: Limits) -> Move:
        """Ask the player; one that fails loses, as an engine would."""
        try:
            return self._player.choose(turn.state, limits)
        except Exception as error:
            raise ForfeitError(f"crash: {type(error).__name__}: {error}") from error
