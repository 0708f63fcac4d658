"""The report of a sample as lines of text for a terminal.

Above: the command line. Below: `sample_tables`, `text_lines`, `labels`. Prints nothing.
"""

from collections.abc import Iterator

from studio.present.labels import english
from studio.present.report import Table
from studio.present.sample_tables import outcome, remarks, tables
from studio.present.sample_values import SampleReport
from studio.present.text_lines import cells, visible
from studio.present.transcript_text import Line

_BETWEEN = 2


def sample_lines(report: SampleReport) -> Iterator[Line]:
    """How it ended, then each table."""
    yield Line("result" if report.ended and not report.why else "note", "", english(outcome(report)))
    for remark in remarks(report):
        yield Line("quiet", "", english(remark))
    for table in tables(report, english):
        yield Line("quiet", "", "")
        yield Line("heading", "", table.title)
        yield from _lines(table)


def _lines(table: Table) -> Iterator[Line]:
    rows = [[visible(cell) for cell in row] for row in (table.heads, *table.rows)]
    widths = [max(cells(row[at]) for row in rows) for at in range(len(table.heads))]
    for number, row in enumerate(rows):
        told = (_cell(text, widths[at], right=at in table.numbers) for at, text in enumerate(row))
        yield Line("quiet" if not number else "said", "", (" " * _BETWEEN).join(told).rstrip())


def _cell(text: str, width: int, *, right: bool) -> str:
    pad = " " * (width - cells(text))
    return f"{pad}{text}" if right else f"{text}{pad}"
