"""A transcript as one HTML page: no script, nothing from elsewhere, light and dark as the reader has it, to be printed too.

Above: `workspace/exporting`. Below: `transcript_pieces`, `shown_text`. Pure. All that was said in it is escaped.
"""

import base64
from collections.abc import Iterator
from html import escape
from typing import assert_never

from studio.present.shown_text import shown
from studio.present.transcript_pieces import Facts, Picture, Piece, RoundHead, Said
from studio.present.transcript_style import STYLE

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_DEEPEST = 6


class HtmlWriter:
    """The page in pieces: `begin`, `of` each piece, `end`."""

    def begin(self, title: str) -> Iterator[str]:
        """All that stands before what is said."""
        yield '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n<meta name="referrer" content="no-referrer">\n'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        yield f"<title>{_line(title)}</title>\n<style>{STYLE}</style></head>\n<body><main>\n"

    def end(self) -> Iterator[str]:
        """The end of the page."""
        yield "</main></body></html>\n"

    def of(self, piece: Piece) -> Iterator[str]:
        """A piece; whole elements only."""
        match piece:
            case Facts():
                yield from _facts(piece)
            case RoundHead(text=text, depth=depth):
                yield f'<h{min(3 + depth, 6)} class="round{_in(depth)}">{_line(text)}</h{min(3 + depth, 6)}>\n'
            case Said():
                yield from _said(piece)
            case Picture():
                yield _picture(piece)
            case _:
                assert_never(piece)


def _line(text: str) -> str:
    """A text on one line."""
    return escape(shown(" ".join(text.split())))


def _in(depth: int) -> str:
    return f" in{min(depth, _DEEPEST)}" if depth else ""


def _facts(piece: Facts) -> Iterator[str]:
    if piece.title:
        yield f'<h{piece.level} dir="auto">{_line(piece.title)}</h{piece.level}>\n'
    if piece.rows:
        rows = "".join(f'<dt>{_line(name)}</dt><dd dir="auto">{_line(value)}</dd>' for name, value in piece.rows)
        yield f"<dl>{rows}</dl>\n"


def _said(piece: Said) -> Iterator[str]:
    label = f'<div class="label">{_line(piece.label)}</div>' if piece.label else ""
    body = _body(piece)
    kind = f"{piece.style}{_in(piece.depth)}{' more' if not piece.label else ''}"
    if piece.fold:
        yield f'<details class="{kind}"><summary>{_line(piece.label)}</summary>{body}</details>\n'
    else:
        yield f'<div class="{kind}">{label}{body}</div>\n'


def _body(piece: Said) -> str:
    text = escape(shown(piece.text))
    match piece.how:
        case "line":
            return f'<span class="line" dir="auto">{text}</span>'
        case "text":
            return f'<div class="text" dir="auto">{text}</div>'
        case "diff":
            return f'<pre tabindex="0">{chr(10)}{chr(10).join(map(_changed, shown(piece.text).split(chr(10))))}</pre>'
        case "json" | "code":
            return f'<pre tabindex="0">{chr(10)}{text}</pre>'
        case _:
            assert_never(piece.how)


def _changed(line: str) -> str:
    kind = {"-": "del", "+": "ins"}.get(line[:1])
    return f"<{kind}>{escape(line)}</{kind}>" if kind else escape(line)


def _picture(piece: Picture) -> str:
    label = _line(piece.label)
    if not piece.data:
        return f'<div class="quiet more{_in(piece.depth)}"><span class="line">Picture: {label}</span></div>\n'
    data = base64.b64encode(piece.data).decode("ascii")
    image = f'<img alt="{label}" src="data:{piece.media_type};base64,{data}">'
    return f'<figure class="{_in(piece.depth).strip()}">{image}<figcaption>{label}</figcaption></figure>\n'
