"""More than a hundred thousand mangled texts: refused properly, or possible after all."""

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest

from azulejos.chance import Sampler
from azulejos.errors import AzulejosError
from azulejos.notation import (
    format_deal,
    format_event,
    format_move,
    format_position,
    format_record,
    parse_deal,
    parse_event,
    parse_move,
    parse_position,
    parse_record,
)
from azulejos.rules import Deal, Move, Phase, State
from tests.notation.games import recorded_game
from tests.notation.mangling import mangled, mangled_position
from tests.notation.plainly_possible import problems
from tests.strategies import MODES, POLICIES, Mode, mode_id, random_game

Text = TypeVar("Text", str, bytes, str | bytes)
Value = TypeVar("Value")

NUM_POSITIONS = 12_000
NUM_RECORDS = 1_000
NUM_MOVES = 15_000
NUM_DEALS = 15_000
MAX_PLIES = 200


def judged(parse: Callable[[Text], Value], text: Text, outcomes: Counter[str]) -> Value | None:
    """Return what a text says, or None if it is refused; only our own errors may refuse it."""
    try:
        value = parse(text)
    except AzulejosError as error:
        message = str(error)
        assert message and message.isascii() and "\n" not in message and len(message) < 600, message
        outcomes[error.code] += 1
        return None
    outcomes["accepted"] += 1
    return value


def play_on(state: State, rng: Random, sampler: Sampler) -> bool:
    """Play a random game on from a state; return whether it came to its end.

    A game whose lines are all stuck goes on for ever, so it is broken off.
    """
    for _ in range(MAX_PLIES):
        if state.is_over:
            assert state.winners and state.legal_moves() == []
            return True
        if state.phase is Phase.DEAL:
            assert state.legal_moves() == []
            state = sampler.deal(state)
            continue
        moves = state.legal_moves()
        assert moves == sorted(set(moves)) and all(map(state.is_legal, moves))
        state = state.play(rng.choice(moves))
    return False


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_mangled_positions(mode: Mode) -> None:
    rng, sampler = Random(f"mangled positions {mode_id(mode)}"), Sampler(1)
    texts = [
        format_position(state)
        for policy in POLICIES
        for _ in range(3)
        for state in random_game(mode, policy, rng)
    ]
    outcomes: Counter[str] = Counter()
    for _ in range(NUM_POSITIONS):
        text = mangled_position(rng.choice(texts), rng)
        state = judged(parse_position, text, outcomes)
        if state is None:
            assert problems(text) or re.search("[0-9]{4}", text), "possible, yet refused"
        else:
            assert problems(text) == []
            assert format_position(state) == text
            outcomes["ended"] += play_on(state, rng, sampler)
    assert outcomes["accepted"] > NUM_POSITIONS // 50
    assert outcomes["ended"] > outcomes["accepted"] // 2
    assert outcomes["position"] > NUM_POSITIONS // 10
    assert outcomes["notation"] > NUM_POSITIONS // 10


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_the_plain_check_agrees_with_every_position_of_a_game(mode: Mode) -> None:
    rng = Random(f"plainly possible {mode_id(mode)}")
    for policy in POLICIES:
        for state in random_game(mode, policy, rng):
            assert problems(format_position(state)) == []


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_mangled_records(mode: Mode) -> None:
    rng = Random(f"mangled records {mode_id(mode)}")
    headers = {"Player1": 'A "quoted" name', "Date": "2026-11-15", "Nonce1": "0f" * 32}
    texts = [
        format_record(recorded_game(mode, rng, policy=policy, plies=plies, comments=True,
                                    headers=headers))
        for policy in POLICIES
        for plies in (500, rng.randrange(60))
    ]  # fmt: skip
    outcomes: Counter[str] = Counter()
    for number in range(NUM_RECORDS):
        text: str | bytes = mangled(rng.choice(texts), rng)
        if number % 10 == 0:
            text = _with_random_bytes(text, rng)
        record = judged(parse_record, text, outcomes)
        if record is not None:
            written = format_record(record)
            again = parse_record(written.encode())
            assert again == record
            assert format_record(again) == written
    assert outcomes["accepted"] > NUM_RECORDS // 50
    assert outcomes["record"] > NUM_RECORDS // 10
    assert outcomes["notation"] > NUM_RECORDS // 10


def _with_random_bytes(text: str | bytes, rng: Random) -> bytes:
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    at = rng.randrange(len(raw) + 1)
    return raw[:at] + rng.randbytes(rng.randint(1, 3)) + raw[at:]


def test_mangled_moves() -> None:
    rng = Random("mangled moves")
    outcomes: Counter[str] = Counter()
    texts = [str(Move.from_index(index)) for index in range(325)]
    for _ in range(NUM_MOVES):
        text = mangled(rng.choice(texts), rng)
        move = judged(parse_move, text, outcomes)
        if move is not None:
            assert format_move(move) == text
    assert 0 < outcomes["accepted"] < NUM_MOVES // 2


def test_mangled_deals_and_events() -> None:
    rng = Random("mangled deals")
    dealt = [
        state.displays
        for mode in MODES
        for policy in POLICIES
        for state in random_game(mode, policy, rng)
        if state.phase is Phase.DRAFT
    ]
    outcomes: Counter[str] = Counter()
    for _ in range(NUM_DEALS // 2):
        text = mangled(format_deal(rng.choice(dealt)), rng)
        deal = judged(parse_deal, text, outcomes)
        if deal is not None:
            assert format_deal(deal) == text
            _judge_deal(deal)
        text = mangled(format_event(rng.choice(dealt)), rng)
        event = judged(parse_event, text, outcomes)
        if event is not None:
            assert format_event(event) == text
    assert 0 < outcomes["accepted"] < NUM_DEALS // 2


def _judge_deal(deal: Deal) -> None:
    """A well-formed deal is dealt or refused, never anything else."""
    state = State.new((len(deal) - 1) // 2)
    try:
        after = state.deal(deal)
    except AzulejosError:
        return
    assert after.displays == deal
    assert all(sum(display) == 4 for display in deal)
