"""Fair deals restated plainly from the notation, to hold the package against."""

from collections.abc import Callable, Iterator
from hashlib import sha256


def words(seed: bytes) -> Iterator[int]:
    """Yield the 32-bit words of a seed's stream."""
    number = 0
    while True:
        block = sha256(seed + bytes([number >> shift & 255 for shift in range(56, -1, -8)]))
        digits = block.hexdigest()
        for at in range(0, 64, 8):
            yield int(digits[at : at + 8], 16)
        number += 1


def uniform_from(source: Iterator[int]) -> Callable[[int], int]:
    """Return the drawing of numbers below n from words."""

    def uniform(n: int) -> int:
        for word in source:
            if word < 2**32 // n * n:
                return word % n
        raise AssertionError("the words never end")

    return uniform
