"""Ask players how likely they win, and see how often they do.

    python -m scripts.reliability                          all modes, into docs/strength.md
    python -m scripts.reliability --modes 2c,4g --size 0.2 --print
    python -m scripts.reliability --player master:movetime=50 --among search:movetime=50 --modes 3c

A player plays fresh games against itself, or alone among others, and is asked at every position
where it has a choice. What it said for the player to act is held against what came: its share of
the victory and its final lead over the best opponent. Positions of one game share their end, so
errors are computed between games. What was measured with the same players is kept and not
measured again, but for a player among others, which is only printed.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.arena import Contestant, parse_contestant
from azulejos.arena.estimate import Z95
from azulejos.arena.folder import write_whole
from azulejos.arena.networks import check_networks
from azulejos.chance import Sampler
from azulejos.errors import OptionError
from azulejos.neural import Mode
from azulejos.players import Thought, create
from azulejos.rules import State
from scripts.fingerprint import fingerprint
from scripts.section import format_table, write_section

DOCUMENT: Final = Path("docs/strength.md")
GAMES: Final = {"policy": 2000, "master:nodes=200": 1600, "search:nodes=200": 3000}
"""Who is asked, and in how many games of each mode."""
NUM_BINS: Final = 10
ENOUGH: Final = 500
"""Positions a bin needs before its error counts."""
FIRST_SEED: Final = 6_000_000
"""Games from this seed on are used by nothing else."""
TEMPERATURES: Final = np.geomspace(0.5, 2, 201)

Floats = NDArray[np.float64]


class Answers(NamedTuple):
    """What was said at all positions of a number of games, and what came; all f64[N]."""

    game: Floats
    win: Floats
    won: Floats
    margin: Floats
    lead: Floats


class Bin(NamedTuple):
    """The positions with about the same prediction, as shares from 0 to 1."""

    positions: int
    said: float
    came: float
    error: float
    """Half the 95 % interval of the difference of the two."""


def ask(
    contestant: Contestant, mode: Mode, games: int, others: Contestant | None = None
) -> Answers:
    """Let a player play against itself, or alone among others, and note what it thinks."""
    rows = [
        (game, *row)
        for game in range(games)
        for row in _play(contestant, mode, FIRST_SEED + game, others)
    ]
    if not rows:
        raise OptionError(f"{contestant.player} says nothing of its chances", "player")
    return Answers(*np.array(rows, np.float64).T)


def _play(
    contestant: Contestant, mode: Mode, seed: int, others: Contestant | None
) -> Iterator[tuple[float, ...]]:
    """Yield prediction and truth of the victory, then of the lead, for every position asked."""
    sampler = Sampler(seed)
    state = State.new(mode.players, mode.wall, seed % mode.players)
    if others is None:
        sides = [contestant] * mode.players
        players = [create(contestant.player, seed, contestant.network)] * mode.players
        asked = set(range(mode.players))
    else:
        asked = {seed // mode.players % mode.players}
        sides = [contestant if seat in asked else others for seat in range(mode.players)]
        players = [
            create(side.player, seed + seat, side.network) for seat, side in enumerate(sides)
        ]
    said: list[tuple[int, Thought]] = []
    while not state.is_over:
        if state.player is None:
            state = sampler.deal(state)
            continue
        thoughts: list[Thought] = []
        seat = state.player
        move = players[seat].choose(state, sides[seat].limits, report=thoughts.append)
        if seat in asked:
            said += [(seat, thought) for thought in thoughts[-1:]]
        state = state.play(move)
    scores = [board.score for board in state.boards]
    for seat, thought in said:
        if thought.win is not None and thought.margin is not None:
            won = (seat in state.winners) / len(state.winners)
            lead = scores[seat] - max(scores[:seat] + scores[seat + 1 :])
            yield thought.win, won, thought.margin, lead


def bins(answers: Answers) -> list[Bin]:
    """Sort all positions by their prediction."""
    numbers = np.minimum((answers.win * NUM_BINS).astype(int), NUM_BINS - 1)
    found = []
    for number in range(NUM_BINS):
        chosen = numbers == number
        count = int(chosen.sum())
        if count == 0:
            found.append(Bin(0, 0.0, 0.0, 0.0))
            continue
        said, came = answers.win[chosen], answers.won[chosen]
        spread = np.bincount(answers.game[chosen].astype(int), came - said)
        error = Z95 * float(np.sqrt((spread**2).sum())) / count
        found.append(Bin(count, float(said.mean()), float(came.mean()), error))
    return found


def worst(found: Sequence[Bin]) -> str:
    """Return the largest difference of a bin with enough positions, in percent."""
    large = [abs(each.came - each.said) for each in found if each.positions >= ENOUGH]
    return f"{100 * max(large):.1f}" if large else "none"


def best_temperature(answers: Answers, seats: int) -> float:
    """Return what the predictions' log odds beyond a fair share should be divided by."""
    said = np.clip(answers.win, 1e-6, 1 - 1e-6)
    fair = -np.log(seats - 1)
    beyond = np.log(said / (1 - said)) - fair
    logits = [fair + beyond / t for t in TEMPERATURES]
    losses = [float(np.mean(np.logaddexp(0, each) - answers.won * each)) for each in logits]
    return float(TEMPERATURES[int(np.argmin(losses))])


