"""A report as Markdown: nothing that a model, a tool or a person wrote can become markup of it.

Above: `compare_report`, `sample_parts`, both fronts. Below: `report`, `text_diff`. Pure.
"""

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from studio.present.report import Bars, Beside, Heading, Item, Line, Listing, Part, Table
from studio.present.text_diff import diff_lines
from studio.present.text_lines import spelled

_MARKS = re.compile(r"[\\`*<\[\]|~]|(?<![^\W_])_|_(?![^\W_])|&(?=#|\w)")
_STARTS = re.compile(r"^(\s*)([#>+=-]|\d+[.)](?=\s))")
_TICKS = re.compile(r"`+")


def markdown(parts: Iterable[Part]) -> str:
    """The whole report."""
    return "".join(markdown_pieces(parts))


def markdown_pieces(parts: Iterable[Part]) -> Iterator[str]:
    """The same, piece by piece."""
    for at, part in enumerate(parts):
        yield ("\n" if at else "") + "\n".join(_written(part)) + "\n"


def plain(text: str) -> str:
    """A text on one line that is read as it stands."""
    return _STARTS.sub(_kept, _MARKS.sub(r"\\\g<0>", spelled(" ".join(text.split()))))


def _kept(found: re.Match[str]) -> str:
    sign = found[2]
    return f"{found[1]}{sign[:-1]}\\{sign[-1]}"


def quoted(text: str) -> str:
    """A text on one line as code, within as many backticks as it needs."""
    line = spelled(" ".join(text.split()))
    if not line:
        return ""
    ticks = "`" * (max(map(len, _TICKS.findall(line)), default=0) + 1)
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"


def fenced(text: str, kind: str = "") -> Iterator[str]:
    """A text as a block of code that none of its own lines can end."""
    fence = "`" * max(3, max(map(len, _TICKS.findall(text)), default=0) + 1)
    yield fence + kind
    yield from map(spelled, text.splitlines())
    yield fence


def _written(part: Part) -> Iterator[str]:
    match part:
        case Heading(text=text, level=level):
            yield f"{'#' * level} {plain(text)}"
        case Line(text=text, tone=tone, code=code):
            told = f"**{plain(text)}**" if tone == "strong" else plain(text)
            yield " ".join(filter(None, (told, quoted(code))))
        case Listing(items=items):
            yield from map(_item, items)
        case Table():
            yield from _table(part)
        case Bars(bars=bars):
            for bar in bars:
                yield f"- {quoted(bar.name) if bar.code else plain(bar.name)}: {plain(bar.told)}"
        case Beside():
            yield from _beside(part)
        case _:
            assert_never(part)


def _item(item: Item) -> str:
    lead = "  " * item.depth + "- "
    if item.plain:
        return lead + plain(item.name)
    one, other = (
        " ".join(filter(None, (word, quoted(text))))
        for word, text in zip(item.words, (item.was, item.now), strict=True)
    )
    return f"{lead}{plain(item.name)}: {one} → {other}"


def _table(table: Table) -> Iterator[str]:
    if table.title:
        yield f"## {plain(table.title)}"
        yield ""
    yield _row(map(plain, table.heads))
    yield _row("---:" if at in table.numbers else "---" for at in range(len(table.heads)))
    for row in table.rows:
        yield _row(_cell(text, code=at in table.code) for at, text in enumerate(row))


def _cell(text: str, *, code: bool) -> str:
    return quoted(text).replace("|", "\\|") if code else plain(text)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


_SIGNS = {"same": " ", "removed": "-", "added": "+"}


def _beside(both: Beside) -> Iterator[str]:
    lines = diff_lines(both.left, both.right)
    text = "\n".join(
        f"{_SIGNS[line.kind]}{line.text}" if line.kind != "gap" else f" … {line.left_out}" for line in lines
    )
    if lines:
        yield from fenced(text, "diff")
