"""Which positions are possible: the check behind ``State.set_up``.

A position is refused with the field of the notation at fault. What is checked is what
the rules alone decide; scores and round numbers are not compared with the walls, so
that people can set up the positions they want to study.
"""

from collections.abc import Sequence

from azulejos.errors import PositionError
from azulejos.rules.types import (
    DISPLAY_SIZE,
    FLOOR_SIZE,
    MARKER,
    TILES_PER_COLOUR,
    Board,
    Colour,
    Phase,
    Wall,
    num_displays,
    wall_column,
)

MAX_SCORE = 999
MAX_ROUND = 999_999_999


def check(
    wall: Wall,
    round: int,
    phase: Phase,
    player: int | None,
    start: int,
    displays: Sequence[Sequence[int]],
    centre: Sequence[int],
    marker_in_centre: bool,
    bag: Sequence[int],
    lid: Sequence[int],
    boards: Sequence[Board],
) -> None:
    """Raise PositionError unless a game can stand like this."""
    if not isinstance(wall, Wall):
        raise PositionError("must be a Wall", "wall")
    if not isinstance(phase, Phase):
        raise PositionError("must be a Phase", "phase")
    if not 2 <= len(boards) <= 4:
        raise PositionError(f"{len(boards)} boards, a game has 2 to 4", "boards")
    _check_round(round)
    _check_start(start, len(boards))
    _check_sources(displays, centre, len(boards))
    _check_tiles("bag", bag)
    _check_tiles("lid", lid)
    for number, board in enumerate(boards, start=1):
        _check_board(f"board {number}", board, wall)
    _check_colours(displays, centre, bag, lid, boards)
    offered = any(any(source) for source in (*displays, centre))
    if phase in (Phase.DRAFT, Phase.TILE):
        _check_player(phase, player, len(boards))
        _check_one_marker(marker_in_centre, boards)
    else:
        _check_cleared(phase, player, offered, marker_in_centre, boards)
    if phase is Phase.DRAFT:
        _check_drafting(offered, boards)
    elif phase is Phase.TILE:
        _check_tiling(wall, player, start, offered, boards)
    else:
        _check_between_rounds(phase, bag, lid, boards)


def _check_round(round: int) -> None:
    if type(round) is not int or not 1 <= round <= MAX_ROUND:
        raise PositionError(f"must be 1 to {MAX_ROUND}, not {round!r}", "round")


def _check_start(start: int, players: int) -> None:
    if type(start) is not int:
        raise PositionError(f"{start!r} is not a player", "start")
    if not 0 <= start < players:
        raise PositionError(f"there is no player {start + 1}, the game has {players}", "start")


def _check_tiles(field: str, tiles: Sequence[int]) -> None:
    if len(tiles) != len(Colour):
        raise PositionError("five counts are needed, in colour order", field)
    for colour, n in zip(Colour, tiles, strict=True):
        if type(n) is not int or not 0 <= n <= TILES_PER_COLOUR:
            raise PositionError(f"{n!r} {colour.name.lower()} tiles, there are 0 to 20", field)


def _check_sources(displays: Sequence[Sequence[int]], centre: Sequence[int], players: int) -> None:
    if len(displays) != num_displays(players):
        raise PositionError(
            f"{len(displays)} displays, {players} players have {num_displays(players)}",
            "displays",
        )
    for number, display in enumerate(displays, start=1):
        _check_tiles("displays", display)
        if sum(display) > DISPLAY_SIZE:
            raise PositionError(
                f"display {number} holds {sum(display)} tiles, at most four fit", "displays"
            )
    _check_tiles("centre", centre)


def _check_board(field: str, board: Board, wall: Wall) -> None:
    if type(board.score) is not int or not 0 <= board.score <= MAX_SCORE:
        raise PositionError(f"score must be 0 to {MAX_SCORE}, not {board.score!r}", field)
    if len(board.wall) != 5 or any(len(row) != 5 for row in board.wall):
        raise PositionError("a wall has five rows of five spaces", field)
    _check_wall(field, board, wall)
    if len(board.lines) != 5:
        raise PositionError(f"{len(board.lines)} lines, a board has five", field)
    for row, line in enumerate(board.lines):
        if line is None:
            continue
        colour = Colour(line.colour)
        if type(line.count) is not int or not 1 <= line.count <= row + 1:
            raise PositionError(
                f"line {row + 1} holds 1 to {row + 1} tiles, not {line.count!r}", field
            )
        if colour in board.wall[row]:
            raise PositionError(
                f"line {row + 1} holds {colour.name.lower()}, as its row of the wall does", field
            )
    _check_floor(field, board)


def _check_wall(field: str, board: Board, wall: Wall) -> None:
    for row, spaces in enumerate(board.wall):
        for column, colour in enumerate(spaces):
            if colour is None:
                continue
            name = Colour(colour).name.lower()
            where = f"row {row + 1}, column {column + 1}"
            if wall is Wall.COLOURED and wall_column(colour, row) != column:
                raise PositionError(f"{where} of the coloured wall is not {name}", field)
            if colour in spaces[:column]:
                raise PositionError(f"row {row + 1} of the wall holds {name} twice", field)
            if any(above[column] == colour for above in board.wall[:row]):
                raise PositionError(f"column {column + 1} of the wall holds {name} twice", field)


