"""The text form of game records, the contents of ``.azul`` files."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from azulejos.errors import NotationError, RecordError
from azulejos.notation.deals import format_deal, parse_deal
from azulejos.notation.moves import format_move, parse_move
from azulejos.notation.records import Record, RecordedMove, RecordedRound
from azulejos.notation.tiles import parse_seat, quoted
from azulejos.rules import Move

LINE_LENGTH: Final = 80

# Patterns are texts, compiled at their first use: importing the package compiles none.
_HEADER: Final = r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\])*)"\]'
_ESCAPED: Final = r"\\(.)"
_TO_ESCAPE: Final = r'(["\\])'
_WORD: Final = r"\{[^{}]*\}|[^ \t\n{}]+|[{}]"
_ROUND: Final = r"[1-9][0-9]{0,8}\."


class _Token(NamedTuple):
    text: str
    line: int

    def fault(self, message: str) -> NotationError:
        return NotationError(message, f"line {self.line}")


def parse_record(text: str | bytes) -> Record:
    """Read a record and replay its game.

    A text without the form of a record raises `NotationError`, which names the line;
    a record that contradicts the rules or itself `RecordError`, which names the
    header, or the round and the move, at fault. Bytes are read as UTF-8.
    """
    lines = _decode(text).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    headers, rest, line = _parse_headers(lines)
    return Record(headers, tuple(_parse_rounds(_tokens(rest, line))))


def format_record(record: Record) -> str:
    """Write a record, its moves wrapped to lines of at most 80 columns."""
    lines = [_format_header(name, value) for name, value in record.headers.items()]
    if record.rounds:
        lines.append("")
    for played in record.rounds:
        lines.append(f"{played.number}. s{played.start + 1} {format_deal(played.deal)}")
        lines.extend(_wrap(_words(played.moves)))
    return "\n".join(lines) + "\n"


def _decode(text: str | bytes) -> str:
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise NotationError("not UTF-8", f"line {line}") from None


def _parse_headers(text: str) -> tuple[dict[str, str], str, int]:
    """Return the headers, the text after them and the number of its first line."""
    headers: dict[str, str] = {}
    position, number = 0, 1
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        line = text[position:end].strip(" \t")
        if line.startswith("["):
            name, value = _parse_header(_Token(line, number))
            if name in headers:
                raise RecordError(f"given twice, again in line {number}", name)
            headers[name] = value
        elif line:
            break
        position, number = end + 1, number + 1
    return headers, text[position:], number


def _parse_header(line: _Token) -> tuple[str, str]:
    match = re.fullmatch(_HEADER, line.text)
    if match is None:
        raise line.fault(
            f'{quoted(line.text)} is no header, a header looks like [Name "value"]'
            ' with \\" and \\\\ for quotes and backslashes in the value'
        )
    return match[1], re.sub(_ESCAPED, r"\1", match[2])


def _format_header(name: str, value: str) -> str:
    escaped = re.sub(_TO_ESCAPE, r"\\\1", value)
    return f'[{name} "{escaped}"]'


def _tokens(text: str, line: int) -> Iterator[_Token]:
    position = 0
    for match in re.finditer(_WORD, text):
        line += text.count("\n", position, match.start())
        position = match.start()
        yield _Token(match[0], line)


def _parse_rounds(tokens: Iterator[_Token]) -> Iterator[RecordedRound]:
    played: RecordedRound | None = None
    moves: list[tuple[Move, list[str]]] = []
    for token in tokens:
        if re.fullmatch(_ROUND, token.text):
            if played is not None:
                yield _with_moves(played, moves)
            played, moves = _parse_deal_line(token, tokens), []
        elif played is None:
            raise token.fault(
                f"{quoted(token.text)} stands before the first round, which starts with 1."
            )
        elif token.text[0] in "{}":
            _add_comment(moves, token)
        else:
            moves.append((_parse_move(played.number, len(moves) + 1, token), []))
    if played is not None:
        yield _with_moves(played, moves)


def _with_moves(played: RecordedRound, moves: list[tuple[Move, list[str]]]) -> RecordedRound:
    """Complete a round with its moves; several comments after a move are one."""
    return played._replace(
        moves=tuple(RecordedMove(move, " ".join(comments) or None) for move, comments in moves)
    )


def _parse_deal_line(token: _Token, tokens: Iterator[_Token]) -> RecordedRound:
    """Read a round's number, starting player and deal; its moves are to follow."""
    number = int(token.text[:-1])
    token = next(tokens, token._replace(text=""))
    start = parse_seat(token.text, "s")
    if start is None:
        raise token.fault(
            f"round {number}: {quoted(token.text)} is not a starting player such as s1"
        )
    token = next(tokens, token._replace(text=""))
    try:
        return RecordedRound(number, start, parse_deal(token.text), ())
    except NotationError as error:
        raise token.fault(f"round {number}, deal: {error}") from None


def _parse_move(round_number: int, number: int, token: _Token) -> Move:
    try:
        return parse_move(token.text)
    except NotationError as error:
        message = error.message
        if token.text.startswith("["):
            message = "headers stand before the first round"
        raise token.fault(f"round {round_number}, move {number}: {message}") from None


def _add_comment(moves: list[tuple[Move, list[str]]], token: _Token) -> None:
    """Put a comment after the last move."""
    if len(token.text) == 1:
        raise token.fault(
            "a comment that does not end, or has another inside"
            if token.text == "{"
            else "'}' without a comment to end"
        )
    if not moves:
        raise token.fault("a comment stands after a move")
    moves[-1][1].append(token.text[1:-1])


def _words(moves: tuple[RecordedMove, ...]) -> Iterator[str]:
    for move, comment in moves:
        yield format_move(move)
        if comment is not None:
            yield from f"{{{comment}}}".split(" ")


def _wrap(words: Iterator[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > LINE_LENGTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line
