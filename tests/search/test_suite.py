"""The search finds the best move of positions that have one, in all modes.

``scripts/find_suite.py`` found them: near the end of a round every move was judged by the
exact solver, in the middle of one by a search 25 times as long as the one tested here.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from azulejos.notation import parse_move, parse_position
from azulejos.players import Limits, create
from azulejos.rules.effects import Tiled, effects
from tests.strategies import MODES, mode_id

SUITE = json.loads((Path(__file__).parent.parent / "data" / "suite.json").read_text("ascii"))
SIMULATIONS = 2000

Entry = dict[str, str]


def entry_id(entry: Entry) -> str:
    return f"{entry['mode']}-{entry['theme']}-{entry['best']}"


def test_the_suite_is_large_and_varied() -> None:
    assert len(SUITE) >= 60
    assert len({entry["position"] for entry in SUITE}) == len(SUITE)
    modes = Counter(entry["mode"] for entry in SUITE)
    assert set(modes) == {mode_id(mode) for mode in MODES}
    assert min(modes.values()) >= 10
    for mode in modes:
        assert len({entry["theme"] for entry in SUITE if entry["mode"] == mode}) >= 5


@pytest.mark.parametrize("entry", SUITE, ids=entry_id)
def test_the_search_finds_the_best_move(entry: Entry) -> None:
    state = parse_position(entry["position"])
    assert len(state.legal_moves()) > 1
    found = create("search", seed=1).choose(state, Limits(nodes=SIMULATIONS))
    assert str(found) == entry["best"], entry["reason"]


@pytest.mark.parametrize("entry", SUITE, ids=entry_id)
def test_the_reason_is_true_of_the_move(entry: Entry) -> None:
    state = parse_position(entry["position"])
    move = parse_move(entry["best"])
    assert state.is_legal(move)
    done = effects(state, move)
    if move.is_tiling:
        (tile,) = done.tiled[:1]
        assert isinstance(tile, Tiled)
        assert entry["reason"].startswith(f"Column {tile.column + 1} ")
        return
    assert done.taken is not None and done.placed is not None
    taken, placed, reason = done.taken, done.placed, entry["reason"]
    assert reason.startswith(f"{taken.num_tiles} {taken.colour.name.lower()} tile")
    assert taken.marker == ("with the marker" in reason)
    fallen = placed.fallen + placed.discarded
    if placed.line is None:
        assert " to the floor" in reason
    else:
        assert f"line {placed.line + 1}" in reason
        assert (f"{fallen} of them to the floor" in reason) == (fallen > 0)
