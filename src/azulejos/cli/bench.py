"""``azulejos bench``: how fast the engine is on this machine."""

from time import perf_counter
from typing import Annotated, Final

import typer

app = typer.Typer(no_args_is_help=True, help="Measure the speed of the engine on this machine.")

_BATCH_SECONDS: Final = 0.05


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
