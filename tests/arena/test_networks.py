"""Matches of players with networks from files."""

from pathlib import Path

import pytest

from azulejos.arena import parse_contestant
from azulejos.arena.networks import check_networks
from azulejos.errors import OptionError
from azulejos.neural import Mode, pack, shipped_file
from azulejos.players import Limits, Thought, create
from azulejos.players.confidence import temperature_in, with_temperature
from azulejos.players.policy_player import TEMPERATURES
from azulejos.rules import State, Wall
from tests.arena.matches import play, settings
from tests.neural.positions import positions, random_weights

TWO = Mode.parse("2c")


def write(path: Path, mode: Mode = TWO, width: int = 64) -> Path:
    """Write a network that is nothing like trained."""
    path.write_bytes(pack(random_weights(mode, width=width)))
    return path


def middle_of_a_game() -> State:
    return next(s for s in positions(TWO, games=1)[9:] if len(s.legal_moves()) > 20)


def test_a_trained_network_beats_one_that_knows_nothing(tmp_path: Path) -> None:
    file = write(tmp_path / "new.network")
    match = play(tmp_path / "match", settings("policy", f"policy:network={file},name=new"), 8)
    assert match.tally.summary.share().value == 1


def test_a_copy_of_the_shipped_network_plays_alike(tmp_path: Path) -> None:
    state = middle_of_a_game()
    for name in ("policy", "master"):
        file = tmp_path / f"{name}.network"
        file.write_bytes(shipped_file(TWO, single_look=name == "policy").read_bytes())
        moves = [
            create(name, network=network).choose(state, Limits(nodes=60))
            for network in (None, file)
        ]
        assert moves[0] == moves[1]


def test_what_is_said_with_a_network_of_ones_own_is_what_it_says(tmp_path: Path) -> None:
    """Only the shipped ones have been measured, so that theirs can be corrected."""
    file = tmp_path / "copy.network"
    file.write_bytes(shipped_file(TWO, single_look=True).read_bytes())
    state = middle_of_a_game()
    said: list[Thought] = []
    for network in (None, file):
        create("policy", network=network).choose(state, report=said.append)
    temperature = temperature_in(state, TEMPERATURES)
    own = said[1].win
    assert own is not None and temperature != 1
    assert said[0].win == with_temperature(own, temperature, 2)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing.network", "cannot be read: No such file or directory"),
        ("text.network", "is of the form 'hello', not"),
        ("three.network", "holds a network of 3c, not of 2c"),
    ],
)
def test_a_file_that_is_no_network_for_the_match_is_refused_before_it(
    tmp_path: Path, name: str, reason: str
) -> None:
    (tmp_path / "text.network").write_text("hello\n")
    write(tmp_path / "three.network", Mode.parse("3c"))
    of = settings("greedy", f"master:network={tmp_path / name},name=mine")
    with pytest.raises(OptionError, match=f"mine: .*{name} {reason}"):
        play(tmp_path / "match", of, 2)


def test_a_match_that_was_refused_leaves_nothing_behind(tmp_path: Path) -> None:
    missing = f"policy:network={tmp_path / 'missing.network'},name=mine"
    with pytest.raises(OptionError, match="mine: "):
        play(tmp_path / "match", settings("greedy", missing), 2)
    assert not (tmp_path / "match").exists()


def test_a_match_does_not_go_on_with_another_network(tmp_path: Path) -> None:
    file = write(tmp_path / "new.network")
    of = settings("greedy", f"policy:network={file},name=mine")
    play(tmp_path / "match", of, 2)
    write(file, width=128)
    with pytest.raises(OptionError, match=r"mine: .*new\.network is another network"):
        play(tmp_path / "match", of, 4)
    again = settings("greedy", f"policy:network={file},name=mine")
    with pytest.raises(OptionError, match="checksum="):
        play(tmp_path / "match", again, 4)
    assert play(tmp_path / "match", of, 2).tally.num_games == 2  # what was played can be read


def test_a_ladder_with_a_file_that_is_no_network_does_not_begin(tmp_path: Path) -> None:
    missing = parse_contestant(f"policy:network={tmp_path / 'missing.network'}")
    sides = (parse_contestant("random"), parse_contestant("greedy"), missing)
    with pytest.raises(OptionError, match=r"policy:network=missing\.network: .* cannot be read"):
        check_networks(sides, 2, Wall.COLOURED)


def test_a_player_without_a_network_takes_none(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="network: search takes no network from a file"):
        create("search", network=tmp_path / "any.network")
