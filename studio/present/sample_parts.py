"""The report of a sample, part by part, as Markdown, and as a page of HTML: which tool was called how often as bars, then every table.

Above: both fronts. Below: `sample_tables`, `report` and its writers. Whoever asks gives the language.
"""

from collections.abc import Iterator

from studio.present.report import Bar, Bars, Heading, Line, Part, Table
from studio.present.report_markdown import markdown
from studio.present.sample_tables import Say, outcome, remarks, share, short, tables
from studio.present.sample_values import ArmReport, SampleReport
from studio.present.words import Words, words


def sample_parts(report: SampleReport, say: Say, *, bars: bool = True) -> Iterator[Part]:
    """The whole report. With `bars` they stand in the place of the table that says the same."""
    yield Heading(say(words("sample.title", id=report.id)), 1)
    yield Line(say(outcome(report)))
    yield from (Line(say(remark), "muted") for remark in remarks(report))
    if bars:
        yield from _bars(report, say)
    for table in tables(report, say):
        if not bars or table.title != say(Words("sample.tools")):
            yield without_repeats(table) if bars else table


def sample_markdown(report: SampleReport, say: Say) -> str:
    """The whole report as Markdown."""
    return markdown(sample_parts(report, say, bars=False))


def _bars(report: SampleReport, say: Say) -> Iterator[Part]:
    arms = [arm for arm in report.arms if arm.tally.replies]
    if not arms:
        return
    yield Heading(say(Words("sample.tools")))
    for arm in arms:
        if len(report.arms) > 1:
            yield Line(arm.name, "strong")
            if arm.text:
                yield Line(short(arm.text), "muted")
        yield Bars(tuple(arm_bars(arm, say)))


def arm_bars(arm: ArmReport, say: Say) -> Iterator[Bar]:
    """Each tool of a variant with the replies that called it, and those that called none."""
    of = arm.tally.replies
    for tool in arm.tally.tools:
        yield Bar(tool.name, tool.any / of, share(tool.any, of), code=True)
    if arm.tally.none:
        yield Bar(say(Words("sample.none")), arm.tally.none / of, share(arm.tally.none, of))


def without_repeats(table: Table) -> Table:
    """A variant is named in the first of its rows; in a table of many columns a blank is read as the same."""
    rows, before = [], ""
    for row in table.rows:
        rows.append(row if row[0] != before else ("", *row[1:]))
        before = row[0]
    return Table(table.title, table.heads, tuple(rows), table.numbers)
