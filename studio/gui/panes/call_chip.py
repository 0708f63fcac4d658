"""The state of a call in the chip of its card: its word and its ground.

Above: the call card. Below: the facts of a card. Words are those of the translation context `CallCard`.
"""

import time

from PySide6.QtCore import QCoreApplication

from studio.gui.panes.call_facts import CardFacts
from studio.gui.widgets.chip import Kind
from studio.gui.words import fill
from studio.session.state import ResultState

_tr = QCoreApplication.translate


def chip_of(facts: CardFacts, problems: int) -> tuple[str, Kind]:
    """Word and ground; `problems` are those of a call that waits."""
    if facts.phase == "running":
        waited = f"{max(time.monotonic() - facts.since, 0):.1f}"
        return fill(_tr("CallCard", "RUNNING {s} s"), s=waited), "warn"
    if facts.phase == "uncertain":
        return _tr("CallCard", "MAY HAVE RUN"), "warn"
    if facts.phase == "done" and facts.call.result is not None:
        return _done(facts.call.result)
    if facts.call.attempts and not problems:
        return fill(_tr("CallCard", "RETRY {n}"), n=facts.call.attempts), "warn"
    if problems:
        words = _tr("CallCard", "1 problem") if problems == 1 else _tr("CallCard", "{n} problems")
        return fill(words, n=problems), "err"
    return _tr("CallCard", "WAITING"), "neutral"


def _done(result: ResultState) -> tuple[str, Kind]:
    if result.source in ("rejected", "refused"):
        rejected = result.source == "rejected"
        return _tr("CallCard", "REJECTED") if rejected else _tr("CallCard", "NOT RUN"), "warn"
    if result.is_error:
        return _tr("CallCard", "MOCK ERROR") if result.source == "mock" else _tr("CallCard", "ERROR"), "err"
    said: dict[str, tuple[str, Kind]] = {
        "mock": (_tr("CallCard", "MOCK"), "mock"),
        "recorded": (_tr("CallCard", "RECORDED"), "neutral"),
        "by_hand": (_tr("CallCard", "BY HAND"), "neutral"),
    }
    return said.get(result.source, (_tr("CallCard", "DONE"), "ok"))
