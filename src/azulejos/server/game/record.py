"""The record of a game: its file for other programs, with everything that may be known."""

from datetime import UTC, datetime

from azulejos.notation import Record, RecordedMove, RecordedRound
from azulejos.server.game.table import Table


def record_of(table: Table) -> Record:
    """Return the record of a game so far; seed and nonces are in it when the game is over."""
    settings = table.settings
    headers = {"Wall": settings.wall, "Players": str(settings.num_players)}
    for number, seat in enumerate(table.seats, 1):
        if seat.name is not None:
            headers[f"Player{number}"] = seat.name
    headers["Date"] = datetime.fromtimestamp(table.created_at / 1000, UTC).date().isoformat()
    if settings.start is not None:
        headers["Start"] = str(settings.start + 1)
    headers["Commitment"] = table.commitment
    if table.result is not None:
        headers["ServerSeed"] = table.result.server_seed
        for number, seat in enumerate(table.seats, 1):
            if seat.nonce is not None:
                headers[f"Nonce{number}"] = seat.nonce
        if table.result.reason == "conceded":
            headers["Termination"] = _termination(table)
    rounds = [
        RecordedRound(
            played.before.round,
            played.before.start,
            played.deal,
            tuple(RecordedMove(move) for move in played.moves),
        )
        for played in table.rounds
    ]
    record = Record(headers, rounds)
    return record.with_headers({"Result": record.result})


def _termination(table: Table) -> str:
    out = [(n, seat.out) for n, seat in enumerate(table.seats, 1) if seat.out is not None]
    return ", ".join(f"player {number} {why}" for number, why in out)
