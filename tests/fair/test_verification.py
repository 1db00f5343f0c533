"""Fair games: dealt from their seeds, and verified from their records alone."""

from hashlib import sha256
from random import Random

import pytest

from azulejos.errors import FairnessError
from azulejos.fair import FairDealer, commitment, verify
from azulejos.notation import (
    Record,
    RecordedRound,
    format_deal,
    format_record,
    parse_deal,
    parse_record,
)
from azulejos.rules import Move, State, Wall
from tests import bridge
from tests.fair.games import fair_game
from tests.fair.restated import uniform_from, words
from tests.strategies import MODES, Mode, floor_heavy, hoarding, mode_id

GAME = fair_game((2, Wall.COLOURED), Random(1))


def without(record: Record, *names: str) -> Record:
    """Return a record without some of its headers."""
    return Record({k: v for k, v in record.headers.items() if k not in names}, record.rounds)


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_a_fair_game_is_verified(mode: Mode) -> None:
    rng = Random(f"fair {mode_id(mode)}")
    for policy in (floor_heavy, hoarding):
        record = parse_record(format_record(fair_game(mode, rng, policy=policy)))
        found = verify(record)
        assert found.num_deals == len(record.rounds) > 0
        assert found.start == record.rounds[0].start
        assert found.start_was_drawn
        assert found.without_nonce == ()
        assert found.commitment == sha256(bytes.fromhex(record.headers["ServerSeed"])).hexdigest()


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_deals_follow_from_the_seeds_as_restated(mode: Mode) -> None:
    """The oracle draws from the restated stream, through empty bags and refills."""
    players, _ = mode
    record = fair_game(mode, Random(f"restated {mode_id(mode)}"), policy=hoarding)
    names = ["ServerSeed", *[f"Nonce{seat}" for seat in range(1, players + 1)]]
    seed = sha256(b"".join(bytes.fromhex(record.headers[name]) for name in names)).digest()
    uniform = uniform_from(words(seed))
    assert record.rounds[0].start == uniform(players)
    for state, event in record.replay():
        if not isinstance(event, Move):
            assert format_deal(event) == bridge.table_of(state).draw(uniform)


def test_the_first_deal_of_a_seed_is_fixed_for_ever() -> None:
    dealer = FairDealer(bytes(range(32)), 2)
    assert dealer.start == 0
    assert format_deal(dealer.draw(State.new())) == "RRWW/BYYR/RRKK/YRRW/BBYY"


def test_a_dealer_deals_the_state_on() -> None:
    state = State.new(3)
    seed = bytes(32)
    assert FairDealer(seed, 3, 0).deal(state) == state.deal(FairDealer(seed, 3, 0).draw(state))


def test_seats_that_gave_no_nonce_are_reported() -> None:
    record = fair_game((3, Wall.COLOURED), Random(2), silent=(0, 2))
    assert "Nonce1" not in record.headers
    assert verify(record).without_nonce == (0, 2)
    zeros = record.with_headers({"Nonce1": "0" * 64})
    assert verify(zeros).seed == verify(record).seed


@pytest.mark.parametrize("start", [0, 1, 2])
def test_nothing_is_drawn_for_a_fixed_start(start: int) -> None:
    record = fair_game((3, Wall.GRAY), Random(3), start=start)
    found = verify(record)
    assert (found.start, found.start_was_drawn) == (start, False)
    uniform = uniform_from(words(bytes.fromhex(found.seed)))
    drawn = bridge.table_of(State.new(3, Wall.GRAY, start)).draw(uniform)
    assert format_deal(record.rounds[0].deal) == drawn


def test_a_fixed_start_is_recognised_without_its_header() -> None:
    """The notation has no word for a fixed start, so other programs may not write one."""
    record = without(fair_game((3, Wall.GRAY), Random(3), start=1), "Start")
    assert not verify(record).start_was_drawn
    assert verify(record).start == 1


def test_a_start_that_was_drawn_cannot_pass_as_fixed() -> None:
    drawn = GAME.rounds[0].start
    with pytest.raises(FairnessError, match=r"^round 1, deal: the seed deals"):
        verify(GAME.with_headers({"Start": str(drawn + 1)}))


def test_an_unfinished_game_with_its_seed_is_verified() -> None:
    record = fair_game((2, Wall.COLOURED), Random(4), plies=3)
    assert verify(record).num_deals == 1
    nothing_dealt = fair_game((2, Wall.COLOURED), Random(4), plies=0)
    assert (verify(nothing_dealt).num_deals, verify(nothing_dealt).start) == (0, None)


@pytest.mark.parametrize("name", ["Commitment", "ServerSeed"])
def test_a_record_without_its_seeds_cannot_be_verified(name: str) -> None:
    with pytest.raises(FairnessError) as error:
        verify(without(GAME, name))
    assert str(error.value) == f"{name}: missing, without it the deals cannot be checked"


def test_a_server_seed_that_was_not_committed_to_is_found_out() -> None:
    with pytest.raises(FairnessError, match="Commitment: it is not the SHA-256 of the server seed"):
        verify(GAME.with_headers({"Commitment": "0" * 64}))


def test_another_nonce_gives_another_game() -> None:
    with pytest.raises(FairnessError, match=r"^round 1, (start|deal): the seed d"):
        verify(GAME.with_headers({"Nonce2": "0" * 64}))


def test_another_server_seed_gives_another_game() -> None:
    seed = bytes(32)
    headers = {"ServerSeed": seed.hex(), "Commitment": commitment(seed).hex()}
    with pytest.raises(FairnessError, match=r"^round 1, (start|deal): the seed d"):
        verify(GAME.with_headers(headers))


def test_another_starting_player_is_found_out() -> None:
    first = GAME.rounds[0]
    record = Record(
        {**without(GAME, "Result").headers},
        (RecordedRound(1, 1 - first.start, first.deal, ()),),
    )
    with pytest.raises(FairnessError) as error:
        verify(record)
    assert str(error.value) == (
        f"round 1, start: the seed draws player {first.start + 1},"
        f" the record has player {2 - first.start}"
    )


def test_another_deal_is_found_out() -> None:
    last = GAME.rounds[-1]
    state = next(
        state for state, event in GAME.replay() if state.round == last.number and event == last.deal
    )
    other = next(
        deal
        for deal in (FairDealer(bytes([n]) * 32, 2).draw(state) for n in range(9))
        if deal != last.deal
    )
    rounds = (*GAME.rounds[:-1], last._replace(deal=other, moves=()))
    with pytest.raises(FairnessError) as error:
        verify(Record({**without(GAME, "Result").headers}, rounds))
    assert str(error.value) == (
        f"round {last.number}, deal: the seed deals {format_deal(last.deal)},"
        f" the record has {format_deal(other)}"
    )


def test_the_order_of_the_displays_matters() -> None:
    first = GAME.rounds[0]
    turned = parse_deal("/".join(reversed(format_deal(first.deal).split("/"))))
    record = Record({**without(GAME, "Result").headers}, (first._replace(deal=turned, moves=()),))
    with pytest.raises(FairnessError, match=r"^round 1, deal: the seed deals"):
        verify(record)
