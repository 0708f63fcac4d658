"""What was spent, as lines of a table for the terminal and as JSON.

Above: `cli/show_cost`. Below: `cost_rows`, `cost_words`. Pure.
"""

from collections.abc import Iterator
from typing import Any

from studio.present.cost_rows import VIEWS, By, CostRow, CostRows
from studio.present.cost_words import cost_of, total_words
from studio.present.labels import english
from studio.present.spending_sums import Spent
from studio.present.spending_values import Sums
from studio.present.words import Words, words

COLUMNS = ("input", "cached", "output", "reasoning", "cost", "model", "tools", "waited")
NOTHING = "–"
LONGEST = 60
"""Characters of a title with its details."""


def cost_lines(spent: Spent) -> Iterator[str]:
    """Three tables and what all of it came to."""
    for by in VIEWS:
        rows = CostRows(spent, by)
        if rows:
            yield english(words(f"cost.by.{by}"))
            yield from _table(rows)
            yield ""
    yield from map(english, total_words(spent.total))


def _table(rows: CostRows) -> Iterator[str]:
    heads = ["", *(english(words(f"cost.column.{name}")) for name in COLUMNS)]
    cells = [heads, *(_cells(row) for row in rows)]
    wide = [max(len(line[at]) for line in cells) for at in range(len(heads))]
    for line in cells:
        figures = (cell.rjust(wide[at]) for at, cell in enumerate(line) if at)
        yield "  ".join((f"  {line[0].ljust(wide[0])}", *figures)).rstrip()


def _cells(row: CostRow) -> list[str]:
    title = " · ".join((_said(row.title), *map(_said, row.details)))
    about = "≈" if row.estimated else ""
    counts = ((about, row.input), ("", row.sums.cached), (about, row.output), ("", row.sums.reasoning))
    figures = (f"{sign}{count:,}" if count else NOTHING for sign, count in counts)
    times = (row.sums.model_seconds, row.sums.tool_seconds, row.sums.waited)
    short = title if len(title) <= LONGEST or row.number == 0 else f"{title[: LONGEST - 1]}…"
    return [short, *figures, english(row.cost), *(f"{value:,.2f} s" if value else NOTHING for value in times)]


def _said(said: Words | str) -> str:
    return said if isinstance(said, str) else english(said)


def cost_document(spent: Spent) -> dict[str, Any]:
    """The same as JSON. `cost` is null where it is not known; `at_least` says that a part of it is not."""
    return {
        "total": _sums(spent.total),
        **{by: [_row(by, row) for row in CostRows(spent, by)] for by in VIEWS},
        "said": [english(said) for said in total_words(spent.total)],
    }


def _row(by: By, row: CostRow) -> dict[str, Any]:
    named: dict[str, Any] = {"round": row.number} if by == "rounds" else {by[:-1]: _said(row.title)}
    return {**named, **_sums(row.sums), "said": [_said(detail) for detail in row.details]}


def _sums(sums: Sums) -> dict[str, Any]:
    known = sums.live - sums.unknown
    return {
        **{name: getattr(sums, name) for name in ("input", "cached", "written", "output", "reasoning")},
        "replies": sums.replies,
        "failed_requests": sums.failed,
        "uncounted_replies": sums.uncounted,
        "cost": round(sums.paid, 9) if known or not sums.live else None,
        "at_least": bool(known and sums.unknown),
        "not_paid": round(sums.unpaid, 9) if sums.unpaid_known else None,
        "shown": english(cost_of(sums)),
        "calls": sums.calls,
        "errors": sums.errors,
        "seconds": {
            name: round(value, 3)
            for name, value in (
                ("model", sums.model_seconds),
                ("tools", sums.tool_seconds),
                ("waited", sums.waited),
            )
        },
    }
