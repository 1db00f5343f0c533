"""Measure how strong everyone is and write the tables of docs/strength.md.

    make strength                            everything; goes on where it was interrupted
    make strength ARGS="--size 4 --jobs 8"   four times the games, eight at a time
    make strength ARGS="--only ladder"       one part: ladder, modes, levels or reliability

Players that search are limited by nodes, so that the same games are played on machines of one kind;
what a move costs is measured beside. The matches are kept in a folder that belongs to the
shipped networks, the players and the searches as they are.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Final, NamedTuple

from azulejos.arena import Contestant, Estimate, Goal, Ladder, Match, Settings, parse_contestant
from azulejos.arena.ladder import folder_name
from azulejos.arena.tally import Summary
from azulejos.chance import Sampler
from azulejos.cli.contest import play_match, progress_bar
from azulejos.neural import Mode
from azulejos.players import create, levels
from azulejos.rules import State, Wall
from scripts import reliability
from scripts.fingerprint import fingerprint
from scripts.section import format_table, write_section

DOCUMENT: Final = Path("docs/strength.md")
SEED: Final = sha256(b"azulejos strength").digest()
TWO_COLOURED: Final = Mode(2, Wall.COLOURED)
YARDSTICK: Final = "greedy"
LADDER: Final = {
    "random": 200,
    "beginner": 400,
    "uct:nodes=1000": 100,
    "learner": 400,
    "greedy": 400,
    "casual": 400,
    "keen": 400,
    "skilled": 400,
    "search:nodes=500": 400,
    "search:nodes=2000": 300,
    "strong": 300,
    "search:nodes=20000": 100,
    "policy": 300,
    "expert": 300,
    "master:nodes=200": 300,
    "master:nodes=1000": 200,
    "master:nodes=4000": 120,
    "master:nodes=20000": 60,
}
"""Who is on the ladder, weakest first as far as is known, and games in each match: as many as
the one of the two has that has fewer."""
DUELS: Final = (
    ("search:nodes=2000", "greedy", (96, 96)),
    ("policy", "greedy", (400, 400)),
    ("policy", "search:nodes=20000", (200, 100)),
    ("master:nodes=400", "search:nodes=4000", (200, 200)),
    ("master:nodes=4000", "search:nodes=20000", (100, 60)),
)
"""Who is measured in every mode, alone among whom, in how many games with two seats and with more,
where a game takes two to four times as many moves that take as many times longer."""
LEVEL_GAMES: Final = 48
"""Games between a level and the one below."""
MASTER: Final = "master:nodes=4000"
"""How the master is limited among the levels."""
COST_MOVES: Final = 30


class Workshop(NamedTuple):
    """Where matches are kept, and how many are played at a time."""

    folder: Path
    jobs: int | None
    size: float

    def games(self, usual: int) -> int:
        """Return how many games stand for the usual number."""
        return max(2, round(usual * self.size))

    def play(self, match: Match, *place: str) -> Summary:
        """Play what is missing of a match."""
        with progress_bar() as progress:
            play_match(match, self.folder.joinpath(*place), self.jobs, progress)
        if match.failures:
            raise SystemExit(f"a game failed: {match.failures[0]}")
        summary = match.tally.summary
        names = " - ".join(contestant.name for contestant in match.settings.contestants)
        print(f"{place[0]} {names}: {format_share(summary.share())}", flush=True)
        return summary

    def alone(self, mode: Mode, one: str, others: str, games: int) -> Summary:
        """Let one sit alone among copies of another, with two seats against it."""
        sides = parse_contestant(one), parse_contestant(others)
        names = f"{one} among {others} {mode.name}"
        settings = Settings(
            sides,
            mode.players,
            mode.wall,
            sha256(SEED + names.encode()).digest(),
            alone=mode.players > 2,
            date=date.today().isoformat(),
        )
        match = Match(settings, Goal.of_games(self.games(games), settings))
        return self.play(match, mode.name, folder_name(*sides))


def format_share(share: Estimate) -> str:
    """Return a share of the victories with its error, or with the end that is known."""
    if share.value >= 1:
        return f"100 % (at least {100 * share.low:.1f})"
    if share.value <= 0:
        return f"0 % (at most {100 * share.high:.1f})"
    return f"{100 * share.value:.1f} % ± {100 * share.error:.1f}"


def format_cost(contestant: Contestant, mode: Mode = TWO_COLOURED) -> str:
    """Return the processor time of a move, over the moves of the first rounds of a game."""
    player, sampler, state = create(contestant.player, 1), Sampler(1), State.new(*mode)
    moves, seconds = 0, 0.0
    while moves < COST_MOVES and not state.is_over:
        if state.player is None:
            state = sampler.deal(state)
            continue
        if moves == 0:
            player.choose(state, contestant.limits)  # loads what it needs
        began = process_time()
        move = player.choose(state, contestant.limits)
        seconds += process_time() - began
        moves += 1
        state = state.play(move)
    cost = 1000 * seconds / moves
    return f"{cost:.0f} ms" if cost >= 99.5 else f"{cost:.2g} ms"  # two digits, no powers of ten


def ladder(shop: Workshop) -> str:
    """Return the ratings of everyone, two players on the coloured wall."""
    sides = tuple(parse_contestant(name) for name in LADDER)
    plan = Ladder(sides, 2, Wall.COLOURED, SEED, 1, date.today().isoformat())
    summaries = []
    for low, high in plan.pairings():
        games = shop.games(min(LADDER[low.name], LADDER[high.name]))
        match = replace(plan, games=games).match(low, high)
        summaries.append(shop.play(match, "ladder", folder_name(low, high)))
    rungs = sorted(plan.rungs(summaries, YARDSTICK), key=lambda rung: -rung.elo.value)
    rows = [
        [
            f"`{rung.contestant.name}`",
            f"{rung.elo.value:.0f}",
            f"{rung.elo.error:.0f}",
            str(rung.games),
            f"{rung.score:.1f}",
            format_cost(rung.contestant),
        ]
        for rung in rungs
    ]
    games = sum(len(summary.games) for summary in summaries)
    return (
        f"{games:,} games, 95 % error bars over pairs ({date.today().isoformat()}):\n\n"
        + format_table(["player", "Elo", "±", "games", "points", "a move"], rows)
    )


def modes(shop: Workshop) -> str:
    """Return how those who search or use the network do in every mode."""
    rows = []
    for mode in Mode.every():
        for one, others, games in DUELS:
            summary = shop.alone(mode, one, others, games[mode.players > 2])
            sides = summary.settings.contestants
            rows.append(
                [
                    str(mode.players),
                    "coloured" if mode.wall is Wall.COLOURED else "gray",
                    f"`{one}`",
                    f"`{others}`",
                    str(len(summary.games)),
                    format_share(summary.share()),
                    f"{100 / mode.players:.0f} %",
                    f"{summary.score(0).value:.1f} : {summary.score(1).value:.1f}",
                    " : ".join(format_cost(side, mode) for side in sides),
                ]
            )
    heading = ["seats", "wall", "player", "alone among", "games", "share of victories"]
    heading += ["fair share", "points", "a move"]
    return format_table(heading, rows, left=4)


def steps(shop: Workshop) -> str:
    """Return how each level does against the one below, in every mode."""
    rows = []
    for lower, higher in pairwise(levels()):
        one = MASTER if higher == "master" else higher
        played = [shop.alone(mode, one, lower, LEVEL_GAMES) for mode in Mode.every()]
        shares = [format_share(summary.share()) for summary in played]
        rows.append([f"`{higher}`", f"`{lower}`", *shares])
    fair = ["", "fair share", *(f"{100 / mode.players:.0f} %" for mode in Mode.every())]
    heading = ["level", "alone among", *(mode.name for mode in Mode.every())]
    return format_table(heading, [*rows, fair], left=2)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what the command line asks for."""
    parts: dict[str, Callable[[Workshop], str]] = {
        "ladder": ladder,
        "modes": modes,
        "levels": steps,
        "reliability": lambda shop: reliability.run(Mode.every(), shop.size, shop.folder),
    }
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=parts, action="append", help="measure just this part")
    parser.add_argument("--size", type=float, default=1.0, help="times the usual number of games")
    parser.add_argument("--jobs", type=int, help="games at a time; one a core if not said")
    parser.add_argument("--document", type=Path, default=DOCUMENT)
    said = parser.parse_args(arguments)
    if not 0 < said.size < float("inf"):
        parser.error(f"argument --size: {said.size:g} is not above 0")
    shop = Workshop(Path("matches") / f"strength-{fingerprint()}", said.jobs, said.size)
    for name in said.only or parts:
        write_section(said.document, name, parts[name](shop))
        print(f"{name} written to {said.document}", flush=True)


if __name__ == "__main__":
    main()
