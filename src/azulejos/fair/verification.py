"""Checking that the deals of a record follow from its seeds."""

from typing import NamedTuple

from azulejos.errors import FairnessError
from azulejos.fair.dealer import FairDealer
from azulejos.fair.seeds import commitment, game_seed, parse_seed
from azulejos.notation import Record, format_deal
from azulejos.rules import Move


class Verification(NamedTuple):
    """What was checked in a record and found true."""

    commitment: str
    """The commitment in hexadecimal; the server seed hashes to it."""
    seed: str
    """The game's seed in hexadecimal; every deal follows from it."""
    start: int | None
    """The first starting player, from 0; None if no round was dealt."""
    start_was_drawn: bool
    """Whether that player was drawn; otherwise the table fixed them and nothing was drawn."""
    num_deals: int
    """How many deals were drawn again and found equal."""
    without_nonce: tuple[int, ...]
    """The seats, from 0, that gave no nonce and so had no part in the seed."""


def verify(record: Record) -> Verification:
    """Draw every deal of a record again from its seeds, and report what was checked.

    The record needs the headers ``Commitment`` and ``ServerSeed``; a seat without a
    ``Nonce`` header gave none. Anything that does not follow raises `FairnessError`.

    With the header ``Start`` the table fixed the first starting player and nothing was
    drawn for them. Other programs may leave that header out: a record whose deals follow
    only if nothing was drawn is fair too, and ``start_was_drawn`` tells.
    """
    server_seed = _seed(record, "ServerSeed")
    if commitment(server_seed) != _seed(record, "Commitment"):
        raise FairnessError("it is not the SHA-256 of the server seed", "Commitment")
    nonces = [_nonce(record, seat) for seat in range(record.num_players)]
    seed = game_seed(server_seed, nonces)
    return Verification(
        commitment=commitment(server_seed).hex(),
        seed=seed.hex(),
        start=record.rounds[0].start if record.rounds else None,
        start_was_drawn=_start_was_drawn(record, seed),
        num_deals=len(record.rounds),
        without_nonce=tuple(seat for seat, nonce in enumerate(nonces) if nonce is None),
    )


def _start_was_drawn(record: Record, seed: bytes) -> bool:
    """Check start and deals, and return whether the stream begins with the start."""
    if record.fixed_start is not None:
        _check_deals(record, FairDealer(seed, record.num_players, record.fixed_start))
        return False
    try:
        _check_deals(record, FairDealer(seed, record.num_players))
    except FairnessError as error:
        # A single word apart, the two streams agree on a deal only by a miracle.
        try:
            _check_deals(record, FairDealer(seed, record.num_players, record.rounds[0].start))
        except FairnessError:
            raise error from None
        return False
    return True


def _seed(record: Record, name: str) -> bytes:
    text = record.headers.get(name)
    if text is None:
        raise FairnessError("missing, without it the deals cannot be checked", name)
    return parse_seed(text, name)


def _nonce(record: Record, seat: int) -> bytes | None:
    name = f"Nonce{seat + 1}"
    text = record.headers.get(name)
    return None if text is None else parse_seed(text, name)


def _check_deals(record: Record, dealer: FairDealer) -> None:
    if record.rounds and record.rounds[0].start != dealer.start:
        raise FairnessError(
            f"the seed draws player {dealer.start + 1},"
            f" the record has player {record.rounds[0].start + 1}",
            "round 1, start",
        )
    for state, event in record.replay():
        if isinstance(event, Move):
            continue
        expected = dealer.draw(state)
        if event != expected:
            raise FairnessError(
                f"the seed deals {format_deal(expected)}, the record has {format_deal(event)}",
                f"round {state.round}, deal",
            )