def measure(name: str, mode: Mode, games: int, folder: Path) -> Answers:
    """Return the answers of a player in a mode, those of before if they are in the folder."""
    file = folder / f"reliability-{name.replace(':', '-')}-{mode.name}-{games}.json"
    if file.exists():
        return Answers(*(np.array(column) for column in json.loads(file.read_text())))
    answers = ask(parse_contestant(name), mode, games)
    folder.mkdir(parents=True, exist_ok=True)
    columns = [[round(value, 6) for value in column.tolist()] for column in answers]
    write_whole(file, json.dumps(columns))
    return answers


def describe(name: str, measured: dict[str, Answers]) -> str:
    """Return a player's tables: predicted and actual shares, then the figures of each mode."""
    found = {mode: bins(answers) for mode, answers in measured.items()}
    shares = [
        [f"{10 * number} to {10 * number + 10} %", *(_cell(found[mode][number]) for mode in found)]
        for number in range(NUM_BINS)
    ]
    figures = []
    for mode, answers in measured.items():
        error = answers.margin - answers.lead
        figures.append(
            [
                mode,
                f"{len(np.unique(answers.game)):,}",
                f"{len(answers.win):,}",
                worst(found[mode]),
                f"{best_temperature(answers, Mode.parse(mode).players):.2f}",
                f"{error.mean():+.1f}",
                f"{np.abs(error).mean():.1f}",
            ]
        )
    heading = [
        "mode",
        "games",
        "positions",
        f"largest difference of a bin with {ENOUGH} positions",
        "best temperature",
        "margin too high by",
        "margin wrong by",
    ]
    tables = format_table(["predicted", *found], shares), format_table(heading, figures)
    return f"`{name}`:\n\n" + "\n\n".join(tables)


def _cell(each: Bin) -> str:
    if each.positions == 0:
        return "none"
    said, came, error = (f"{100 * share:.1f}" for share in each[1:])
    return f"{said} : {came} ± {error} ({each.positions:,})"


def run(modes: Sequence[Mode], size: float, folder: Path) -> str:
    """Return the tables of all players in the modes."""
    parts = []
    for name, games in GAMES.items():
        measured = {}
        for mode in modes:
            measured[mode.name] = measure(name, mode, max(1, round(games * size)), folder)
            print(f"reliability {name} {mode.name}: {len(measured[mode.name].win)} positions")
        parts.append(describe(name, measured))
    return "\n\n".join(parts)


def main(words: Sequence[str] | None = None) -> None:
    """Measure and write, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--modes", default=",".join(mode.name for mode in Mode.every()))
    parser.add_argument("--size", type=float, default=1.0, help="times the usual number of games")
    parser.add_argument("--print", action="store_true", help="leave the document alone")
    parser.add_argument("--player", help="who is asked among others, master with 100 ms a move")
    parser.add_argument("--among", metavar="PLAYER", help="who the others are")
    parser.add_argument("--games", type=int, help="games among others in each mode, 100")
    said = parser.parse_args(words)
    if not 0 < said.size < float("inf"):
        parser.error(f"argument --size: {said.size:g} is not above 0")
    try:
        modes = [Mode.parse(name) for name in said.modes.split(",")]
    except ValueError as error:
        parser.error(f"argument --modes: {error}")
    if said.among is None:
        if said.player is not None or said.games is not None:
            parser.error("--player and --games go with --among")
        text = run(modes, said.size, Path("matches") / f"strength-{fingerprint()}")
        if said.print:
            print(text)
        else:
            write_section(DOCUMENT, "reliability", text)
        return
    name, games = said.player or "master:movetime=100", 100 if said.games is None else said.games
    if games < 1:
        parser.error("argument --games: at least one")
    try:
        print(among(name, said.among, modes, games))
    except OptionError as error:
        parser.error(str(error))


def among(name: str, others: str, modes: Sequence[Mode], games: int) -> str:
    """Return the tables of a player alone among others."""
    sides = parse_contestant(name), parse_contestant(others)
    if any(side.is_engine for side in sides):
        raise OptionError("engines are not asked, only players by their names", "among")
    for mode in modes:
        check_networks(sides, *mode)
    asked = {mode.name: ask(sides[0], mode, games, sides[1]) for mode in modes}
    return describe(f"{name} among {others}", asked)


if __name__ == "__main__":
    main()
