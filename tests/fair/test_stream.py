"""The stream of a seed: known answers, rejection, and fairness."""

from collections import Counter
from hashlib import sha256
from itertools import islice
from random import Random

import pytest

from azulejos.errors import OptionError
from azulejos.fair import Stream, start_player
from tests.fair.restated import uniform_from, words

ZEROS = bytes(32)


def test_the_first_words_of_the_zero_seed() -> None:
    first = sha256(bytes(32) + bytes(8)).digest()
    second = sha256(bytes(32) + bytes(7) + b"\x01").digest()
    expected = [int.from_bytes((first + second)[at : at + 4], "big") for at in range(0, 64, 4)]
    stream = Stream(ZEROS)
    assert [stream.uniform(2**32) for _ in range(16)] == expected
    assert list(islice(words(ZEROS), 16)) == expected


def test_numbers_fixed_for_ever() -> None:
    stream = Stream(bytes(range(32)))
    known = [32, 49, 79, 99, 53, 17, 87, 40, 60, 60, 16, 62]
    assert [stream.uniform(100) for _ in known] == known


def test_small_numbers_are_not_favoured() -> None:
    """With n just above half of all words, nearly half of the words are passed over."""
    n = 2**31 + 1
    stream = Stream(ZEROS)
    kept = [word for word in islice(words(ZEROS), 200) if word < n]
    assert 60 < len(kept) < 140
    assert [stream.uniform(n) for _ in kept] == kept


def test_the_stream_is_as_restated() -> None:
    rng = Random(7)
    for _ in range(20):
        seed = rng.randbytes(32)
        stream, uniform = Stream(seed), uniform_from(words(seed))
        for _ in range(200):
            n = rng.choice([1, 2, 3, 4, 100, rng.randint(1, 100), rng.randint(1, 2**32)])
            assert stream.uniform(n) == uniform(n)


def test_a_lone_tile_draws_too() -> None:
    lone, plain = Stream(ZEROS), Stream(ZEROS)
    assert lone.uniform(1) == 0
    plain.uniform(2**32)
    assert lone.uniform(2**32) == plain.uniform(2**32)


def test_every_number_has_the_same_chance() -> None:
    stream = Stream(sha256(b"chance").digest())
    seen = Counter(stream.uniform(5) for _ in range(20_000))
    assert sum((count - 4000) ** 2 / 4000 for count in seen.values()) < 18.5


def test_the_starting_player_is_the_first_number() -> None:
    for number in range(20):
        seed = sha256(bytes([number])).digest()
        for players in (2, 3, 4):
            assert start_player(Stream(seed), players) == uniform_from(words(seed))(players)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(OptionError, match=f"seed: {size} bytes, 32 are wanted"):
        Stream(bytes(size))


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_only_1_to_two_to_the_32_numbers_can_be_drawn_from(n: int) -> None:
    with pytest.raises(OptionError):
        Stream(ZEROS).uniform(n)
