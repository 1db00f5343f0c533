"""Compare players by single rounds, which tells finer differences than games do.

    python -m scripts.rounds master:movetime=100 search:movetime=100 --players 3 --games 100
    python -m scripts.rounds master:nodes=1500 master:nodes=400 --among search:nodes=20000 --jobs 4

Everyone who is compared plays the same round from its beginning, on the same seat and among copies
of the same others; then the network says what the round's end is worth to that seat, or the
result if the game is over. One and the same game leads from round to round, so the positions are
those of real games. In each round everybody is new and knows nothing of the others' earlier moves.
What is told is the difference from the first player, in hundredths.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.arena import Contestant, parse_contestant
from azulejos.arena.estimate import Z95
from azulejos.arena.networks import check_networks
from azulejos.chance import Sampler
from azulejos.errors import OptionError
from azulejos.neural import Mode, load_network
from azulejos.neural.network import MARGIN_SCALE
from azulejos.neural.observation import observe
from azulejos.players import create
from azulejos.players.confidence import MAY_END
from azulejos.rules import State, Wall
from scripts.section import format_table

FIRST_SEED: Final = 7_000_000
"""Games from this seed on are used by nothing else."""

Floats = NDArray[np.float64]


class Table(NamedTuple):
    """Who is compared, among whom, in which mode."""

    contestants: tuple[Contestant, ...]
    others: Contestant
    mode: Mode


class Round(NamedTuple):
    """What one round came to."""

    may_end: bool
    """Whether the game could end with it."""
    worths: tuple[tuple[float, float], ...]
    """For each of those compared, the share of the victory and the lead in points."""


def play_game(table: Table, game: int) -> list[Round]:
    """Play every round of one game with each of those who are compared."""
    seed, mode = FIRST_SEED + game, table.mode
    seat, sampler = game % mode.players, Sampler(seed)
    state = State.new(mode.players, mode.wall, game // mode.players % mode.players)
    rounds = []
    while not state.is_over:
        start = sampler.deal(state)
        ends = [play_round(start, seat, each, table.others, seed) for each in table.contestants]
        worths = tuple(worth(end, seat, mode) for end in ends)
        rounds.append(Round(start.round >= MAY_END, worths))
        state = ends[0]
    return rounds


def play_round(state: State, seat: int, one: Contestant, others: Contestant, seed: int) -> State:
    """Play a round to its end, one contestant on a seat and copies of another on the others."""
    sides = [one if each == seat else others for each in range(state.num_players)]
    players = [create(side.player, seed + n, side.network) for n, side in enumerate(sides)]
    while (mover := state.player) is not None:
        state = state.play(players[mover].choose(state, sides[mover].limits))
    return state


def worth(state: State, seat: int, mode: Mode) -> tuple[float, float]:
    """Return a seat's share of the victory and its lead where no one is to move."""
    if state.is_over:
        best_other = max(points for each, points in enumerate(state.scores) if each != seat)
        return (seat in state.winners) / len(state.winners), state.scores[seat] - best_other
    said = load_network(mode).forward(observe([state]))[0]
    place = (seat - state.start) % mode.players  # the network looks from who will start
    shares = np.exp(said[: mode.players] - said[: mode.players].max())
    leads = MARGIN_SCALE * said[mode.players : 2 * mode.players]
    if mode.players == 2:  # both say the same thing
        leads = (leads - leads[::-1]) / 2
    return float(shares[place] / shares.sum()), float(leads[place])


def format_comparison(names: Sequence[str], rounds: Sequence[Round]) -> str:
    """Return a table: how each did beside the first, in rounds a game cannot and can end with."""
    heading = ["player", "rounds 1 to 4", "share", "lead", "later rounds", "share", "lead"]
    rows = []
    for place, name in enumerate(names[1:], 1):
        row = [f"`{name}`"]
        for may_end in (False, True):
            chosen = [round_.worths for round_ in rounds if round_.may_end == may_end]
            row.append(f"{len(chosen):,}")
            apart = np.array([np.subtract(w[place], w[0]) for w in chosen]).reshape(-1, 2)
            row += [format_mean(100 * apart[:, 0]), format_mean(apart[:, 1])]
        rows.append(row)
    return format_table(heading, rows, left=1)


def format_mean(values: Floats) -> str:
    """Return a mean with its 95 % error; nothing where there are too few values."""
    if len(values) < 2:  # one value has no spread
        return ""
    error = Z95 * values.std(ddof=1) / np.sqrt(len(values))
    return f"{values.mean():+.2f} ± {error:.2f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare the players named on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("contestants", nargs="+", metavar="PLAYER", help="the first is compared to")
    parser.add_argument("--among", default="search:nodes=4000", metavar="PLAYER")
    parser.add_argument("--players", type=int, default=3, choices=(2, 3, 4))
    parser.add_argument("--wall", default="c", choices=[wall.value for wall in Wall])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args(arguments)
    names = chosen.contestants
    try:
        sides = tuple(parse_contestant(name) for name in (*names, chosen.among))
        check_networks(sides, chosen.players, Wall(chosen.wall))
    except OptionError as error:
        parser.error(str(error))
    if any(side.is_engine for side in sides):
        parser.error("engines cannot be compared by rounds, only players by their names")
    if len(names) < 2 or min(chosen.games, chosen.jobs) < 1:
        parser.error("there must be two players or more, and at least one game and one job")
    table = Table(sides[:-1], sides[-1], Mode(chosen.players, Wall(chosen.wall)))
    # Fresh processes: one that has threads, as those of NumPy and JAX, must not be forked.
    with ProcessPoolExecutor(chosen.jobs, get_context("spawn")) as pool:
        games = list(pool.map(partial(play_game, table), range(chosen.games)))
    rounds = [round_ for game in games for round_ in game]
    print(f"Beside `{names[0]}`, among `{chosen.among}`, {table.mode.name}:\n")
    print(format_comparison(names, rounds))


if __name__ == "__main__":
    main()
