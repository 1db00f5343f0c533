"""``azulejos verify``: check a game record and its deals."""

from pathlib import Path
from typing import Annotated

import typer


def verify(file: Annotated[Path, typer.Argument(help="A game record, ending .azul.")]) -> None:
    """Check a game record: its moves against the rules, its deals against its seeds.

    Exit code 0 if all is well, 1 with the reason if anything is not.

    For example:

        azulejos verify game.azul
    """
    from azulejos.errors import NotationError
    from azulejos.fair import verify as check
    from azulejos.notation import parse_record
    from azulejos.rules import Wall

    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(f"not UTF-8 text (byte {error.start})", str(file)) from None
    record = parse_record(text)
    found = check(record)
    wall = "coloured" if record.wall is Wall.COLOURED else "gray"
    num_moves = sum(len(played.moves) for played in record.rounds)
    result = f"result {record.result}" if record.is_finished else "unfinished"
    typer.echo(f"game: {record.num_players} players, {wall} wall, {result}")
    rounds = "1 round" if len(record.rounds) == 1 else f"{len(record.rounds)} rounds"
    moves = "1 move" if num_moves == 1 else f"{num_moves} moves"
    typer.echo(f"rules: {rounds} and {moves} are legal")
    typer.echo(f"commitment: {found.commitment} is the hash of the server seed")
    typer.echo(f"seed: {found.seed} follows from the server seed and the nonces")
    if found.start is not None:
        how = "drawn from the seed" if found.start_was_drawn else "fixed by the table"
        typer.echo(f"start: player {found.start + 1}, {how}")
    verb = "follows" if found.num_deals == 1 else "follow"
    typer.echo(f"deals: {found.num_deals} of {found.num_deals} {verb} from the seed")
    if found.without_nonce:
        seats = ", ".join(str(seat + 1) for seat in found.without_nonce)
        typer.echo(f"note: no nonce from seat {seats}")
    typer.echo("verified")
