"""Talking to a session in tests, and replaying written conversations.

A written conversation has a line for each line that is said: ``> `` before what the
session is told, ``< `` before what it answers. Other lines are remarks.
"""

from collections.abc import Iterable
from queue import Empty, Queue

from azulejos.engine import Session

PATIENCE = 20.0
SEED = "00" * 32


class Talk:
    """A session and what it has answered so far."""

    def __init__(self) -> None:
        self._answers: Queue[str] = Queue()
        self.session = Session(self._answers.put)

    def tell(self, *lines: str) -> None:
        """Tell the session some lines."""
        for line in lines:
            self.session.receive(line)

    def hear(self) -> str:
        """Return the next answer, waiting for it if need be."""
        try:
            return self._answers.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError("the session does not answer") from None

    def hear_soon(self) -> str | None:
        """Return the next answer if it comes within a moment."""
        try:
            return self._answers.get(timeout=0.001)
        except Empty:
            return None

    def hear_until(self, beginning: str) -> list[str]:
        """Return the answers up to one that begins so, that one included."""
        heard = [self.hear()]
        while not heard[-1].startswith(beginning):
            heard.append(self.hear())
        return heard

    def ask(self, *lines: str) -> list[str]:
        """Tell lines that are answered at once, and return the answers."""
        self.tell(*lines, "isready")
        *answers, _ = self.hear_until("readyok")
        return answers

    def is_silent(self) -> bool:
        """Return whether there is no answer that nobody has heard."""
        return self._answers.empty()


def replay_conversation(lines: Iterable[str]) -> None:
    """Hold a written conversation with a new session and check every answer."""
    talk = Talk()
    for line in lines:
        if line.startswith("> "):
            assert talk.is_silent(), f"an answer too many before {line!r}"
            talk.tell(line[2:])
        elif line.startswith("< "):
            assert talk.hear() == line[2:]
    talk.session.close()
    assert talk.session.wait(PATIENCE)
    assert talk.is_silent()
