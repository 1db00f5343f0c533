"""Golden conversations with the engine, and the command that writes their answers anew.

    python -m tests.engine.conversations

keeps what each file of ``tests/data/engine`` says to the engine and replaces what the
engine answers. Look at the difference before you keep it: other programs read these lines.
"""

from collections.abc import Iterator
from pathlib import Path

from tests.engine.talk import Talk

FOLDER = Path(__file__).parent.parent / "data" / "engine"
LAST_WORDS = {"go": ("bestmove", "error"), "perft": ("perft", "error")}


def paths() -> list[Path]:
    """Return the files of all golden conversations."""
    return sorted(FOLDER.glob("*.txt"))


def held_again(lines: list[str]) -> Iterator[str]:
    """Yield a conversation with the remarks and questions of an old one, and fresh answers."""
    talk = Talk()
    for line in lines:
        if line.startswith("< "):
            continue
        yield line
        if line.startswith("> "):
            for answer in answers(talk, line[2:]):
                yield f"< {answer}"


def answers(talk: Talk, line: str) -> Iterator[str]:
    """Tell a line and yield all its answers."""
    last_words = LAST_WORDS.get(line.partition(" ")[0])
    if last_words is None:
        yield from talk.ask(line)
        return
    talk.tell(line)
    while True:
        answer = talk.hear()
        yield answer
        if answer.startswith(last_words):
            return


if __name__ == "__main__":
    for path in paths():
        written = "".join(f"{line}\n" for line in held_again(path.read_text("ascii").splitlines()))
        path.write_text(written, "ascii")
