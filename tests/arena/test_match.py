"""Matches: paired, counted, resumable, and the same again from the same seed."""

import json
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from azulejos.arena import Goal, Match, Settings, Sprt, Verdict
from azulejos.arena.folder import MatchFolder, read_goal, read_settings
from azulejos.arena.match import MAX_FAILURES
from azulejos.arena.report import describe, format_elo, progress_line, result_line
from azulejos.compute import Job, LocalPool, Outcome
from azulejos.compute.backend import attempt
from azulejos.errors import NotationError, OptionError
from azulejos.rules import Wall
from tests.arena.matches import GOOD_ENGINE, HERE, bad_engine, play, settings

DUEL = settings("greedy", "random")

T = TypeVar("T")
R = TypeVar("R")


def records(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (path / "games").iterdir()}


def journal(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (path / "journal.jsonl").read_text().splitlines()]


def result_words(match: Match) -> dict[str, str]:
    return dict(word.split("=", 1) for word in result_line(match).split(" ")[1:])


def test_greed_beats_chance(tmp_path: Path) -> None:
    match = play(tmp_path, DUEL, 20)
    summary = match.tally.summary
    assert len(summary.games) == 20 and len(summary.pairs) == 10
    assert summary.share().value > 0.9
    assert summary.share(0).value + summary.share(1).value == pytest.approx(1)
    assert summary.score(0).value > summary.score(1).value
    assert summary.margin(0).value == -summary.margin(1).value > 0
    assert summary.won_shared_lost(0) == summary.won_shared_lost(1)[::-1]
    assert sum(won for won, _ in summary.seat_shares()) == pytest.approx(20)
    assert [games for _, games in summary.seat_shares(0)] == [10, 10]
    assert set(records(tmp_path)) == {f"{p:05d}-{g}.azul" for p in range(1, 11) for g in (1, 2)}


def test_the_same_seed_is_the_same_match_however_it_is_run(tmp_path: Path) -> None:
    play(tmp_path / "here", DUEL, 12)
    play(tmp_path / "pool", DUEL, 12, backend=LocalPool(2))
    assert records(tmp_path / "here") == records(tmp_path / "pool")
    other = settings("greedy", "random", seed=bytes(32))
    play(tmp_path / "other", other, 12)
    assert records(tmp_path / "here") != records(tmp_path / "other")


def test_games_are_played_in_whole_pairs(tmp_path: Path) -> None:
    of = settings("greedy", "random", players=3, alone=True, wall=Wall.GRAY)
    match = play(tmp_path, of, 4)
    assert match.num_games == 6
    assert len(match.tally.summary.games) == 6


def test_three_contestants_are_rated_together(tmp_path: Path) -> None:
    of = settings("greedy", "random", "random:name=chance", players=3)
    match = play(tmp_path, of, 18)
    summary = match.tally.summary
    ratings = summary.ratings()
    assert ratings["chance"].value == 0
    assert ratings["greedy"].value > 200
    assert sum(summary.share(place).value for place in range(3)) == pytest.approx(1)
    words = result_words(match)
    assert float(words["elo_a"]) == pytest.approx(ratings["greedy"].value, abs=0.1)
    assert len(describe(match)) > 5


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = play(tmp_path / "whole", DUEL, 20)
    match = Match(DUEL, Goal.of_games(20, DUEL))
    with closing(match.play(tmp_path / "parts", HERE)) as tallies:
        for tally in tallies:
            if tally.num_games == 7:
                break
    assert len(journal(tmp_path / "parts")) == 7
    resumed = play(tmp_path / "parts", DUEL, 20)
    assert records(tmp_path / "parts") == records(tmp_path / "whole")
    lines = journal(tmp_path / "parts")
    assert max(Counter(str(line["id"]) for line in lines).values()) == 1
    assert result_line(resumed) == result_line(whole)
    longer = play(tmp_path / "parts", DUEL, 24)
    assert len(longer.tally.summary.games) == 24
    shorter = play(tmp_path / "parts", DUEL, 20)
    assert result_line(shorter) == result_line(whole)
    assert read_goal(tmp_path / "parts") == Goal(12)


def test_a_torn_line_is_played_again(tmp_path: Path) -> None:
    whole = play(tmp_path, DUEL, 8)
    before = records(tmp_path)
    path = tmp_path / "journal.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    again = play(tmp_path, DUEL, 8)
    assert len(journal(tmp_path)) == 8
    assert records(tmp_path) == before
    assert result_line(again) == result_line(whole)


def test_a_test_ends_the_match_and_decides_the_same_with_any_workers(tmp_path: Path) -> None:
    sprt = Sprt(0, 50)
    here = play(tmp_path / "here", DUEL, None, sprt=sprt)
    pool = play(tmp_path / "pool", DUEL, None, sprt=sprt, backend=LocalPool(2))
    trial = here.tally.trial
    assert trial is not None and trial.verdict is Verdict.ACCEPTED
    assert trial.llr >= sprt.upper
    assert result_line(here) == result_line(pool)
    assert result_words(here)["sprt"] == "accepted"
    assert any(line.startswith("test    accepted") for line in describe(here))
    assert play(tmp_path / "here", DUEL, None, sprt=sprt).tally.num_games == here.tally.num_games


