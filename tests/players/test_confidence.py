"""Chances to win are told as sure as they are."""

from random import Random

import pytest

from azulejos.neural import Mode, NetworkEvaluator, load_network, shipped
from azulejos.players import Thought, create, neural_player, policy_player, search_player
from azulejos.players.confidence import with_temperature
from azulejos.players.neural_player import NeuralPlayer
from azulejos.players.search_player import SUREST_ROUND, SearchPlayer
from azulejos.search import Tree
from tests.strategies import line_greedy, random_game


def test_every_mode_has_a_network_and_temperatures() -> None:
    assert shipped() == Mode.every()
    for player in (search_player, neural_player, policy_player):
        assert {Mode.parse(name) for name in player.TEMPERATURES} == set(Mode.every())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_certain_or_fair_stays_so(seats: int) -> None:
    for win in (0.0, 1 / seats, 1.0):
        assert with_temperature(win, 0.7, seats) == pytest.approx(win)
        assert with_temperature(win, 1.5, seats) == pytest.approx(win)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_heat_moves_chances_towards_a_fair_share_and_cold_away_from_it(seats: int) -> None:
    for win in (0.1, 0.3, 0.8):
        hot, cold = with_temperature(win, 1.5, seats), with_temperature(win, 0.7, seats)
        assert abs(hot - 1 / seats) < abs(win - 1 / seats) < abs(cold - 1 / seats)
        assert with_temperature(win, 1, seats) == pytest.approx(win)


def test_with_two_seats_both_chances_still_add_up_to_one() -> None:
    assert with_temperature(0.3, 1.5, 2) + with_temperature(0.7, 1.5, 2) == pytest.approx(1)
    assert with_temperature(0.9, 0.5, 2) == pytest.approx(81 / 82)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_better_chance_stays_the_better_one(seats: int) -> None:
    chances = [number / 50 for number in range(51)]
    for temperature in (0.6, 1, 1.7):
        told = [with_temperature(win, temperature, seats) for win in chances]
        assert told == sorted(set(told))


@pytest.mark.parametrize("mode", Mode.every(), ids=lambda mode: mode.name)
def test_search_is_surer_in_every_round_and_master_where_it_may_be_the_last(mode: Mode) -> None:
    states = list(random_game((mode.players, mode.wall), line_greedy, Random(1)))
    search = {state.round: SearchPlayer().temperature(state) for state in states}
    assert search[1] == search_player.TEMPERATURES[mode.name]
    heats = [search[number] for number in sorted(search) if number <= SUREST_ROUND]
    assert heats == sorted(set(heats), reverse=True)
    assert {heat for number, heat in search.items() if number > SUREST_ROUND} <= {heats[-1]}
    before, from_there_on = neural_player.TEMPERATURES[mode.name]
    master = {state.round: NeuralPlayer().temperature(state) for state in states}
    assert before >= from_there_on
    assert master == {number: before if number < 5 else from_there_on for number in master}


@pytest.mark.parametrize("mode", Mode.every(), ids=lambda mode: mode.name)
def test_policy_is_as_sure_as_the_round_allows(mode: Mode) -> None:
    before, from_there_on = policy_player.TEMPERATURES[mode.name]
    evaluator, rounds = NetworkEvaluator(load_network(mode, single_look=True)), set()
    for state in random_game((mode.players, mode.wall), line_greedy, Random(1)):
        if state.player is None or state.round in rounds:
            continue
        rounds.add(state.round)
        thoughts: list[Thought] = []
        create("policy").choose(state, report=thoughts.append)
        temperature = before if state.round < 5 else from_there_on
        win, _ = Tree(state, evaluator).outlook()
        told = with_temperature(win, temperature, mode.players)
        assert thoughts[-1].win == pytest.approx(told)
    assert {4, 5} <= rounds
