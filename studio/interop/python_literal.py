"""A value as Python source, laid out as the usual formatters lay it out. Pure.

Above: `pytest_file`. Below: nothing. What fits into a line stands in one; else each member has its own, with a comma behind it.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

WIDTH = 88
INDENT = 4
_WORDS = re.compile(r"\s*\S+(?:\s+\Z)?|\s+")
_PIECES = re.compile(r"[^\n]*\n|[^\n]+")


class Group:
    """Something in brackets: `opening` stands before, `closing` behind; each item has a name that stands before it (`"a": `, `inside=`)."""

    def __init__(self, opening: str, items: Sequence[tuple[str, "Node"]], closing: str) -> None:
        self.opening, self.items, self.closing = opening, tuple(items), closing


class Quoted:
    """A text; one that is too long for a line stands in pieces."""

    def __init__(self, text: str) -> None:
        self.text = text


Node = str | Quoted | Group
"""Source as it stands, a text, or something in brackets."""


def node(value: Any, instead: Mapping[str, Node] | None = None, at: str = "") -> Node:
    """A JSON value as source. `instead` are nodes that stand in the place of the values at JSON Pointers."""
    if instead and at in instead:
        return instead[at]
    match value:
        case dict():
            items = [(f"{quoted(name)}: ", node(one, instead, _below(at, name))) for name, one in value.items()]
            return Group("{", items, "}")
        case list():
            return Group(
                "[", [("", node(one, instead, _below(at, str(place)))) for place, one in enumerate(value)], "]"
            )
        case str():
            return Quoted(value)
        case _:
            return repr(value)


def _below(at: str, name: str) -> str:
    return f"{at}/{name.replace('~', '~0').replace('/', '~1')}"


def laid(made: Node, indent: int = 0, column: int = 0, tail: int = 1) -> str:
    """The source of a node that begins at `column` in a block of `indent` spaces, with `tail` characters to come behind it."""
    flat = _flat(made)
    if column + width(flat) + tail <= WIDTH or isinstance(made, str):
        return flat
    if isinstance(made, Quoted):
        return _in_pieces(made.text, indent)
    inner = indent + INDENT
    bare = made.opening.endswith("(")
    lines = [_line(name, item, inner, bare=bare and not name) for name, item in made.items]
    return f"{made.opening}\n{''.join(lines)}{' ' * indent}{made.closing}" if lines else flat


def _line(name: str, item: Node, indent: int, *, bare: bool) -> str:
    """A member on its line; `bare`: pieces of a text need no brackets of their own."""
    said = laid(item, indent, indent + len(name), 1)
    if bare and isinstance(item, Quoted) and said.startswith("(\n"):
        said = "\n".join(line.removeprefix(" " * INDENT) for line in said.splitlines()[1:-1]).lstrip()
    return f"{' ' * indent}{name}{said},\n"


def _flat(made: Node) -> str:
    match made:
        case str():
            return made
        case Quoted(text=text):
            return quoted(text)
        case Group():
            inner = ", ".join(f"{name}{_flat(item)}" for name, item in made.items)
            return f"{made.opening}{inner}{made.closing}"


def _in_pieces(text: str, indent: int) -> str:
    """A text that is too long for a line: its lines, and of long lines some words each, in brackets."""
    room = WIDTH - indent - INDENT
    pieces = [piece for line in _PIECES.findall(text) for piece in _words(line, room)]
    if len(pieces) == 1:
        return quoted(text)
    block = "".join(f"{' ' * (indent + INDENT)}{quoted(piece)}\n" for piece in pieces)
    return f"(\n{block}{' ' * indent})"


def _words(line: str, room: int) -> Iterator[str]:
    """A line in pieces of whole words, none longer than there is room for where that can be."""
    piece = ""
    for word in _WORDS.findall(line):
        if piece and width(quoted(piece + word)) > room:
            yield piece
            piece = ""
        piece += word
    if piece:
        yield piece


def width(text: str) -> int:
    """Columns of a text: wide characters take two."""
    if text.isascii():
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(one) in "WF" for one in text)


def quoted(text: str) -> str:
    """A text in quotes: double ones, unless that needs more escapes."""
    sign = "'" if text.count('"') > text.count("'") else '"'
    return f"{sign}{''.join(_escaped(one, sign) for one in text)}{sign}"


def _escaped(one: str, sign: str) -> str:
    if one in (sign, "\\"):
        return f"\\{one}"
    return one if one.isprintable() else repr(one)[1:-1]
