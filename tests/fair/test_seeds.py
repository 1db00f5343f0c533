"""Seeds, nonces and commitments."""

from hashlib import sha256

import pytest

from azulejos.errors import NotationError, OptionError
from azulejos.fair import NO_NONCE, commitment, game_seed, new_seed, parse_seed

SERVER = bytes(range(32))
NONCES = [bytes([n]) * 32 for n in (1, 2, 3, 4)]


def test_the_commitment_is_the_hash_of_the_server_seed() -> None:
    assert commitment(SERVER) == sha256(SERVER).digest()
    assert commitment(SERVER).hex() == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_seed_of_a_game_is_the_hash_of_all_seeds_in_seat_order(players: int) -> None:
    nonces = NONCES[:players]
    assert game_seed(SERVER, nonces) == sha256(SERVER + b"".join(nonces)).digest()
    assert game_seed(SERVER, nonces) != game_seed(SERVER, nonces[::-1])


def test_32_zero_bytes_stand_for_a_seat_without_a_nonce() -> None:
    expected = sha256(SERVER + bytes(32) + NONCES[1]).digest()
    assert game_seed(SERVER, [None, NONCES[1]]) == expected
    assert game_seed(SERVER, [NO_NONCE, NONCES[1]]) == expected


def test_a_new_seed_is_new() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


def test_seeds_are_written_as_64_hexadecimal_digits() -> None:
    assert parse_seed(SERVER.hex()) == SERVER
    assert parse_seed(SERVER.hex().upper()) == SERVER


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "g" * 64, " " + "0" * 63, "０" * 64])
def test_anything_else_is_no_seed(text: str) -> None:
    with pytest.raises(NotationError, match="Nonce1: not 64 hexadecimal digits"):
        parse_seed(text, "Nonce1")


def test_seeds_and_nonces_have_32_bytes() -> None:
    with pytest.raises(OptionError, match="server seed: 3 bytes"):
        commitment(b"abc")
    with pytest.raises(OptionError, match="server seed: 3 bytes"):
        game_seed(b"abc", NONCES[:2])
    with pytest.raises(OptionError, match="nonce 2: 0 bytes"):
        game_seed(SERVER, [None, b""])