def test_a_test_may_run_out_of_games(tmp_path: Path) -> None:
    match = play(tmp_path, DUEL, 4, sprt=Sprt(0, 1))
    assert result_words(match)["sprt"] == "open"
    assert "LLR" in progress_line(match.tally.summary)


def test_forfeits_are_counted_and_named(tmp_path: Path) -> None:
    match = play(tmp_path, settings("greedy", bad_engine("illegal")), 2)
    words = result_words(match)
    assert (words["won"], words["forfeits_a"], words["forfeits_b"]) == ("2", "0", "2")
    text = "\n".join(describe(match))
    assert "forfeit 2 games by bad" in text
    assert "00001-1 forfeit by player 2: illegal move: 5@5" in text


def test_an_engine_is_started_once_a_worker_and_plays_the_same_again(tmp_path: Path) -> None:
    of = settings("greedy", GOOD_ENGINE)
    play(tmp_path / "one", of, 4)
    play(tmp_path / "two", of, 4, backend=LocalPool(2))
    assert records(tmp_path / "one") == records(tmp_path / "two")


def test_games_cut_short_are_counted(tmp_path: Path) -> None:
    match = play(tmp_path, settings("greedy", "random", wall=Wall.GRAY, max_rounds=1), 4)
    assert result_words(match)["adjudicated"] == "4"


def test_a_folder_belongs_to_one_match_and_one_process(tmp_path: Path) -> None:
    play(tmp_path, DUEL, 2)
    assert read_settings(tmp_path) == DUEL
    assert read_goal(tmp_path) == Goal(1)
    for other, field in (
        (settings("random", "greedy"), "contestants"),
        (settings("greedy", "random", seed=bytes(32)), "seed"),
        (settings("greedy", "random", wall=Wall.GRAY), "wall"),
        (settings("greedy", "random", max_rounds=9), "max rounds"),
    ):
        with pytest.raises(OptionError) as refusal:
            play(tmp_path, other, 2)
        assert refusal.value.field == field
    with MatchFolder(tmp_path, DUEL), pytest.raises(OptionError, match="another match is running"):
        play(tmp_path, DUEL, 2)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}', '{"format": 9}'])
def test_a_folder_with_strange_settings_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "match.json").write_text(text)
    with pytest.raises((NotationError, OptionError), match=r"match\.json"):
        read_settings(tmp_path)


def test_a_journal_of_something_else_is_refused(tmp_path: Path) -> None:
    play(tmp_path, DUEL, 2)
    with (tmp_path / "journal.jsonl").open("a") as file:
        file.write('{"id":"x","result":{"colour":"red"}}\n')
    with pytest.raises(NotationError, match="x is not the result of a game"):
        play(tmp_path, DUEL, 4)
    (tmp_path / "match.json").unlink()
    with pytest.raises(OptionError, match="has games but no"):
        play(tmp_path, DUEL, 4)


class Unlucky:
    """A backend on which the jobs with some number at their end are lost."""

    def __init__(self, ending: str) -> None:
        self._ending = ending

    def run(
        self,
        function: Callable[[T], R],
        jobs: Iterable[Job[T]],
        *,
        stop: Callable[[], bool] | None = None,
    ) -> Generator[Outcome[R], None, None]:
        for job in jobs:
            if stop is not None and stop():
                return
            lost = job.id.endswith(self._ending)
            yield Outcome(job.id, failure="lost") if lost else attempt(function, job)


def test_a_game_that_is_lost_costs_its_pair_and_is_played_when_the_match_goes_on(
    tmp_path: Path,
) -> None:
    match = Match(DUEL, Goal(4))
    for _ in match.play(tmp_path, Unlucky("00002-1")):
        pass
    assert match.failures == ["00002-1: lost"]
    assert len(match.tally.summary.pairs) == 3
    assert result_words(match)["failed"] == "1"
    assert "failed  1 game, and can be played again" in describe(match)
    whole = play(tmp_path, DUEL, 8)
    assert len(whole.tally.summary.pairs) == 4
    assert len(journal(tmp_path)) == 8


def test_a_match_on_which_everything_fails_gives_up(tmp_path: Path) -> None:
    match = Match(DUEL, Goal(None, Sprt(0, 10)))
    for _ in match.play(tmp_path, Unlucky("")):
        pass
    assert len(match.failures) == MAX_FAILURES


def test_one_pair_is_described_without_an_error(tmp_path: Path) -> None:
    text = "\n".join(describe(play(tmp_path, DUEL, 2)))
    assert "games   2 in 1 pair on the same deals\n" in text
    assert re.search(r"^margin  \+\d+\.\d points, error unknown$", text, re.MULTILINE)
    assert "inf" not in text.partition("\nresult ")[0]


def test_nothing_played_can_be_described() -> None:
    match = Match(DUEL, Goal(1))
    assert progress_line(match.tally.summary) == ""
    assert describe(match)[-1].startswith("result a=greedy b=random")
    assert format_elo(match.tally.summary.elo) == "unknown"


def test_settings_are_values() -> None:
    assert Settings.from_json(json.loads(json.dumps(DUEL.to_json()))) == DUEL
