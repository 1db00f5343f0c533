"""The stream of numbers that a seed stands for."""

from collections.abc import Iterator
from hashlib import sha256
from struct import unpack
from typing import Final

from azulejos.errors import OptionError
from azulejos.fair.seeds import check_seed

_WORDS: Final = 1 << 32


class Stream:
    """Fair numbers from a seed of 32 bytes: the same seed gives the same numbers for ever.

    Block i is the SHA-256 of the seed followed by i in eight bytes, read as eight
    words of 32 bits, all big-endian.
    """

    def __init__(self, seed: bytes) -> None:
        self._words = _words(check_seed(seed))

    def uniform(self, n: int) -> int:
        """Return a number below n, each with the same chance.

        Words from the last, incomplete run of n are passed over: taking them would
        favour the small numbers.
        """
        if not 1 <= n <= _WORDS:
            raise OptionError(f"{n} is not 1 to 2^32", "uniform")
        limit = _WORDS // n * n
        word = next(self._words)
        while word >= limit:
            word = next(self._words)
        return word % n


def start_player(stream: Stream, players: int) -> int:
    """Draw the starting player, from 0: the first use of a game's stream."""
    return stream.uniform(players)


def _words(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from unpack(">8I", sha256(seed + block.to_bytes(8, "big")).digest())
        block += 1
