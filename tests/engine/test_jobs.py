"""Searching: what players of every temper make of a search."""

from collections.abc import Callable
from threading import Event, Timer
from time import monotonic

from azulejos.engine.jobs import Count, Search
from azulejos.notation import parse_deal
from azulejos.players import Limits, Player, Thought, never
from azulejos.players.protocol import NO_LIMITS
from azulejos.rules import Move, State

STATE = State.new().deal(parse_deal("BBRK/YYWW/BYRW/KKKK/BBYY"))
FIRST, LAST = STATE.legal_moves()[0], STATE.legal_moves()[-1]


class Thinker:
    """Thinks until it is told to stop, and reports its thoughts."""

    name = "thinker"

    def choose(
        self,
        state: State,
        limits: Limits = NO_LIMITS,
        *,
        stop: Callable[[], bool] = never,
        report: Callable[[Thought], None] | None = None,
    ) -> Move:
        depth = 0
        waiting = Event()
        while not stop():
            depth += 1
            if report is not None:
                report(Thought(depth, 1000 * depth, depth / 10, 0.5, -1.5, (LAST,)))
            waiting.wait(0.002)
        return LAST


class Stumbler:
    """Fails at every move."""

    name = "stumbler"

    def choose(
        self,
        state: State,
        limits: Limits = NO_LIMITS,
        *,
        stop: Callable[[], bool] = never,
        report: Callable[[Thought], None] | None = None,
    ) -> Move:
        raise RuntimeError("two\nlines of\x07 woe")


class Cheat(Stumbler):
    """Makes a move that is not legal."""

    name = "cheat"

    def choose(
        self,
        state: State,
        limits: Limits = NO_LIMITS,
        *,
        stop: Callable[[], bool] = never,
        report: Callable[[Thought], None] | None = None,
    ) -> Move:
        return Move.tile(0, 0)


def search(player: Player, stop: Event, limits: Limits = NO_LIMITS) -> list[str]:
    said: list[str] = []
    said.append(Search(player, STATE, limits).run(stop, said.append))
    return said


def test_a_player_that_thinks_is_heard_and_stopped() -> None:
    stop = Event()
    begin = monotonic()
    Timer(0.05, stop.set).start()
    *thoughts, answer = search(Thinker(), stop)
    assert monotonic() - begin < 1
    assert thoughts[0] == f"info depth 1 nodes 1000 nps 10000 win 0.5000 margin -1.50 pv {LAST}"
    assert len(thoughts) > 1
    assert answer == f"bestmove {LAST}"


def test_a_player_that_fails_still_gives_an_answer() -> None:
    assert search(Stumbler(), Event()) == [
        "error internal RuntimeError: two lines of? woe",
        f"bestmove {FIRST}",
    ]


def test_a_player_that_cheats_is_not_believed() -> None:
    error, answer = search(Cheat(), Event())
    assert error == ("error internal RuntimeError: the player cheat chose the illegal move 1@1")
    assert answer == f"bestmove {FIRST}"


def test_a_failing_player_keeps_an_infinite_search_waiting() -> None:
    stop = Event()
    begin = monotonic()
    Timer(0.05, stop.set).start()
    assert search(Stumbler(), stop, Limits(infinite=True))[-1] == f"bestmove {FIRST}"
    assert monotonic() - begin >= 0.04


def test_without_a_legal_move_there_is_none() -> None:
    said: list[str] = []
    assert Search(Thinker(), State.new(), NO_LIMITS).run(Event(), said.append) == "bestmove none"
    assert not said


def test_counting_can_be_stopped() -> None:
    stop = Event()
    Timer(0.05, stop.set).start()
    assert Count(STATE, 99).run(stop, print) == "error perft stopped"
