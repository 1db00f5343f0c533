"""Perft: the golden counts of all six modes, and the oracle's own count of the small ones."""

import pytest

from azulejos.rules import Phase, State, Wall, perft
from tests import golden
from tests.bridge import arrange, move_of, state_of
from tests.golden import Count
from tests.oracle import Table
from tests.strategies import MODES, mode_id

COUNTS = golden.read_perft()
ORACLE_LEAVES = 5000
"""The largest tree the oracle is asked to walk."""

IDS = [f"{count.mode} {count.name}" for count in COUNTS]


@pytest.mark.parametrize("count", COUNTS, ids=IDS)
def test_the_engine_counts_what_it_always_did(count: Count) -> None:
    state = state_of(Table.read(count.position))
    for depth, leaves in enumerate(count.leaves, start=1):
        assert perft(state, depth) == leaves


@pytest.mark.parametrize("count", COUNTS, ids=IDS)
def test_the_oracle_counts_the_same(count: Count) -> None:
    table = Table.read(count.position)
    for depth, leaves in enumerate(count.leaves, start=1):
        if leaves <= ORACLE_LEAVES:
            assert table.perft(depth) == leaves


def test_the_golden_file_covers_every_mode_and_phase() -> None:
    assert {count.mode for count in COUNTS} == {mode_id(mode) for mode in MODES}
    for mode in MODES:
        positions = [count.position for count in COUNTS if count.mode == mode_id(mode)]
        phases = {position.split(" ")[2][0] for position in positions}
        assert phases == ({"d", "t"} if mode[1] is Wall.GRAY else {"d"})


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("kind", ["c", "g"])
def test_the_golden_positions_are_the_ones_the_command_chooses(players: int, kind: str) -> None:
    written = [(c.name, c.position) for c in COUNTS if c.mode == f"{players}{kind}"]
    assert written == list(golden.chosen_positions(players, kind))


def test_a_position_between_rounds_or_after_the_end_is_one_leaf_at_any_depth() -> None:
    for depth in range(4):
        assert perft(State.new(), depth) == 1
    last = arrange(displays="B", centre="x")
    assert last.play(move_of("1B1")).phase is Phase.DEAL
    assert [perft(last, depth) for depth in range(4)] == [1, 6, 6, 6]


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="depth"):
        perft(State.new(), -1)


def test_a_count_is_abandoned_when_asked_to_stop() -> None:
    start = state_of(Table.read(COUNTS[0].position))
    asked = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) == 3

    assert perft(start, 8, stop) is None
    assert len(asked) == 3
    assert perft(start, 3, lambda: False) == COUNTS[0].leaves[2]


def test_an_error_in_the_question_to_stop_comes_through() -> None:
    start = state_of(Table.read(COUNTS[0].position))

    def stop() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        perft(start, 8, stop)
