"""A report written to a file, as Markdown or as a page of HTML by the name's end. Whole, or not at all.

Above: both fronts. Below: `present/report_markdown`, `present/report_html`. Knows not what the report is about.
"""

import contextlib
import secrets
from collections.abc import Iterable
from pathlib import Path

from studio.present.report import Part
from studio.present.report_html import html_pieces
from studio.present.report_markdown import markdown_pieces
from studio.problems import StudioError
from studio.said import said

REPORTS = (".md", ".html")
"""How the name of a report may end."""


class ReportError(StudioError):
    """A report that could not be written, and why."""


def save_report(path: Path, parts: Iterable[Part], title: str, language: str = "en") -> None:
    """Write it; what stands there is replaced. Raises ReportError."""
    kind = path.suffix.lower()
    if kind not in REPORTS:
        raise ReportError(said("A report is Markdown or HTML."), said("Let its name end in .md or .html."))
    pieces = html_pieces(parts, title, language) if kind == ".html" else markdown_pieces(parts)
    made = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with made.open("x", encoding="utf-8", errors="replace", newline="\n") as file:
            file.writelines(pieces)
        made.replace(path)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ReportError(
            said("{file} could not be written: {why}.", file=path.name, why=why), said("Choose another place.")
        ) from error
    finally:
        with contextlib.suppress(OSError):
            made.unlink()
