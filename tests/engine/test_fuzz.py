"""Whatever is said to a session, it stays alive and answers."""

from random import Random

import pytest

from azulejos.chance import Sampler
from azulejos.notation import format_position
from azulejos.rules import State, Wall
from tests.engine.talk import SEED, Talk

NUM_LINES = 60_000
BATCH = 100

STARTS = ("position start", f"position start players 3 wall g seed {SEED}")
POSITION = format_position(Sampler(1).deal(State.new(2, Wall.GRAY)))
TEMPLATES = (
    "aep",
    "isready",
    "newgame",
    "stop",
    "d",
    "legal",
    "perft 2",
    "perft 99",
    "go infinite",
    "go movetime 5 nodes 10 depth 3",
    "go time 1000 inc 10",
    "setoption name Player value random",
    "setoption name Player value greedy",
    "setoption name Seed value 12",
    *STARTS,
    f"position start seed {SEED} moves 1Y1 2B2 3R1",
    "position start moves =BBRK/YYWW/BYRW/KKKK/BBYY 4K4 1R2",
    f"position {POSITION}",
    f"position {POSITION} moves 1B1 cR-",
)
WORDS = (
    *sorted({word for line in TEMPLATES for word in line.split()}),
    "",
    "-",
    "x",
    "0",
    "-1",
    "9" * 30,
)
FORMS = (
    "id ",
    "option ",
    "aepok",
    "readyok",
    "error ",
    "info ",
    "bestmove ",
    "legal",
    "perft ",
    "position ",
)
LETTERS = "".join(chr(code) for code in range(256)) + "\u2028\ufeff²٣é\ud800😀"


def mangle(rng: Random) -> str:
    """Return a line of the protocol with something, or everything, wrong with it."""
    line = rng.choice(TEMPLATES)
    for _ in range(rng.randrange(4)):
        words = line.split(" ")
        place = rng.randrange(len(words))
        match rng.randrange(6):
            case 0:
                words[place] = rng.choice(WORDS)
            case 1:
                words.insert(place, rng.choice(WORDS))
            case 2:
                del words[place]
            case 3:
                words = words[:place] * rng.randrange(1, 4)
            case _:
                at = rng.randrange(len(line) + 1)
                cut = rng.randrange(3)
                words = [line[:at] + rng.choice(LETTERS) * rng.randrange(3) + line[at + cut :]]
        line = " ".join(words)
    return line


def come_to_rest(talk: Talk) -> list[str]:
    """Stop whatever runs or waits, and return all that was answered."""
    answers: list[str] = []
    talk.tell("perft at-last")
    while not (answers and "at-last" in answers[-1]):
        talk.tell("stop")
        if (answer := talk.hear_soon()) is not None:
            answers.append(answer)
    return answers


@pytest.mark.parametrize("seed", range(4))
def test_a_session_survives_any_line(seed: int) -> None:
    rng = Random(seed)
    talk = Talk()
    for _ in range(NUM_LINES // 4 // BATCH):
        lines = [line for _ in range(BATCH) if (line := mangle(rng)).split()[:1] != ["quit"]]
        talk.tell(*lines)
        for answer in come_to_rest(talk):
            assert answer.startswith(FORMS)
            assert answer.isascii() and answer.isprintable()
            assert "internal" not in answer
        (position,) = talk.ask("d")
        assert talk.ask(position, "d") == [position]
    assert talk.session.listening
