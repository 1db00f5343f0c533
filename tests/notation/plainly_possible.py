"""Whether a position line is possible, decided from its text alone.

Written from the notation and the rules, without the package, so that whatever the package
accepts can be judged by somebody else.
"""

import re

LETTERS = "BYRKW"
BOARD = r"[0-9]+:(-|[1-5][BYRKW])(/(-|[1-5][BYRKW])){4}:[BYRKW.]{5}(/[BYRKW.]{5}){4}:[BYRKWx+-]+"
TILES = r"(-|B*Y*R*K*W*)"
LINE = re.compile(
    rf"[cg] [1-9][0-9]* (d[1-4]|t[1-4]|r|e) s[1-4] {TILES}(/{TILES})* (x?B*Y*R*K*W*|-)"
    rf" [0-9]+(,[0-9]+){{4}} [0-9]+(,[0-9]+){{4}}( {BOARD}){{2,4}}"
)


def problems(text: str) -> list[str]:
    """List what is wrong with a position line; nothing if it is possible."""
    if not LINE.fullmatch(text):
        return ["form"]
    wall, _, phase, start, displays, centre, bag, lid, *boards = text.split(" ")
    found = [] if len(displays.split("/")) == 2 * len(boards) + 1 else ["number of displays"]
    if any(display == "" or len(display) > 4 for display in displays.split("/")):
        found.append("display")
    if centre == "":
        found.append("centre")
    if re.search(r"(?<![0-9])0[0-9]", text):
        found.append("leading zero")
    if any(int(player) > len(boards) for player in (phase[1:] or "1", start[1:])):
        found.append("player")
    for colour in range(5):
        if _num_tiles(LETTERS[colour], displays + centre, bag, lid, boards) != 20:
            found.append(f"twenty {LETTERS[colour]}")
    for board in boards:
        found += _board_problems(board, wall)
    return found + _phase_problems(text)


def _num_tiles(letter: str, offer: str, bag: str, lid: str, boards: list[str]) -> int:
    at = LETTERS.index(letter)
    total = offer.count(letter) + int(bag.split(",")[at]) + int(lid.split(",")[at])
    for board in boards:
        _, lines, wall, floor = board.split(":")
        total += wall.count(letter) + floor.count(letter)
        total += sum(int(line[0]) for line in lines.split("/") if line.endswith(letter))
    return total


def _board_problems(board: str, kind: str) -> list[str]:
    _, lines, wall, floor = board.split(":")
    rows = wall.split("/")
    found = []
    for size, (line, row) in enumerate(zip(lines.split("/"), rows, strict=True), 1):
        if line != "-" and (int(line[0]) > size or line[1] in row):
            found.append("line")
    for lane in [*rows, *("".join(column) for column in zip(*rows, strict=True))]:
        if any(lane.count(letter) > 1 for letter in LETTERS):
            found.append("wall")
    if kind == "c":
        for r, row in enumerate(rows):
            if any(row[c] not in (".", LETTERS[(c - r) % 5]) for c in range(5)):
                found.append("coloured wall")
    if not re.fullmatch(r"-|[BYRKW]{1,7}|[BYRKW]{7}\+x|(?=.{1,7}$)[BYRKW]*x[BYRKW]*", floor):
        found.append("floor")
    return found


def _full(board: str) -> list[int]:
    lines = board.split(":")[1].split("/")
    return [row for row in range(5) if lines[row][0] == str(row + 1)]


def _num_columns(board: str) -> int:
    """Count the columns open to the tile of the topmost full line on the gray wall."""
    _, lines, wall, _ = board.split(":")
    rows, row = wall.split("/"), _full(board)[0]
    letter = lines.split("/")[row][1]
    return sum(rows[row][c] == "." and all(other[c] != letter for other in rows) for c in range(5))


def _phase_problems(text: str) -> list[str]:
    wall, _, phase, start, displays, centre, bag, lid, *boards = text.split(" ")
    offer = re.search("[BYRKW]", displays + centre)
    markers = (centre + "".join(board.split(":")[3] for board in boards)).count("x")
    rows = [[r for r in b.split(":")[2].split("/") if "." not in r] for b in boards]
    if phase in ("r", "e"):
        over = any(rows) or not re.search("[1-9]", bag + lid)
        cleared = not offer and all(board.endswith(":-") for board in boards) and centre == "-"
        tiled = not any(map(_full, boards))
        fits = over == (phase == "e")
        return [] if cleared and tiled and fits else ["between rounds"]
    player = int(phase[1]) - 1
    if markers != 1 or player >= len(boards):
        return ["marker or player"]
    if phase[0] == "d":
        return [] if offer and not any(rows) else ["draft"]
    if wall != "g" or offer or not _full(boards[player]) or _num_columns(boards[player]) < 2:
        return ["choice"]
    wall_rows = boards[player].split(":")[2].split("/")
    if any("." not in row for row in wall_rows[_full(boards[player])[0] :]):
        return ["row below the choice"]
    seats = [(int(start[1]) - 1 + step) % len(boards) for step in range(len(boards))]
    before = seats[: seats.index(player)]
    after = seats[seats.index(player) + 1 :]
    if any(_full(boards[seat]) for seat in before) or any(rows[seat] for seat in after):
        return ["order of tiling"]
    return []
