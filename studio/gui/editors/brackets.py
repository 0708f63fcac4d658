"""Finds the bracket that belongs to the one at the caret, some thousand lines around it at most.

Works on single lines without their strings (a JSON string never spans lines). Knows no colours.
"""

import re

from PySide6.QtGui import QTextBlock, QTextCursor

_PAIRS = {"{": "}", "[": "]", "}": "{", "]": "["}
_FARTHEST_LINES = 3_000
_strings = re.compile(r'"(?:[^"\\]|\\.)*"?')


def matching_bracket(cursor: QTextCursor) -> list[int]:
    """Offsets of the bracket beside the caret and its partner; empty when there is none."""
    block = cursor.block()
    line = without_strings(block.text())
    column = cursor.positionInBlock()
    for at in (column - 1, column):
        if 0 <= at < len(line) and line[at] in _PAIRS:
            partner = _partner(block, at, line[at])
            return [block.position() + at, partner] if partner is not None else []
    return []


def without_strings(line: str) -> str:
    """The line with every sign of its strings made a blank, so that columns stay."""
    return _strings.sub(lambda hit: " " * len(hit[0]), line)


def _partner(block: QTextBlock, column: int, sign: str) -> int | None:
    forward = sign in "{["
    depth = 0
    for _ in range(_FARTHEST_LINES):
        line = without_strings(block.text())
        begin = column if column >= 0 else (0 if forward else len(line) - 1)
        for at in range(begin, len(line)) if forward else range(begin, -1, -1):
            depth += (line[at] == sign) - (line[at] == _PAIRS[sign])
            if depth == 0 and line[at] in (sign, _PAIRS[sign]):
                return block.position() + at
        block, column = (block.next() if forward else block.previous()), -1
        if not block.isValid():
            return None
    return None
