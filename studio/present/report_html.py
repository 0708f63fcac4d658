"""A report as one HTML file: no script, nothing from elsewhere, light and dark as the reader has it, to be printed too.

Above: `compare_report`, `sample_parts`, both fronts. Below: `report`, `report_style`. Whatever others wrote is escaped.
"""

from collections.abc import Iterable, Iterator
from html import escape
from typing import assert_never

from studio.present.report import Bar, Bars, Beside, Heading, Item, Line, Listing, Part, Table
from studio.present.report_style import STYLE
from studio.present.text_diff import DiffLine, diff_lines, side_by_side
from studio.present.text_lines import spelled


def html_page(parts: Iterable[Part], title: str, language: str = "en") -> str:
    """The whole report as a page of its own."""
    return "".join(html_pieces(parts, title, language))


def html_pieces(parts: Iterable[Part], title: str, language: str = "en") -> Iterator[str]:
    """The same, piece by piece."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    yield f'<!DOCTYPE html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{_e(title)}</title>\n<style>{STYLE}</style></head><body>\n"
    for part in parts:
        yield f"{''.join(_written(part))}\n"
    yield "</body></html>\n"


def _e(text: str) -> str:
    """A text on one line, with what would turn or hide it spelled out."""
    return escape(spelled(text.expandtabs(4)))


def _block(text: str) -> str:
    return "\n".join(_e(line) for line in text.split("\n"))


def _written(part: Part) -> Iterator[str]:
    match part:
        case Heading(text=text, level=level):
            yield f"<h{level}>{_e(text)}</h{level}>"
        case Line(text=text, tone=tone, code=code):
            quoted = f" <code>{_block(code)}</code>" if code else ""
            yield f'<p class="{tone}">{_e(text)}{quoted}</p>' if tone else f"<p>{_e(text)}{quoted}</p>"
        case Listing(items=items):
            yield f"<ul>{''.join(map(_item, items))}</ul>"
        case Table():
            yield from _table(part)
        case Bars(bars=bars):
            yield f'<table class="bars">{"".join(map(_bar, bars))}</table>'
        case Beside():
            yield from _beside(part)
        case _:
            assert_never(part)


def _item(item: Item) -> str:
    lead = f' style="margin-left:{20 * item.depth}px"' if item.depth else ""
    if item.plain:
        return f"<li{lead}>{_e(item.name)}</li>"
    one, other = (
        f"{_e(word)} <code>{_block(text)}</code>" for word, text in zip(item.words, (item.was, item.now), strict=True)
    )
    return f"<li{lead}>{_e(item.name)}: {one} → {other}</li>"


def _table(table: Table) -> Iterator[str]:
    if table.title:
        yield f"<h2>{_e(table.title)}</h2>"
    heads = "".join(f"<th{_class(table, at)}>{_e(head)}</th>" for at, head in enumerate(table.heads))
    yield f'<div class="w"><table><thead><tr>{heads}</tr></thead><tbody>'
    for nth, row in enumerate(table.rows):
        cells = "".join(f"<td{_class(table, at)}>{_block(text)}</td>" for at, text in enumerate(row))
        yield f'<tr class="x">{cells}</tr>' if nth in table.marked else f"<tr>{cells}</tr>"
    yield "</tbody></table></div>"


def _class(table: Table, at: int) -> str:
    return ' class="n"' if at in table.numbers else ' class="c"' if at in table.code else ""


def _bar(bar: Bar) -> str:
    name = f"<code>{_e(bar.name)}</code>" if bar.code else _e(bar.name)
    width = min(max(round(100 * bar.share), 1), 100)
    return (
        f'<tr><td class="k">{name}</td><td><div class="tr"><i style="width:{width}%"></i></div></td>'
        f'<td class="n v">{_e(bar.told)}</td></tr>'
    )


def _beside(both: Beside) -> Iterator[str]:
    rows = side_by_side(diff_lines(both.left, both.right))
    if not rows:
        return
    heads = "".join(f"<th>{_e(name)}</th>" for name in both.names)
    yield f'<table class="d"><thead><tr>{heads}</tr></thead><tbody>'
    for was, now in rows:
        if was is not None and was.kind == "gap":
            yield f'<tr><td class="gap" colspan="2">… {was.left_out}</td></tr>'
        else:
            yield f"<tr>{_side(was)}{_side(now)}</tr>"
    yield "</tbody></table>"


_KINDS = {"same": "", "removed": ' class="rm"', "added": ' class="ad"', "gap": ""}


def _side(line: DiffLine | None) -> str:
    if line is None:
        return '<td class="no"></td>'
    pieces, at = [], 0
    for start, end in line.spans:
        pieces += [_e(line.text[at:start]), f"<b>{_e(line.text[start:end])}</b>"]
        at = end
    return f"<td{_KINDS[line.kind]}>{''.join(pieces)}{_e(line.text[at:])}</td>"
