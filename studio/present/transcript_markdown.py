"""A transcript as Markdown: whatever was said in it stays text, also fences, tables, HTML, and headings.

Above: `workspace/exporting`. Below: `transcript_pieces`, `shown_text`. Pure. Pictures are named: who writes the file puts them beside it.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import assert_never

from studio.present.shown_text import shown
from studio.present.transcript_pieces import Facts, Picture, Piece, RoundHead, Said

_MARKS = re.compile(r"(?<![^\W_])_|_(?![^\W_])|[\\`*\[\]<>|~#&$@]|://|(?<=(?i:www))\.")
_SPELLED = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "://": ":\\//"}
_START = re.compile(r"^(\s*)([-+=](?=\s|$|=|-)|\d{1,9}(?=[.)]))")
_NEEDS_FENCE = re.compile(r"^(?: {1,}\S|\t|\s*[|>]|\s*(?:```|~~~))|[`<]|\|.*\|", re.MULTILINE)
_TICKS = re.compile(r"`{3,}")
_LONGEST_QUOTED = 20_000


class MarkdownWriter:
    """`folder` is where the pictures lie, as the file names it."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def begin(self, _title: str) -> Iterator[str]:
        """Nothing: a Markdown file begins with what it says."""
        return iter(())

    def end(self) -> Iterator[str]:
        """Nothing."""
        return iter(())

    def of(self, piece: Piece) -> Iterator[str]:
        """A piece, as lines that end."""
        match piece:
            case Facts():
                yield from _facts(piece)
            case RoundHead(text=text, depth=depth):
                yield f"\n{'#' * min(3 + depth, 6)} {inline(text)}\n"
            case Said():
                yield from _said(piece)
            case Picture():
                yield self._picture(piece)
            case _:
                assert_never(piece)

    def _picture(self, piece: Picture) -> str:
        if not piece.name:
            return f"\n*Picture:* {inline(piece.label)}\n"
        return f"\n![{inline(piece.label)}](<{self._folder}/{piece.name}>)\n"


def inline(text: str) -> str:
    """A text on one line that means nothing but itself."""
    line = _MARKS.sub(_escaped, shown(" ".join(text.split())))
    return _START.sub(r"\1\\\2" if not line[:1].isdigit() else _dotted, line)


def _escaped(found: re.Match[str]) -> str:
    """A sign of Markdown, and what would become a link of itself."""
    sign = found[0]
    return _SPELLED.get(sign.lower()) or f"\\{sign}"


def _dotted(found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]}\\"


def fenced(text: str, kind: str = "") -> str:
    """A text as a block of code, in a fence that none of its own lines is."""
    fence = "`" * max(3, max(map(len, _TICKS.findall(text)), default=0) + 1)
    return f"\n{fence}{kind}\n{shown(text)}\n{fence}\n"


def quoted(text: str) -> str:
    """Running text: as a quotation where that says the same, else as a block of code."""
    if len(text) > _LONGEST_QUOTED or _NEEDS_FENCE.search(text) or not text.strip():
        return fenced(text, "text")
    lines = [inline(line) if line.strip() else "" for line in text.replace("\r\n", "\n").split("\n")]
    ends = [bool(line) and at + 1 < len(lines) and bool(lines[at + 1]) for at, line in enumerate(lines)]
    return "\n" + "".join(
        f"> {line}{chr(92) if more else ''}".rstrip(" ") + "\n" for line, more in zip(lines, ends, strict=True)
    )


def _facts(piece: Facts) -> Iterator[str]:
    if piece.title:
        yield f"{'' if piece.level == 1 else chr(10)}{'#' * piece.level} {inline(piece.title)}\n"
    if piece.rows:
        yield "\n" + "".join(f"- **{inline(name)}**: {inline(value)}\n" for name, value in piece.rows)


def _said(piece: Said) -> Iterator[str]:
    if piece.fold:
        body = fenced(piece.text, "json" if piece.how == "json" else "text")
        yield f"\n<details><summary>{escape(shown(piece.label))}</summary>\n{body}\n</details>\n"
        return
    label = inline(piece.label)
    if piece.how == "line":
        told = " ".join(map(inline, piece.text.split("\n"))) if piece.label else _lines(piece.text)
        yield f"\n**{label}**: {told}\n" if label else f"\n{told}\n"
        return
    if label:
        yield f"\n**{label}**\n"
    yield quoted(piece.text) if piece.how == "text" else fenced(piece.text, "" if piece.how == "code" else piece.how)


def _lines(text: str) -> str:
    return "\\\n".join(f"*{inline(line)}*" for line in text.split("\n") if line.strip()) or "*(empty)*"
