"""Who sits where: everyone on every seat, on the same deals."""

from collections import Counter
from itertools import permutations

import pytest

from azulejos.arena import Settings
from azulejos.errors import OptionError
from azulejos.rules import Wall
from tests.arena.matches import SEED, settings


def test_two_players_change_seats() -> None:
    assert settings("greedy", "random").lineups == (((0, 1), (1, 0)),)


@pytest.mark.parametrize("players", [3, 4])
def test_one_a_seat_rotates_through_all_positions_and_all_circles(players: int) -> None:
    names = ["greedy", "random", "greedy:name=third", "greedy:name=fourth"][:players]
    found = settings(*names, players=players)
    assert found.games_per_pair == players
    for games in found.lineups:
        for seat in range(players):
            assert {lineup[seat] for lineup in games} == set(range(players))
    together = [lineup for games in found.lineups for lineup in games]
    assert sorted(together) == sorted(permutations(range(players)))
    assert found.lineup(len(found.lineups), 0) == found.lineup(0, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_alone_sits_on_every_seat(players: int) -> None:
    found = settings("greedy", "random", players=players, alone=True)
    (games,) = found.lineups
    assert [lineup.index(0) for lineup in games] == list(range(players))
    assert all(Counter(lineup) == {0: 1, 1: players - 1} for lineup in games)


@pytest.mark.parametrize("players", [3, 4])
def test_two_at_a_larger_table_are_each_alone_in_turn(players: int) -> None:
    (games,) = settings("greedy", "random", players=players).lineups
    assert len(games) == 2 * players
    seats = Counter((seat, who) for lineup in games for seat, who in enumerate(lineup))
    assert set(seats.values()) == {players}


def test_every_pair_has_deals_and_every_player_a_seed_of_its_own() -> None:
    found = settings("greedy", "random")
    assert len({found.server_seed(pair) for pair in range(100)}) == 100
    places = [(pair, game, seat) for pair in range(9) for game in (0, 1) for seat in (0, 1)]
    assert len({found.player_seed(*place) for place in places}) == len(places)
    other = settings("greedy", "random", seed=bytes(32))
    assert found.server_seed(0) != other.server_seed(0)


def test_settings_survive_json() -> None:
    found = settings("greedy:nodes=5", "random", players=3, wall=Wall.GRAY, alone=True)
    assert Settings.from_json(found.to_json()) == found


@pytest.mark.parametrize(
    ("names", "players", "alone", "field"),
    [
        (["greedy"], 2, False, "contestants"),
        (["greedy", "random", "greedy:name=x"], 2, False, "contestants"),
        (["greedy", "random", "greedy:name=x"], 4, False, "contestants"),
        (["greedy", "greedy"], 2, False, "contestants"),
        (["greedy", "random", "greedy:name=x"], 3, True, "alone"),
        (["greedy", "random"], 5, False, "players"),
        (["greedy", "random"], 1, False, "players"),
    ],
)
def test_tables_that_cannot_be_are_refused(
    names: list[str], players: int, alone: bool, field: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        settings(*names, players=players, alone=alone, seed=SEED)
    assert refusal.value.field == field
