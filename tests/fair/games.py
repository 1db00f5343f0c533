"""Games dealt fairly, as records."""

from random import Random

from azulejos.fair import FairDealer, commitment, game_seed
from azulejos.notation import Record, Recorder
from azulejos.rules import Phase, State
from tests.strategies import MAX_PLIES, Mode, Policy, uniform


def fair_game(
    mode: Mode,
    rng: Random,
    *,
    policy: Policy = uniform,
    start: int | None = None,
    silent: tuple[int, ...] = (),
    plies: int = MAX_PLIES,
) -> Record:
    """Play a game dealt from seeds; silent seats give no nonce; a start may be fixed."""
    players, wall = mode
    server_seed = rng.randbytes(32)
    nonces = [None if seat in silent else rng.randbytes(32) for seat in range(players)]
    dealer = FairDealer(game_seed(server_seed, nonces), players, start)
    headers = {
        "Commitment": commitment(server_seed).hex(),
        "ServerSeed": server_seed.hex(),
        **{f"Nonce{seat}": nonce.hex() for seat, nonce in enumerate(nonces, 1) if nonce},
    }
    if start is not None:
        headers["Start"] = str(start + 1)
    recorder = Recorder(State.new(players, wall, dealer.start), headers)
    for _ in range(plies):
        state = recorder.state
        if state.is_over:
            break
        recorder.add(dealer.draw(state) if state.phase is Phase.DEAL else policy(state, rng))
    return recorder.record()
