"""The registry knows every player by name, and says which there are."""

import pytest

from azulejos.errors import OptionError
from azulejos.players import DEFAULT, Player, character, create, levels, names


def test_there_are_eight_levels_and_four_players_of_other_kinds() -> None:
    assert levels() == (
        "beginner",
        "learner",
        "casual",
        "keen",
        "skilled",
        "strong",
        "expert",
        "master",
    )
    assert names() == (*levels(), "random", "greedy", "uct", "search")
    assert DEFAULT in names()


@pytest.mark.parametrize("name", names())
def test_a_player_bears_the_name_it_was_called_by(name: str) -> None:
    player: Player = create(name)
    assert player.name == name
    assert create(name.upper()).name == name


@pytest.mark.parametrize("name", names())
def test_every_player_has_a_character_of_one_line(name: str) -> None:
    assert character(name)
    assert "\n" not in character(name)


def test_an_unknown_player_is_refused_with_the_choices() -> None:
    with pytest.raises(
        OptionError, match=r"no player 'deep blue'; choose from beginner, .*, search"
    ):
        create("deep blue")


@pytest.mark.parametrize("seed", [-1, 2**64])
@pytest.mark.parametrize("name", names())
def test_a_seed_out_of_range_is_refused(name: str, seed: int) -> None:
    with pytest.raises(OptionError, match="seed"):
        create(name, seed)
