"""A run can be stopped even while it is busy with something that takes minutes."""

import signal
import subprocess
import sys

import pytest

pytest.importorskip("jax")

from azulejos.accel.train.interrupt import ANSWER, Interrupt

BUSY = """
import hashlib
from azulejos.accel.train.interrupt import Interrupt
with Interrupt() as interrupt:
    print("busy", flush=True)
    hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)  # hours, without a step of Python
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_is_answered_and_the_second_ends_at_once(number: signal.Signals) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", BUSY], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    try:
        assert process.stdout.readline() == b"busy\n"
        process.send_signal(number)
        assert process.stderr.readline() == ANSWER
        process.send_signal(number)
        assert process.communicate(timeout=60) == (b"", b"")
        assert process.returncode == 128 + number
    finally:
        process.kill()


def test_afterwards_signals_are_what_they_were(capfd: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGINT)
    with Interrupt() as interrupt:
        assert not interrupt()
        signal.raise_signal(signal.SIGINT)
        assert interrupt() and interrupt.asked
    assert capfd.readouterr().err == ANSWER.decode()
    assert signal.getsignal(signal.SIGINT) is before
