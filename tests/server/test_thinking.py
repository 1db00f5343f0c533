"""Who thinks for the server: one player a seat, so that nobody takes two games for one."""

from azulejos.chance import Sampler
from azulejos.rules import State
from azulejos.server.thinking import choose, player_of


def test_each_seat_of_each_game_has_a_player_that_remembers() -> None:
    players = [player_of("master", seat) for seat in ("game 0", "game 1", "other 0", "game 0")]
    assert players[0] is players[3]
    assert len({id(player) for player in players}) == 3


def test_players_of_many_games_do_not_fill_the_memory() -> None:
    first = player_of("beginner", "game 0")
    state = Sampler(1).deal(State.new(3))
    for number in range(100):
        assert state.is_legal(choose("beginner", f"game {number}", state))
    assert player_of("beginner", "game 0") is not first
