"""Single games: played to the end, cut short, or lost by a fault of one's own."""

from pathlib import Path

import pytest

from azulejos.arena import external
from azulejos.arena.game import Game, GameResult, play
from azulejos.arena.settings import Settings
from azulejos.errors import OptionError
from azulejos.fair import verify
from azulejos.notation import Record, parse_record
from azulejos.rules import Wall
from tests.arena.matches import GOOD_ENGINE, bad_engine, settings
from tests.processes import wait_for_the_end_of

MODES = [(players, wall) for players in (2, 3, 4) for wall in Wall]


def play_one(of: Settings, number: int = 0, pair: int = 0) -> tuple[GameResult, Record]:
    try:
        played = play(Game(of, pair, number))
    finally:
        external.ENGINES.close()
    assert GameResult.from_json(played.result.to_json()) == played.result
    record = parse_record(played.record)
    verify(record)
    assert sum(played.result.shares) == pytest.approx(1)
    return played.result, record


@pytest.mark.parametrize(("players", "wall"), MODES)
def test_a_game_is_played_to_its_end_and_can_be_verified(players: int, wall: Wall) -> None:
    of = settings("greedy", "random", players=players, wall=wall, alone=True)
    result, record = play_one(of, number=players - 1)
    assert record.is_finished
    assert record.final.scores == result.scores
    assert record.names == ("random",) * (players - 1) + ("greedy",)
    assert result.shares == (0.0,) * (players - 1) + (1.0,)
    assert "Termination" not in record.headers
    assert (record.headers["Pair"], record.headers["Game"]) == ("1", str(players))


def test_the_games_of_a_pair_have_the_same_deals_until_the_bag_is_filled_again() -> None:
    of = settings("greedy", "random")
    (_, first), (_, second), (_, other) = play_one(of, 0), play_one(of, 1), play_one(of, 0, pair=1)
    deals = [[played.deal for played in record.rounds[:5]] for record in (first, second, other)]
    assert deals[0] == deals[1]
    assert deals[0] != deals[2]
    assert first.rounds[0].start == second.rounds[0].start
    assert first.names == second.names[::-1]


@pytest.mark.parametrize("wall", list(Wall))
def test_a_game_that_goes_on_too_long_is_decided_by_the_score(wall: Wall) -> None:
    result, record = play_one(settings("greedy", "random", wall=wall, max_rounds=2))
    assert len(record.rounds) == 2
    assert record.headers["Result"] == "*"
    assert record.headers["Termination"] == result.termination == "adjudicated after 2 rounds"
    assert result.forfeited is None
    assert result.scores == tuple(board.score + board.bonus for board in record.final.boards)
    assert result.shares == (1.0, 0.0)


def test_a_draw_of_a_game_cut_short_is_shared() -> None:
    of = settings("random", "random:name=other", max_rounds=1)
    results = [play_one(of, pair=pair)[0] for pair in range(20)]
    shared = [result for result in results if result.shares == (0.5, 0.5)]
    assert shared
    assert all(result.scores[0] == result.scores[1] for result in shared)


def test_an_engine_plays_as_the_player_it_is() -> None:
    engine = GOOD_ENGINE.replace("cmd[", "cmd[Seed=1,")
    result, record = play_one(settings(engine, "random", wall=Wall.GRAY, players=2))
    assert record.is_finished
    assert result.shares == (1.0, 0.0)


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("illegal", "illegal move: 5@5"),
        ("newer", "illegal move: 1@1"),  # what it says besides is skipped
        ("nonsense", r"illegal move: 'resigns\\x07' is no move"),
        ("none", "illegal move: 'none' is no move"),
        ("crash", "crash: it ended with exit code 3: out of tiles"),
        ("quitter", "crash: it ended with exit code 1"),
        ("deaf", "time: no move within 0.301 s"),
        ("chatty", "time: no move within 0.301 s"),
    ],
)
def test_an_engine_at_fault_loses_and_the_reason_is_kept(
    how: str, reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(external, "GRACE", 0.3)
    log = tmp_path / "processes"
    engine = bad_engine(how, str(log)).replace("name=bad", "name=bad,movetime=1")
    result, record = play_one(settings("greedy", engine))
    assert result.forfeited == 1
    assert result.shares == (1.0, 0.0)
    assert result.termination.startswith("forfeit by player 2: ")
    assert record.headers["Termination"] == result.termination
    assert result.termination.endswith(reason.replace(r"\\", "\\"))
    assert record.headers["Result"] == "*"
    wait_for_the_end_of(map(int, log.read_text().split()))


def test_among_several_the_others_go_by_the_score() -> None:
    of = settings(bad_engine("illegal"), "greedy", players=3, alone=True)
    result, _ = play_one(of, number=1)
    assert result.forfeited == 1
    assert result.shares[1] == 0


def test_whose_clock_runs_out_loses() -> None:
    engine = bad_engine("deaf").replace("name=bad", "name=bad,time=50,inc=10")
    of = settings("greedy", engine)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(external, "GRACE", 0.2)
        result, _ = play_one(of)
    assert result.termination == "forfeit by player 2: time: no move within 0.25 s"


def test_a_clock_serves_a_whole_game() -> None:
    result, record = play_one(settings("greedy:time=5000,inc=1", "random"))
    assert record.is_finished and not result.termination


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("Moood=fine", "options: the engine has no option 'Moood'"),
        ("Mood=fine", "options: the engine said 'error Mood: never'"),
    ],
)
def test_an_option_that_an_engine_does_not_take_is_known_before_the_match(
    option: str, reason: str
) -> None:
    engine = bad_engine("moody").replace("name=bad", f"name=bad,{option}")
    with pytest.raises(OptionError) as refusal:
        external.check_engines(settings("greedy", engine).contestants)
    assert (refusal.value.field, refusal.value.message) == ("bad", reason)


@pytest.mark.parametrize("how", ["silent", "crash"])
def test_an_engine_that_cannot_begin_is_known_before_the_match(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "HANDSHAKE", 0.3)
    command = bad_engine(how) if how == "silent" else "cmd[name=bad]:true"
    with pytest.raises(OptionError) as refusal:
        external.check_engines(settings("greedy", command).contestants)
    assert refusal.value.field == "bad"
    expected = "time: no aepok within" if how == "silent" else "crash: it ended with exit code 0"
    assert refusal.value.message.startswith(expected)
