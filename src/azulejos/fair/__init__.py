"""Fair deals: every deal follows from seeds that nobody could choose alone.

The server commits to a seed before any player's nonce arrives, and reveals it when
the game is over. `FairDealer` deals a game, `verify` checks the record of one.
"""

from azulejos.fair.dealer import FairDealer
from azulejos.fair.seeds import NO_NONCE, commitment, game_seed, new_seed, parse_seed
from azulejos.fair.stream import Stream, start_player
from azulejos.fair.verification import Verification, verify

__all__ = [
    "NO_NONCE",
    "FairDealer",
    "Stream",
    "Verification",
    "commitment",
    "game_seed",
    "new_seed",
    "parse_seed",
    "start_player",
    "verify",
]
