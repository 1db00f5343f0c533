"""One game from the first deal to its end, whatever the end is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from azulejos.arena.clock import Clock
from azulejos.arena.seats import ForfeitError, Seat
from azulejos.fair import FairDealer, commitment, game_seed
from azulejos.notation import Record, Recorder
from azulejos.players import Limits
from azulejos.rules import Move, Phase, State, Wall


@dataclass(frozen=True)
class Rules:
    """How a game is set up, apart from who plays it."""

    players: int
    wall: Wall
    server_seed: bytes
    max_rounds: int


@dataclass(frozen=True)
class Ending:
    """How a game ended."""

    record: Record
    scores: tuple[int, ...]
    """Points in seat order; those of a game cut short include the bonuses earned so far."""
    shares: tuple[float, ...]
    """What each seat has of the victory: 1, 0, or a part of a shared one."""
    termination: str = ""
    """Why the game was cut short; empty for one that was played to its end."""
    forfeited: int | None = None
    """The seat that lost by its own fault."""


@dataclass
class Turn:
    """The game as the seat to move is told it."""

    state: State
    base: State
    moves: list[Move] = field(default_factory=list)


def play_game(
    rules: Rules,
    seats: Sequence[Callable[[], Seat]],
    limits: Sequence[Limits],
    headers: Mapping[str, str],
) -> Ending:
    """Play a game; each seat is made before the first deal, and a seat that fails has lost."""
    dealer = FairDealer(game_seed(rules.server_seed, [None] * rules.players), rules.players)
    recorder = Recorder(
        State.new(rules.players, rules.wall, dealer.start),
        {
            **headers,
            "Commitment": commitment(rules.server_seed).hex(),
            "ServerSeed": rules.server_seed.hex(),
        },
    )
    clocks = [Clock(each) for each in limits]
    seat = 0
    try:
        sitting: list[Seat] = []
        for make in seats:
            seat = len(sitting)
            sitting.append(make())
        turn = Turn(recorder.state, recorder.state)
        while not turn.state.is_over and turn.state.round <= rules.max_rounds:
            if turn.state.phase is Phase.DEAL:
                base = recorder.add(dealer.draw(turn.state))
                turn = Turn(base, base)
                continue
            seat = turn.state.player or 0
            move = _ask(sitting[seat], turn, clocks[seat])
            turn.state = recorder.add(move)
            turn.moves.append(move)
    except ForfeitError as reason:
        return _cut_short(recorder, f"forfeit by player {seat + 1}: {reason}", seat)
    if not recorder.state.is_over:
        return _cut_short(recorder, f"adjudicated after {rules.max_rounds} rounds", None)
    winners = recorder.state.winners
    return Ending(recorder.record(), recorder.state.scores, _shares(rules.players, winners))


def _ask(seat: Seat, turn: Turn, clock: Clock) -> Move:
    begin = perf_counter()
    move = seat.choose(turn, clock.limits)
    clock.spend(perf_counter() - begin)
    if not turn.state.is_legal(move):
        raise ForfeitError(f"illegal move: {move}")
    return move


def _cut_short(recorder: Recorder, termination: str, forfeited: int | None) -> Ending:
    """End a game as if it were over now; who forfeited is not among the winners."""
    state = recorder.state
    standings = [
        (board.score + board.bonus, len(board.complete_rows), seat)
        for seat, board in enumerate(state.boards)
    ]
    ahead = max(standing[:2] for standing in standings if standing[2] != forfeited)
    winners = tuple(s[2] for s in standings if s[:2] == ahead and s[2] != forfeited)
    reason = "".join(letter if letter.isprintable() else "?" for letter in termination[:300])
    record = recorder.record().with_headers({"Termination": reason})
    scores = tuple(score for score, _, _ in standings)
    return Ending(record, scores, _shares(state.num_players, winners), reason, forfeited)


def _shares(players: int, winners: Sequence[int]) -> tuple[float, ...]:
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(players))
