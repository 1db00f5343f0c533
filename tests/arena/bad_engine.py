"""An engine that speaks AEP and behaves as its first argument says; it knows no rules."""

import os
import sys
import time
from typing import NoReturn


def say(line: str) -> None:
    """Answer."""
    print(line, flush=True)


def misbehave(how: str) -> None:
    """Do the wrong thing instead of moving."""
    match how:
        case "crash":
            print("out of tiles", file=sys.stderr, flush=True)
            sys.exit(3)
        case "illegal":
            say("bestmove 5@5")
        case "nonsense":
            say("bestmove resigns\x07")
        case "newer":
            say("bestmove 1@1 ponder 2@2")
        case "none":
            say("bestmove none")
        case "deaf":
            time.sleep(600)
        case "chatty":
            while True:
                say("info nodes 1")
        case _:
            raise ValueError(how)


def main(how: str) -> NoReturn:
    """Answer commands until it is time to misbehave."""
    if len(sys.argv) > 2:
        with open(sys.argv[2], "a", encoding="ascii") as file:  # noqa: PTH123
            file.write(f"{os.getpid()}\n")
    for line in sys.stdin:
        match line.split():
            case ["aep"] if how == "silent":
                time.sleep(600)
            case ["aep"] if how == "newer":
                say("id name Newer\naepok 2")
            case ["aep"]:
                say("id name Bad\noption name Mood type string default foul\naepok")
            case ["setoption", *_] if how == "moody":
                say("error Mood: never")
            case ["isready"]:
                say("readyok")
            case ["newgame"] if how == "quitter":
                sys.exit(1)
            case ["go", *_]:
                misbehave(how)
            case ["quit"] if how != "deaf":
                sys.exit()
    if how == "deaf":
        time.sleep(600)
    sys.exit()


if __name__ == "__main__":
    main(sys.argv[1])
