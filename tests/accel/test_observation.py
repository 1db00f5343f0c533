"""The observation says what its table says, from the mover's side."""

import hashlib
import re
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from azulejos.accel import Environment
from azulejos.accel.convert import from_position, from_state
from azulejos.accel.observation import layout, observe, table_size
from azulejos.accel.train import checkpoint
from azulejos.neural import weights_file
from azulejos.rules import Wall
from tests.accel.lockstep import environment
from tests.search.plainly import space_points
from tests.strategies import MODES, Mode, line_greedy, mode_id, random_game

DOCUMENT = Path(__file__).parents[2] / "docs" / "accel.md"

POSITION = (
    "{wall} 3 d2 s1 BBRK/-/-/-/- YW 17,16,15,17,15 0,0,2,1,1 "
    "12:1B/2Y/-/-/-:Y..../...../..R../...../.....:xR "
    "7:-/1K/3W/-/-:...../...../...../...../.....:-"
)


def view(env: Environment, text: str) -> tuple[dict[str, NDArray[np.float32]], int]:
    """Return the features of the player to act by name, and the length of a seat's block."""
    state = from_position(env, text)
    seen = np.asarray(jax.jit(lambda its: observe(env, its))(state))
    features = layout(env)
    named, end = {}, 0
    for feature in features:
        end = feature.start + int(np.prod(feature.shape))
        named[feature.name] = seen[feature.start : end].reshape(feature.shape)
    return named, end - table_size(env)


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_the_document_lists_every_feature(mode: Mode) -> None:
    env = environment(mode)
    text = DOCUMENT.read_text()
    listed = re.findall(r"^\| `(\w+)` \| ([\d F×]+) \| (both|gray) \|", text, re.MULTILINE)
    expected = []
    for feature in layout(env):
        shape = "×".join(str(size) for size in feature.shape) or "1"
        expected.append((feature.name, shape))
    shown = [
        (name, shape.strip().replace("F", str(env.num_displays)))
        for name, shape, walls in listed
        if walls == "both" or env.is_gray
    ]
    assert shown == expected
    assert f"| {env.name} | {env.num_actions} | {env.observation_size} |" in text


@pytest.mark.parametrize("wall", ["c", "g"])
def test_features_say_what_the_table_says(wall: str) -> None:
    env = Environment(2, "gray" if wall == "g" else "coloured")
    position = POSITION.format(wall=wall)
    if wall == "c":
        position = position.replace("Y..../...../..R../", ".Y.../...../....R/")
    seen, block = view(env, position)
    assert env.observation_size == table_size(env) + 2 * block
    assert seen["displays"][0].sum(1).tolist() == [2, 0, 1, 1, 0]
    assert not seen["displays"][1:].any()
    assert np.allclose(seen["centre_tiles"], [0, 0.1, 0, 0, 0.1])
    assert np.allclose(seen["round"], 3 / 8) and seen["marker_in_centre"] == 0
    assert np.allclose(seen["lid"] * 20, [0, 0, 3, 1, 1])
    assert seen["line_tiles"].sum(1).tolist() == [0, 1, 3, 0, 0]  # the second player's lines
    assert seen["line_full"].tolist() == [0, 0, 1, 0, 0]
    assert seen["line_points"].tolist() == [0, 0, np.float32(0.2), 0, 0]
    assert seen["wall_tiled"].sum() == 1 and not seen["wall"].any()
    assert seen["line_takes"][1].tolist() == [0, 0, 0, 1, 0]
    assert (seen["line_fits"] * 2).tolist() == [[0, 1, 1, 1, 1], [0, 0, 0, 1, 0], *3 * [5 * [0]]]
    assert (seen["line_fills"] * 4).tolist() == [5 * [1], [0, 0, 0, 1, 0], *3 * [5 * [0]]]
    neighbours = 3 if wall == "g" else 4  # of the tile that comes, in the first column or not
    assert seen["longest_row"] == np.float32(0.2)
    assert not seen["space_points"][seen["wall_tiled"] == 1].any()
    assert np.allclose(seen["space_points"].sum() * 10, 24 + neighbours)
    assert np.allclose(seen["score"], 7 / 40) and np.allclose(seen["score_tiled"], 8 / 40)
    assert seen["holds_marker"] == 0 and seen["started"] == 0 and seen["lead_tiled"] == 0


@pytest.mark.parametrize("mode", MODES, ids=mode_id)
def test_offers_and_spaces_are_counted_as_a_person_would(mode: Mode) -> None:
    env = environment(mode)
    look = jax.jit(env.observe)
    game = [state for state in random_game(mode, line_greedy, Random(3)) if not state.is_over]
    features, start = layout(env), table_size(env)
    block = (env.observation_size - start) // env.players
    for reached in game[:: len(game) // 30]:
        numbers = np.asarray(look(from_state(env, reached)))
        first = reached.start if reached.player is None else reached.player
        for place in range(env.players):
            board = reached.boards[(first + place) % env.players]
            seen = {
                feature.name: numbers[at : at + int(np.prod(feature.shape))].reshape(feature.shape)
                for feature in features
                if feature.start >= start
                for at in [feature.start + place * block]
            }
            sources = [*reached.displays, reached.centre]
            for row, line in enumerate(board.lines):
                room = row + 1 - (line.count if line else 0)
                for colour in range(5):
                    held = [source[colour] for source in sources if seen["line_takes"][row, colour]]
                    assert 2 * seen["line_fits"][row, colour] == held.count(room)
                    assert 4 * seen["line_fills"][row, colour] == sum(n >= room for n in held)
            tiled = (seen["wall_tiled"].reshape(5, 5) > 0).tolist()
            assert round(5 * float(seen["longest_row"]), 4) == max(map(sum, tiled))
            for row, column in np.ndindex(5, 5):
                points = 0 if tiled[row][column] else space_points(tiled, row, column)
                assert round(10 * seen["space_points"][5 * row + column], 4) == points


def test_formats_move_with_the_observation() -> None:
    """Whoever changes what a network sees must give weights files and checkpoints a new version."""
    seen = [(env.name, layout(env)) for env in map(environment, MODES)]
    digest = hashlib.sha256(repr(seen).encode()).hexdigest()[:12]
    assert (checkpoint.FORMAT, weights_file.FORMAT, digest) == (
        3,
        "azulejos-network 3",
        "ac5b50aad30f",
    )


@pytest.mark.parametrize("mode", [(3, Wall.COLOURED), (3, Wall.GRAY)], ids=mode_id)
def test_who_sits_where_does_not_matter(mode: Mode) -> None:
    """Turn the seats and the turn together: the view stays the same."""
    env = environment(mode)
    look = jax.jit(env.observe)
    game = list(random_game(mode, line_greedy, Random(5)))
    for reached in game[:: len(game) // 12]:
        state = from_state(env, reached)
        boards = {
            name: jnp.roll(getattr(state, name), 1, axis=0)
            for name in ("line_count", "line_colour", "wall", "floor", "score")
        }
        seats = {
            name: (getattr(state, name) + 1) % 3 if getattr(state, name) >= 0 else state.marker
            for name in ("player", "start", "marker")
        }
        assert np.array_equal(look(state), look(state._replace(**boards, **seats)))
