"""Mangled texts: valid ones changed a little, in ways that hands and wires change them.

Some ways keep the tiles in number and only move them, so that a good share of the results
is well formed and has to be judged by what it says.
"""

import re
from collections.abc import Callable
from random import Random

Mangle = Callable[[str, Random], str]

LETTERS = "BYRKW"
ALPHABET = LETTERS + 'xcgdtrse123456789000@-+=/,.: {}[]"\\*\n\t'
ODD = "\x00\r\x1f\x7f\xa0\u2028\ufeff\u0661\uff11\u0412\ud800\U0001f600\u200b²½" + "é"
NUMBER = re.compile(r"[0-9]+")
NUMBERS = ("0", "1", "2", "3", "4", "5", "20", "21", "99", "00", "01", "-1", "9" * 9, "9" * 400)


def _place(text: str, rng: Random) -> int:
    return rng.randrange(len(text) + 1)


def delete(text: str, rng: Random) -> str:
    """Leave out a few characters."""
    at = _place(text, rng)
    return text[:at] + text[at + rng.randint(1, 3) :]


def double(text: str, rng: Random) -> str:
    """Repeat a piece."""
    at = _place(text, rng)
    piece = text[at : at + rng.randint(1, 12)]
    return text[:at] + piece * rng.randint(2, 3) + text[at + len(piece) :]


def swap(text: str, rng: Random) -> str:
    """Exchange two characters."""
    if len(text) < 2:
        return text
    one, other = sorted(rng.sample(range(len(text)), 2))
    return text[:one] + text[other] + text[one + 1 : other] + text[one] + text[other + 1 :]


def replace(text: str, rng: Random) -> str:
    """Put another character in a place."""
    at = _place(text, rng)
    return text[:at] + rng.choice(ALPHABET) + text[at + 1 :]


def insert(text: str, rng: Random) -> str:
    """Put in a character."""
    at = _place(text, rng)
    return text[:at] + rng.choice(ALPHABET) + text[at:]


def oddity(text: str, rng: Random) -> str:
    """Put in a character that has no business there."""
    at = _place(text, rng)
    odd = rng.choice(ODD) if rng.random() < 0.7 else chr(rng.randrange(0x110000))
    return text[:at] + odd + text[at + rng.randint(0, 1) :]


def renumber(text: str, rng: Random) -> str:
    """Change a number."""
    numbers = list(NUMBER.finditer(text))
    if not numbers:
        return text
    match = rng.choice(numbers)
    number = rng.choice(NUMBERS)
    if rng.random() < 0.6:
        number = str(abs(int(match[0][:9]) + rng.choice((-2, -1, 1, 2))))
    return text[: match.start()] + number + text[match.end() :]


def exchange(text: str, rng: Random) -> str:
    """Exchange two fields of the same rank."""
    separator = rng.choice(" /,:\n")
    fields = text.split(separator)
    if len(fields) < 2:
        return text
    one, other = rng.sample(range(len(fields)), 2)
    fields[one], fields[other] = fields[other], fields[one]
    return separator.join(fields)


def recolour(text: str, rng: Random) -> str:
    """Exchange two tiles of different colours, wherever they lie."""
    tiles = [at for at, letter in enumerate(text) if letter in LETTERS]
    if len(tiles) < 2:
        return text
    one, other = sorted(rng.sample(tiles, 2))
    return text[:one] + text[other] + text[one + 1 : other] + text[one] + text[other + 1 :]


def cut(text: str, rng: Random) -> str:
    """Break the text off."""
    return text[: _place(text, rng)]


MANGLES: tuple[Mangle, ...] = (
    delete, double, swap, replace, insert, oddity, renumber, exchange, recolour, cut,
)  # fmt: skip


def mangled(text: str, rng: Random) -> str:
    """Change a text in one to three ways."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(MANGLES)(text, rng)
    return text


# Ways of position lines only.


def _with_field(text: str, number: int, field: str) -> str:
    fields = text.split(" ")
    if number < len(fields):
        fields[number] = field
    return " ".join(fields)


def other_phase(text: str, rng: Random) -> str:
    """Say that something else is due."""
    phase = rng.choice(("d1", "d2", "d3", "t1", "t2", "t3", "r", "e"))
    return _with_field(text, 2, phase)


def other_start(text: str, rng: Random) -> str:
    """Say that somebody else started."""
    return _with_field(text, 3, f"s{rng.randint(1, 5)}")


def other_wall(text: str, rng: Random) -> str:
    """Turn the boards over."""
    return _with_field(text, 0, rng.choice("cg"))


def from_the_bag(text: str, rng: Random) -> str:
    """Put a tile from the bag somewhere, and count it."""
    fields = text.split(" ")
    if len(fields) < 10 or fields[6].count(",") != 4:
        return text
    counts = fields[6].split(",")
    colour = rng.randrange(5)
    if not counts[colour].isdecimal() or counts[colour] == "0":
        return text
    counts[colour] = str(int(counts[colour][:9]) - 1)
    fields[6] = ",".join(counts)
    at = rng.randrange(4, len(fields))
    field = fields[at]
    if rng.random() < 0.5 and "." in field:
        spaces = [n for n, space in enumerate(field) if space == "."]
        space = rng.choice(spaces)
        fields[at] = field[:space] + LETTERS[colour] + field[space + 1 :]
    elif field.endswith("-"):
        fields[at] = field[:-1] + LETTERS[colour]
    else:
        fields[at] = field + LETTERS[colour]
    return " ".join(fields)


POSITION_MANGLES: tuple[Mangle, ...] = (
    *MANGLES, recolour, recolour, recolour, exchange, renumber,
    other_phase, other_start, other_wall, from_the_bag, from_the_bag,
)  # fmt: skip


def mangled_position(text: str, rng: Random) -> str:
    """Change a position line in one to three ways."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        text = rng.choice(POSITION_MANGLES)(text, rng)
    return text
