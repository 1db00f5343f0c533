"""A game of a match as a job: it travels to a worker, is played there, and comes back."""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from time import perf_counter
from typing import Any

from azulejos.arena.contestant import Contestant
from azulejos.arena.external import ENGINES
from azulejos.arena.referee import Rules, play_game
from azulejos.arena.seats import PlayerSeat, Seat
from azulejos.arena.settings import Settings
from azulejos.notation import format_record
from azulejos.players import create


@dataclass(frozen=True)
class Game:
    """A game to be played: its match, and its place in it."""

    settings: Settings
    pair: int
    number: int
    """The number of the game within the pair, from 0."""

    @property
    def id(self) -> str:
        """The name of the game in its match, from 1: ``00012-2`` is game 2 of pair 12."""
        return f"{self.pair + 1:05d}-{self.number + 1}"


@dataclass(frozen=True)
class GameResult:
    """What came of a game."""

    pair: int
    number: int
    lineup: tuple[int, ...]
    """The contestant on each seat."""
    scores: tuple[int, ...]
    """Points in seat order."""
    shares: tuple[float, ...]
    """What each seat has of the victory."""
    rounds: int
    termination: str
    """Why the game was cut short; empty for one that was played to its end."""
    forfeited: int | None
    """The seat that lost by its own fault."""
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON has it."""
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> "GameResult":
        """Return the result that JSON describes."""
        fields: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        return GameResult(**fields)


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played: its result, and its record as text."""

    result: GameResult
    record: str


def play(game: Game) -> PlayedGame:
    """Play one game of a match to its end."""
    settings = game.settings
    lineup = settings.lineup(game.pair, game.number)
    begin = perf_counter()
    ending = play_game(
        Rules(
            settings.players, settings.wall, settings.server_seed(game.pair), settings.max_rounds
        ),
        _seats(game, lineup),
        [settings.contestants[each].limits for each in lineup],
        _headers(game, lineup),
    )
    result = GameResult(
        pair=game.pair,
        number=game.number,
        lineup=lineup,
        scores=ending.scores,
        shares=ending.shares,
        rounds=len(ending.record.rounds),
        termination=ending.termination,
        forfeited=ending.forfeited,
        seconds=round(perf_counter() - begin, 3),
    )
    return PlayedGame(result, format_record(ending.record))


def _seats(game: Game, lineup: tuple[int, ...]) -> list[Callable[[], Seat]]:
    seats: list[Callable[[], Seat]] = []
    copies: Counter[int] = Counter()
    for place, each in enumerate(lineup):
        contestant = game.settings.contestants[each]
        seed = game.settings.player_seed(game.pair, game.number, place)
        seats.append(partial(_sit_down, contestant, copies[each], seed))
        copies[each] += 1
    return seats


def _sit_down(contestant: Contestant, copy: int, seed: int) -> Seat:
    if not contestant.is_engine:
        return PlayerSeat(create(contestant.player, seed, contestant.network))
    seat = ENGINES.seat(contestant, copy)
    seat.new_game(seed)
    return seat


def _headers(game: Game, lineup: tuple[int, ...]) -> dict[str, str]:
    names = [game.settings.contestants[each].name for each in lineup]
    return {
        **{f"Player{seat}": name for seat, name in enumerate(names, 1)},
        "Date": game.settings.date,
        "Pair": str(game.pair + 1),
        "Game": str(game.number + 1),
    }
