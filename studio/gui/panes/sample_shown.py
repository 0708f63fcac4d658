"""The report of a sample as rich text for the window: which tool was called how often as bars, then every table.

Above: `sample_pane`. Below: `present/sample_tables`, the theme. All that models and people wrote is escaped.
"""

from html import escape

from studio.gui.look.theme import theme
from studio.gui.words import say
from studio.present.report import Table
from studio.present.sample_parts import without_repeats
from studio.present.sample_tables import remarks, share, short, tables
from studio.present.sample_values import ArmReport, SampleReport
from studio.present.words import Words

_PADDING, _BAR, _NAME = 4, 10, 148


def sample_shown(report: SampleReport) -> str:
    """The whole report, but for how it ended."""
    said = "".join(_paragraph(say(remark), "muted") for remark in remarks(report))
    rest = (_table(table) for table in tables(report, say) if table.title != say(Words("sample.tools")))
    return said + "".join((_bars(report), *rest))


def _bars(report: SampleReport) -> str:
    blocks = "".join(_arm_bars(arm, named=len(report.arms) > 1) for arm in report.arms if arm.tally.replies)
    return _title(say(Words("sample.tools"))) + blocks if blocks else ""


def _arm_bars(arm: ArmReport, *, named: bool) -> str:
    of = arm.tally.replies
    rows = [_bar(tool.name, tool.any, of, "accent", code=True) for tool in arm.tally.tools]
    if arm.tally.none:
        rows.append(_bar(say(Words("sample.none")), arm.tally.none, of, "strong", code=False))
    head = _paragraph(arm.name, "text", bold=True) if named else ""
    if named and arm.text:
        head += _paragraph(short(arm.text), "muted")
    return f"{head}<table width='100%' cellspacing='0' cellpadding='{_PADDING}'>{''.join(rows)}</table>"


def _bar(name: str, times: int, of: int, token: str, *, code: bool) -> str:
    """A name, a bar as long as its share, and the count."""
    percent = max(1, round(100 * times / of))
    ground, height = theme().name_of("inset"), theme().px(_BAR)
    rest = f"<td bgcolor='{ground}'></td>" if percent < 100 else ""
    bar = (
        f"<table width='100%' cellspacing='0' cellpadding='0'><tr height='{height}'>"
        f"<td width='{percent}%' bgcolor='{theme().name_of(token)}' style='font-size:{height - 4}px'>&nbsp;</td>{rest}</tr></table>"
    )
    return (
        f"<tr><td width='{theme().px(_NAME)}' valign='middle'>{_word(name, code=code)}</td><td valign='middle'>{bar}</td>"
        f"<td width='{theme().px(88)}' align='right' valign='middle'>{escape(share(times, of))}</td></tr>"
    )


def _table(table: Table) -> str:
    heads = "".join(
        f"<td align='{_side(table, at)}'><span style='color:{theme().name_of('muted')}'>{escape(head)}</span></td>"
        for at, head in enumerate(table.heads)
    )
    rows = "".join(_row(table, row, shaded=bool(at % 2)) for at, row in enumerate(without_repeats(table).rows))
    return f"{_title(table.title)}<table width='100%' cellspacing='0' cellpadding='{_PADDING}'><tr>{heads}</tr>{rows}</table>"


def _row(table: Table, row: tuple[str, ...], *, shaded: bool) -> str:
    ground = f" bgcolor='{theme().name_of('raised')}'" if shaded else ""
    cells = "".join(f"<td align='{_side(table, at)}' valign='top'>{escape(text)}</td>" for at, text in enumerate(row))
    return f"<tr{ground}>{cells}</tr>"


def _side(table: Table, at: int) -> str:
    return "right" if at in table.numbers else "left"


def _title(words: str) -> str:
    return f"<p style='margin:16px 0 4px {_PADDING}px'><b>{escape(words)}</b></p>"


def _paragraph(words: str, token: str, *, bold: bool = False) -> str:
    told = f"<b>{escape(words)}</b>" if bold else escape(words)
    return f"<p style='margin:8px 0 2px {_PADDING}px;color:{theme().name_of(token)}'>{told}</p>"


def _word(name: str, *, code: bool) -> str:
    family = f" style='font-family:\"{theme().code_font().family()}\"'" if code else ""
    return f"<span{family}>{escape(name)}</span>"
