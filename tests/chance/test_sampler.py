"""The sampler: reproducible, even, and never dealing what the bag does not hold."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.chance import Sampler, playouts
from azulejos.errors import IllegalDealError
from azulejos.rules import Phase, State
from tests.bridge import arrange, deal_text, table_of
from tests.strategies import MODES, Mode, mode_id, states

SEEDS = st.integers(-(2**70), 2**70)


def chi_square(observed: list[int], expected: list[float]) -> float:
    """Return how far counts lie from what is expected of them."""
    return sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))


@given(SEEDS, st.integers(1, 2**32 - 1))
def test_the_same_seed_gives_the_same_numbers(seed: int, n: int) -> None:
    one, two = Sampler(seed), Sampler(seed)
    numbers = [one.below(n) for _ in range(20)]
    assert numbers == [two.below(n) for _ in range(20)]
    assert all(0 <= number < n for number in numbers)


def test_different_seeds_give_different_numbers() -> None:
    streams = {tuple(Sampler(seed).below(2**30) for _ in range(4)) for seed in range(1000)}
    assert len(streams) == 1000


@pytest.mark.parametrize("n", [2, 3, 7, 60, 100])
def test_numbers_are_even(n: int) -> None:
    sampler, draws = Sampler(n), 2000 * n
    counts = Counter(sampler.below(n) for _ in range(draws))
    # The statistic has mean n - 1 and variance 2(n - 1); five deviations is beyond chance.
    spread = (2 * (n - 1)) ** 0.5
    assert chi_square([counts[k] for k in range(n)], [draws / n] * n) < n - 1 + 5 * spread


@pytest.mark.parametrize("n", [0, -1, 2**40])
def test_there_is_no_number_below_nothing_or_too_much(n: int) -> None:
    with pytest.raises((ValueError, OverflowError)):
        Sampler(1).below(n)


@given(states([Phase.DEAL]), SEEDS)
def test_a_sampled_deal_is_legal_and_leaves_what_a_deal_leaves(state: State, seed: int) -> None:
    after = Sampler(seed).deal(state)
    assert after == state.deal(after.displays)
    assert after == Sampler(seed).deal(state)
    table = table_of(state)
    table.deal(deal_text(after.displays))
    assert table.position() == table_of(after).position()


@given(states([Phase.DEAL]), SEEDS)
def test_a_deal_uses_the_same_numbers_as_drawing_by_hand(state: State, seed: int) -> None:
    drawn = table_of(state).draw(Sampler(seed).below)
    assert deal_text(Sampler(seed).deal(state).displays) == drawn


@given(states([Phase.DRAFT, Phase.TILE, Phase.OVER]))
def test_no_deal_is_made_when_none_is_due(state: State) -> None:
    with pytest.raises(IllegalDealError, match="no deal is due"):
        Sampler(1).deal(state)


def test_deals_follow_the_contents_of_the_bag() -> None:
    state = arrange(phase="r", lid="B" * 15 + "Y" * 10 + "R" * 5)
    sampler, games = Sampler(7), 4000
    first: Counter[int] = Counter()
    for _ in range(games):
        display = sampler.deal(state).displays[4]
        for colour, count in enumerate(display):
            first[colour] += count
    tiles = sum(state.bag)
    expected = [4 * games * count / tiles for count in state.bag]
    assert chi_square([first[colour] for colour in range(5)], expected) < 4 + 5 * 8**0.5


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_playouts_are_whole_games_and_reproducible(mode: Mode) -> None:
    players, wall = mode
    games, moves = playouts(players, wall, 5, 200)
    assert games == 200
    assert playouts(players, wall, 5, 200) == (games, moves)
    assert playouts(players, wall, 6, 200) != (games, moves)
    # Nobody completes a row before the fifth round, and a round has a move a display at least.
    assert moves >= games * 5 * (2 * players + 1)


def test_playouts_move_as_a_game_played_by_hand_with_the_same_numbers() -> None:
    for players, wall in MODES:
        sampler, state, moves = Sampler(11), State.new(players, wall), 0
        while not state.is_over:
            if state.phase is Phase.DEAL:
                state = sampler.deal(state)
            legal = state.legal_moves()
            state = state.play(legal[sampler.below(len(legal))])
            moves += 1
        assert playouts(players, wall, 11, 1) == (1, moves)
