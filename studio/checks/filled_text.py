"""Texts in which `{expression}` stands for a value, `{{` and `}}` for a brace: what a breakpoint logs.

Above: `engine/breakpoint_rules`, `engine/at_breakpoints`. Below: `expressions`. Pure.
"""

import json
import re
from collections.abc import Callable
from typing import Any

from studio.checks.expressions import Expression, ExpressionError, compiled
from studio.said import said

LONGEST_FILLED = 20_000
_LAST_WORD = re.compile(r"[\w+/=.~-]+\Z")
_LONGEST_WORD = 2_000
_QUOTES = "'\"`"

Piece = str | Expression


def pieces(text: str, read: Callable[[str], Expression] = compiled) -> tuple[Piece, ...]:
    """The text cut into plain texts and expressions, each as `read` reads it. Raises ExpressionError with the column in the whole
    text."""
    made: list[Piece] = []
    at = 0
    while at < len(text):
        if text[at : at + 2] in ("{{", "}}"):
            made.append(text[at])
            at += 2
        elif text[at] == "{":
            end = _end(text, at)
            made.append(_read(text, at + 1, end, read))
            at = end + 1
        else:
            end = next((i for i in range(at + 1, len(text)) if text[i] in "{}"), len(text))
            made.append(text[at:end])
            at = end
    return tuple(made)


def _end(text: str, start: int) -> int:
    """Where the brace at `start` is closed; braces in quotes and inner ones do not count."""
    depth, quote, at = 0, "", start
    while at < len(text):
        sign = text[at]
        if quote:
            at += sign == "\\"
            quote = "" if sign == quote else quote
        elif sign in _QUOTES:
            quote = sign
        else:
            depth += (sign == "{") - (sign == "}")
            if not depth:
                return at
        at += 1
    raise ExpressionError(
        said("This brace is not closed."), said("Write }} after the expression, or {{{{ for a brace."), start + 1
    )


def _read(text: str, start: int, end: int, read: Callable[[str], Expression]) -> Expression:
    try:
        return read(text[start:end].strip())
    except ExpressionError as error:
        lead = len(text[start:end]) - len(text[start:end].lstrip())
        column = start + lead + error.column if error.column else 0
        raise ExpressionError(error.said, error.advice, column) from error


def filled(text: str, ask: Callable[[Expression], Any]) -> str:
    """The text with the values in it: texts as they are, all else as JSON. What cannot be worked out says so in its place; a text that
    cannot be read stays as it is."""
    try:
        made = pieces(text)
    except ExpressionError:
        return text
    said, room = [], LONGEST_FILLED
    for piece in made:
        one = piece if isinstance(piece, str) else _value(piece, ask)
        said.append(one[:room])
        room -= len(one)
        if room < 0:
            return f"{_whole(''.join(said))}…"
    return "".join(said)


def _whole(text: str) -> str:
    """Without the word at its end that was cut: half of a secret would not be known for one."""
    rest = _LAST_WORD.sub("", text[-_LONGEST_WORD:])
    return text[:-_LONGEST_WORD] + rest if rest else text


def _value(piece: Expression, ask: Callable[[Expression], Any]) -> str:
    try:
        return value_text(ask(piece))
    except ExpressionError as error:
        return f"‹{error.sentence}›"


def value_text(value: Any) -> str:
    """A value in one line: a text as it is, all else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
