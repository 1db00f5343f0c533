"""The script that compares players by single rounds."""

from random import Random

import pytest

from azulejos.arena import parse_contestant
from azulejos.neural import Mode, NetworkEvaluator, load_network
from azulejos.rules import Wall
from azulejos.search import Graph
from scripts.rounds import Round, Table, format_comparison, main, play_game, worth
from tests.strategies import MODES, line_greedy, mode_id, random_game
from tests.strategies import Mode as PlayedMode


@pytest.mark.parametrize("played", MODES, ids=mode_id)
def test_what_a_rounds_end_is_worth_is_what_a_search_is_told(played: PlayedMode) -> None:
    mode, compared = Mode(*played), 0
    for state in random_game(played, line_greedy, Random(3)):
        if state.player is None or len(state.legal_moves()) > 8:
            continue
        graph = Graph(state, NetworkEvaluator(load_network(mode)))
        graph.run(len(state.legal_moves()))
        for move, visits, _, win, lead in graph.children():
            end = state.play(move)
            if visits and end.player is None:
                assert worth(end, state.player, mode) == pytest.approx((win, lead), abs=1e-3)
                compared += 1
    assert compared >= 3


def test_the_same_player_plays_the_same_rounds_and_a_better_one_better_rounds() -> None:
    names = ("greedy", "greedy", "search:nodes=200")
    sides = tuple(parse_contestant(name) for name in names)
    table = Table(sides, parse_contestant("greedy"), Mode(3, Wall.COLOURED))
    rounds = [round_ for game in range(4) for round_ in play_game(table, game)]
    assert sum(round_.may_end for round_ in rounds) >= 4
    assert sum(not round_.may_end for round_ in rounds) == 4 * 4
    assert all(first == second for _, (first, second, _) in rounds)
    assert sum(third[0] - first[0] for _, (first, _, third) in rounds) > 0


def test_differences_are_told_with_their_errors() -> None:
    rounds = [
        Round(may_end=False, worths=((0.5, 1.0), (0.6, 3.0))),
        Round(may_end=False, worths=((0.4, 0.0), (0.7, 4.0))),
        Round(may_end=True, worths=((0.0, -1.0), (1.0, 1.0))),
    ]
    row = format_comparison(["a", "b"], rounds).splitlines()[-1]
    assert row == "| `b` | 2 | +20.00 ± 19.60 | +3.00 ± 1.96 | 1 |  |  |"


def test_the_command_compares_and_refuses_what_it_cannot(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["random", "greedy", "--among", "random", "--games", "2", "--jobs", "2"])
    assert "| `greedy` |" in capsys.readouterr().out
    for arguments, message in (
        (["greedy"], "two players or more"),
        (["greedy", "random", "--games", "0"], "at least one game"),
        (["greedy", "cmd:python3"], "engines cannot be compared"),
    ):
        with pytest.raises(SystemExit):
            main(arguments)
        assert message in capsys.readouterr().err
