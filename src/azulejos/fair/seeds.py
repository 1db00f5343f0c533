"""Seeds, nonces and commitments: 32 bytes each, 64 hexadecimal digits as text."""

import re
import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from azulejos.errors import NotationError, OptionError
from azulejos.notation.records import SEED

SEED_SIZE: Final = 32
NO_NONCE: Final = bytes(SEED_SIZE)
"""What stands for the nonce of a seat that gave none."""


def new_seed() -> bytes:
    """Return a fresh seed that nobody can guess; it serves as a nonce just as well."""
    return secrets.token_bytes(SEED_SIZE)


def parse_seed(text: str, field: str = "seed") -> bytes:
    """Read a seed, nonce or commitment from its 64 hexadecimal digits."""
    if not re.fullmatch(SEED, text):
        raise NotationError("not 64 hexadecimal digits", field)
    return bytes.fromhex(text)


def check_seed(seed: bytes, field: str = "seed") -> bytes:
    """Return the seed if it has 32 bytes."""
    if len(seed) != SEED_SIZE:
        raise OptionError(f"{len(seed)} bytes, {SEED_SIZE} are wanted", field)
    return seed


def commitment(server_seed: bytes) -> bytes:
    """Return what the server shows before any nonce arrives: it binds, and tells nothing."""
    return sha256(check_seed(server_seed, "server seed")).digest()


def game_seed(server_seed: bytes, nonces: Sequence[bytes | None]) -> bytes:
    """Return the seed of a game from the server's seed and all seats' nonces in seat order.

    None stands for a seat that gave no nonce.
    """
    parts = [check_seed(server_seed, "server seed")]
    for seat, nonce in enumerate(nonces, 1):
        parts.append(NO_NONCE if nonce is None else check_seed(nonce, f"nonce {seat}"))
    return sha256(b"".join(parts)).digest()
