"""The engine as other programs meet it: a process, pipes, lines."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest

from tests.engine.talk import PATIENCE, SEED

COMMAND = (sys.executable, "-m", "azulejos", "engine")


class Engine:
    """An engine in a process of its own."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def tell(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode("ascii").removesuffix("\n")

    def hear_until(self, beginning: str) -> str:
        while not (answer := self.hear()).startswith(beginning):
            assert answer
        return answer

    def end(self) -> tuple[int, str]:
        """Return the exit code and what was said on standard error."""
        _, complaints = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, complaints.decode()


@contextmanager
def running_engine() -> Iterator[Engine]:
    engine = Engine()
    try:
        yield engine
    finally:
        engine.process.kill()
        engine.process.communicate()


@pytest.fixture
def engine() -> Iterator[Engine]:
    with running_engine() as started:
        yield started


def run(text: bytes) -> list[str]:
    """Return what an engine answers to a whole script."""
    done = subprocess.run(COMMAND, input=text, capture_output=True, timeout=PATIENCE, check=True)
    assert done.stderr == b""
    return done.stdout.decode("ascii").splitlines()


def test_it_thinks_answers_meanwhile_stops_and_quits(engine: Engine) -> None:
    engine.tell("aep", f"position start seed {SEED}", "go infinite")
    assert engine.hear_until("info ")
    engine.tell("isready")
    assert engine.hear_until("readyok")
    engine.tell("position start", "d", "isready")
    assert engine.hear_until("readyok")
    begin = monotonic()
    engine.tell("stop")
    assert engine.hear_until("bestmove ")
    assert engine.hear().startswith("position c 1 r s1 ")
    assert monotonic() - begin < 2
    engine.tell("quit")
    assert engine.end() == (0, "")


def test_a_script_is_done_in_order_to_its_end() -> None:
    script = f"position start seed {SEED}\nperft 1\nperft 2\nposition start\nd\ngo"
    first, second, position, answer = run(script.encode())
    assert first == "perft 1 84"
    assert second.startswith("perft 2 ")
    assert position.startswith("position c 1 r ")
    assert answer == "bestmove none"


def test_the_end_of_input_stops_an_infinite_search() -> None:
    *_, answer = run(f"position start seed {SEED}\ngo infinite\n".encode())
    assert answer.startswith("bestmove ")


def test_any_line_end_and_any_bytes_will_do() -> None:
    answers = run(b"isready\r\n\xff\xfe\0\n\r\n" + b"d\x85\n" + "é\n".encode() + b"isready")
    assert answers[0] == answers[-1] == "readyok"
    assert all(answer.startswith("error unknown") for answer in answers[1:-1])


@pytest.mark.parametrize("letter", [b"x", "é".encode()])
def test_a_line_without_end_is_an_error(letter: bytes) -> None:
    answers = run(letter * 3_000_000 + b"\nisready\n" + b"d" * (1 << 20))
    assert [answer.split()[1] for answer in answers[::2]] == ["input", "unknown"]
    assert answers[1] == "readyok"


def test_interrupted_at_the_keyboard_it_ends_quietly(engine: Engine) -> None:
    engine.tell(f"position start seed {SEED}", "go infinite")
    assert engine.hear_until("info ")
    engine.process.send_signal(signal.SIGINT)
    assert engine.hear_until("bestmove ")
    assert engine.end() == (130, "")


def test_when_nobody_listens_it_ends_quietly() -> None:
    reading, writing = os.pipe()
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE
    )
    os.close(writing)
    os.close(reading)
    _, complaints = process.communicate(b"isready\nd\n", timeout=PATIENCE)
    assert complaints == b""
    assert process.returncode == 0
