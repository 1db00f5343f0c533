"""A game at one terminal: one person, players of the registry on the other seats."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from azulejos.fair import FairDealer, commitment, game_seed
from azulejos.notation import Event, Record, Recorder, apply_event
from azulejos.players import Player, create
from azulejos.rules import Move, State, Wall


@dataclass(frozen=True)
class Settings:
    """How a game is set up."""

    players: int
    wall: Wall
    level: str
    name: str
    seat: int
    """The person's seat, from 0."""
    server_seed: bytes


class Game:
    """A game in progress: its state, its history, and its opponents."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        seats = range(settings.players)
        self._dealer = FairDealer(
            game_seed(settings.server_seed, [None] * settings.players), settings.players
        )
        self._opponents: dict[int, Player] = {
            seat: create(settings.level, _player_seed(settings.server_seed, seat))
            for seat in seats
            if seat != settings.seat
        }
        self._first = State.new(settings.players, settings.wall, self._dealer.start)
        self._history: list[tuple[Event, State]] = []
        self.names = self._names()

    @property
    def state(self) -> State:
        """The state of the game as it stands."""
        return self._history[-1][1] if self._history else self._first

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person is to choose."""
        return self.state.player == self.settings.seat

    @property
    def num_events(self) -> int:
        """How many deals and moves there have been."""
        return len(self._history)

    @property
    def round_begin(self) -> State:
        """The state just after the last deal."""
        for event, state in reversed(self._history):
            if not isinstance(event, Move):
                return state
        return self._first

    def deal(self) -> None:
        """Deal the round that is due."""
        self.add(self._dealer.draw(self.state))

    def add(self, event: Event) -> None:
        """Let a deal or a move happen."""
        self._history.append((event, apply_event(self.state, event)))

    def ask_opponent(self) -> Move:
        """Return the move of the opponent whose turn it is."""
        return self._opponents[self.state.player or 0].choose(self.state)

    def undo(self) -> bool:
        """Go back to the person's last choice since the deal, and return whether there was one."""
        for place in range(len(self._history) - 1, 0, -1):
            event, _ = self._history[place]
            before = self._history[place - 1][1]
            if not isinstance(event, Move):
                return False
            if before.player == self.settings.seat:
                del self._history[place:]
                return True
        return False

    def record(self) -> Record:
        """Return the record of the game so far, with what it takes to verify its deals."""
        seed = self.settings.server_seed
        headers = {f"Player{seat + 1}": name for seat, name in enumerate(self.names)}
        headers["Date"] = date.today().isoformat()
        headers["Commitment"] = commitment(seed).hex()
        headers["ServerSeed"] = seed.hex()
        recorder = Recorder(self._first, headers)
        for event, _ in self._history:
            recorder.add(event)
        return recorder.record()

    def _names(self) -> Sequence[str]:
        """Name every seat; opponents of one level are told apart by number."""
        level = self.settings.level
        names = [level] * self.settings.players
        if len(self._opponents) > 1:
            names = [f"{level} {seat + 1}" for seat in range(self.settings.players)]
        names[self.settings.seat] = self.settings.name
        return tuple(names)


def _player_seed(server_seed: bytes, seat: int) -> int:
    """Return an opponent's seed, so that the same seed and moves give the same game again."""
    return int.from_bytes(sha256(server_seed + b"player" + bytes([seat])).digest()[:8], "big")
