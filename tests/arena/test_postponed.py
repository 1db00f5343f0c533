"""A program that is just being started is not left behind by whoever is told to go."""

import os
import signal
from collections.abc import Iterator
from threading import Thread
from types import FrameType

import pytest

from azulejos.arena import external, parse_contestant
from azulejos.arena.postponed import Postponed
from azulejos.arena.process import LineProcess
from tests.arena.matches import bad_engine
from tests.processes import wait_for_the_end_of


def leave(_number: int, _frame: FrameType | None) -> None:
    raise SystemExit(5)


@pytest.fixture
def leaving() -> Iterator[None]:
    before = signal.signal(signal.SIGTERM, leave)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("leaving")
def test_a_signal_waits_until_it_is_delivered() -> None:
    postponed = Postponed()
    os.kill(os.getpid(), signal.SIGTERM)
    with pytest.raises(SystemExit):
        postponed.deliver()
    assert signal.getsignal(signal.SIGTERM) is leave


@pytest.mark.usefixtures("leaving")
def test_told_to_go_while_it_starts_an_engine_it_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engines: list[int] = []

    class Interrupted(LineProcess):
        def __init__(self, command: str) -> None:
            super().__init__(command)
            engines.append(self._process.pid)
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(external, "LineProcess", Interrupted)
    with pytest.raises(SystemExit):
        external.EngineSeat(parse_contestant(bad_engine("deaf")))
    assert engines
    wait_for_the_end_of(engines)


def test_other_threads_have_nothing_to_put_off() -> None:
    done: list[bool] = []

    def run() -> None:
        Postponed().deliver()
        done.append(True)

    thread = Thread(target=run)
    thread.start()
    thread.join()
    assert done
