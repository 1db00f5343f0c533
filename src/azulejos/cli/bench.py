"""``azulejos bench``: how fast the engine is on this machine."""

from collections.abc import Iterator
from itertools import count, islice
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from azulejos.rules import State, Wall

app = typer.Typer(no_args_is_help=True, help="Measure the speed of the engine on this machine.")

_BATCH_SECONDS: Final = 0.05
_SIMULATIONS: Final = 2000
_ENDINGS: Final = {(2, "c"): (8, 10), (2, "g"): (4, 6), (3, "c"): (4,), (4, "c"): (4,)}
"""By players and wall: groups of tiles left in the round endings to solve."""


@app.command()
def playouts(
    players: Annotated[int, typer.Option(min=2, max=4, help="Players in each game.")] = 2,
    wall: Annotated[
        str, typer.Option(metavar="c|g", help="c for the coloured wall, g for gray.")
    ] = "c",
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to measure.")] = 2.0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random games.")] = 1,
) -> None:
    """Play random games to the end, as many as time allows, on one core.

    For example:

        azulejos bench playouts --players 2 --wall c --seconds 2
    """
    from azulejos.chance import playouts as play
    from azulejos.engine.replay import parse_wall

    side = parse_wall(wall)
    games = moves = 0
    batch = 16
    begin = now = perf_counter()
    while now - begin < seconds:
        played, made = play(players, side, seed + games, batch)
        games, moves = games + played, moves + made
        before, now = now, perf_counter()
        if now - before < _BATCH_SECONDS:
            batch *= 2
    spent = now - begin
    typer.echo(
        f"playouts players={players} wall={wall}"
        f" moves_per_s={round(moves / spent)} games_per_s={round(games / spent)}"
    )


@app.command()
def search(
    players: Annotated[int, typer.Option(min=2, max=4, help="Players in each game.")] = 2,
    wall: Annotated[
        str, typer.Option(metavar="c|g", help="c for the coloured wall, g for gray.")
    ] = "c",
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to search.")] = 2.0,
    positions: Annotated[int, typer.Option(min=1, help="Round endings to solve.")] = 20,
) -> None:
    """Search fixed positions: simulations and judged leaves a second, time to solve endings.

    The solver is measured where it takes over in play: two players, and more of them on the
    coloured wall only. Times are those of the processor. For example:

        azulejos bench search --players 2 --wall c
    """
    from azulejos.engine.replay import parse_wall

    side = parse_wall(wall)
    simulations, judged, spent = _search_first_deals(players, side, seconds)
    typer.echo(
        f"search players={players} wall={wall} nodes_per_s={round(simulations / spent)}"
        f" evaluations_per_s={round(judged / spent)}"
    )
    for groups in _ENDINGS.get((players, wall), ()):
        nodes, times = _solve_endings(players, side, groups, positions)
        typer.echo(
            f"solver groups={groups} median_ms={1e3 * median(times):.2f}"
            f" longest_ms={1e3 * max(times):.2f} nodes_per_s={round(nodes / sum(times))}"
        )


def _search_first_deals(players: int, wall: "Wall", seconds: float) -> tuple[int, int, float]:
    """Search the first round of one game after another; return what was done, and the time."""
    from azulejos.chance import Sampler
    from azulejos.rules import State
    from azulejos.search import Tree, round_evaluator

    simulations = judged = seed = 0
    begin = process_time()
    while process_time() - begin < seconds:
        seed += 1
        state = Sampler(seed).deal(State.new(players, wall))
        tree = Tree(state, round_evaluator(state, seed))
        simulations += tree.run(_SIMULATIONS)
        judged += tree.size
    return simulations, judged, process_time() - begin


def _solve_endings(
    players: int, wall: "Wall", groups: int, positions: int
) -> tuple[int, list[float]]:
    """Solve the same endings of third rounds every time; return the nodes, and each one's time."""
    from azulejos.search import Evaluation, Solver

    solver = Solver(Evaluation.load(players, wall))
    nodes, times = 0, []
    for state in islice(_endings(players, wall, groups), positions):
        begin = process_time()
        solution = solver.solve(state)
        times.append(process_time() - begin)
        assert solution is not None
        nodes += solution.nodes
    return nodes, times


def _endings(players: int, wall: "Wall", groups: int) -> "Iterator[State]":
    """Play at random into the third round until at most so many groups of tiles are left."""
    from azulejos.chance import Sampler
    from azulejos.rules import State

    for seed in count(1):
        sampler = Sampler(seed)
        state = State.new(players, wall)
        while not state.is_over and not _is_ending(state, groups):
            if state.player is None:
                state = sampler.deal(state)
            moves = state.legal_moves()
            state = state.play(moves[sampler.below(len(moves))])
        if not state.is_over:
            yield state


def _is_ending(state: "State", groups: int) -> bool:
    from azulejos.players.search_player import num_groups

    return state.player is not None and state.round >= 3 and num_groups(state) <= groups