def _check_floor(field: str, board: Board) -> None:
    if len(board.floor) > FLOOR_SIZE:
        raise PositionError(
            f"{len(board.floor)} floor spaces are taken, a floor line has seven", field
        )
    if board.floor.count(MARKER) > 1:
        raise PositionError("the floor line holds the marker twice", field)
    for space in board.floor:
        if space is not MARKER:
            Colour(space)
    if board.marker_beside and (len(board.floor) < FLOOR_SIZE or MARKER in board.floor):
        raise PositionError(
            "the marker lies beside the board only when seven tiles fill the floor line", field
        )


def _check_colours(
    displays: Sequence[Sequence[int]],
    centre: Sequence[int],
    bag: Sequence[int],
    lid: Sequence[int],
    boards: Sequence[Board],
) -> None:
    """All twenty tiles of every colour are somewhere."""
    totals = [bag[c] + lid[c] + centre[c] + sum(d[c] for d in displays) for c in Colour]
    for board in boards:
        for line in board.lines:
            if line is not None:
                totals[line.colour] += line.count
        for spaces in (*board.wall, board.floor):
            for space in spaces:
                if space is not None and space is not MARKER:
                    totals[space] += 1
    for colour, total in zip(Colour, totals, strict=True):
        if total != TILES_PER_COLOUR:
            raise PositionError(
                f"{total} {colour.name.lower()} tiles in all, there are {TILES_PER_COLOUR}", "bag"
            )


def _check_player(phase: Phase, player: int | None, players: int) -> None:
    if type(player) is not int or not 0 <= player < players:
        raise PositionError(f"phase {phase.value} needs the player to act, 1 to {players}", "phase")


def _check_one_marker(marker_in_centre: bool, boards: Sequence[Board]) -> None:
    holders = [n for n, board in enumerate(boards, start=1) if board.holds_marker]
    if marker_in_centre and holders:
        raise PositionError(f"the marker is in the centre and with player {holders[0]}", "centre")
    if not marker_in_centre and not holders:
        raise PositionError("the marker is nowhere", "centre")
    if len(holders) > 1:
        raise PositionError(f"player {holders[0]} holds the marker too", f"board {holders[1]}")


def _check_cleared(
    phase: Phase, player: int | None, offered: bool, marker_in_centre: bool, boards: Sequence[Board]
) -> None:
    if player is not None:
        raise PositionError(f"nobody is to act in phase {phase.value}", "phase")
    if offered:
        raise PositionError(f"tiles are on offer in phase {phase.value}", "displays")
    if marker_in_centre:
        raise PositionError(f"the centre is empty in phase {phase.value}", "centre")
    for number, board in enumerate(boards, start=1):
        if board.floor or board.marker_beside:
            raise PositionError(
                f"the floor line is empty in phase {phase.value}", f"board {number}"
            )


def _full_lines(board: Board) -> list[int]:
    return [r for r, line in enumerate(board.lines) if line is not None and line.count == r + 1]


def _check_drafting(offered: bool, boards: Sequence[Board]) -> None:
    if not offered:
        raise PositionError("a player drafts, but there is nothing to take", "phase")
    for number, board in enumerate(boards, start=1):
        if board.complete_rows:
            raise PositionError(_over(board.complete_rows[0]), f"board {number}")


def _over(row: int) -> str:
    return f"row {row + 1} is complete, so the game is over"


def _check_tiling(
    wall: Wall, player: int | None, start: int, offered: bool, boards: Sequence[Board]
) -> None:
    """The player has a choice; those before have tiled, those after have not."""
    assert player is not None
    if wall is not Wall.GRAY:
        raise PositionError("only a gray wall is tiled by choice", "phase")
    if offered:
        raise PositionError("a player tiles, but there are tiles to take", "phase")
    full = _full_lines(boards[player])
    if not full or _num_open_columns(boards[player], full[0]) < 2:
        raise PositionError(f"player {player + 1} has no column to choose", "phase")
    # The rows above may have been completed just now; those below come later.
    for row in boards[player].complete_rows:
        if row > full[0]:
            raise PositionError(_over(row), f"board {player + 1}")
    turn = (player - start) % len(boards)
    for number, board in enumerate(boards, start=1):
        when = (number - 1 - start) % len(boards)
        if when < turn and _full_lines(board):
            raise PositionError(
                f"line {_full_lines(board)[0] + 1} is full, but player {number} has tiled",
                f"board {number}",
            )
        if when > turn and board.complete_rows:
            raise PositionError(_over(board.complete_rows[0]), f"board {number}")


def _num_open_columns(board: Board, row: int) -> int:
    line = board.lines[row]
    assert line is not None
    return sum(
        board.wall[row][column] is None
        and all(spaces[column] != line.colour for spaces in board.wall)
        for column in range(5)
    )


def _check_between_rounds(
    phase: Phase, bag: Sequence[int], lid: Sequence[int], boards: Sequence[Board]
) -> None:
    for number, board in enumerate(boards, start=1):
        if _full_lines(board):
            raise PositionError(
                f"line {_full_lines(board)[0] + 1} is full after tiling", f"board {number}"
            )
    over = any(board.complete_rows for board in boards) or not any((*bag, *lid))
    if phase is Phase.DEAL and over:
        raise PositionError("no deal is due, the game is over", "phase")
    if phase is Phase.OVER and not over:
        raise PositionError("the game is not over: no row is complete", "phase")
