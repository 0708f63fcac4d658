"""The state of a call in the chip of its card: its word and its ground.

Above: the call card. Below: the facts of a card. Words are those of the translation context `CallCard`.
"""

import time

from PySide6.QtCore import QCoreApplication

from studio.gui.panes.call_facts import CardFacts
from studio.gui.widgets.chip import Kind
from studio.gui.words import fill
from studio.session.state import ResultState

translate = QCoreApplication.translate


def chip_of(facts: CardFacts, problems: int) -> tuple[str, Kind]:
    """Word and ground; `problems` are those of a call that waits."""
    if facts.phase == "arriving":
        return translate("CallCard", "STREAMING"), "neutral"
    if facts.phase == "running" and facts.asks:
        return translate("CallCard", "ASKS YOU"), "warn"
    if facts.phase == "running":
        waited = f"{max(time.monotonic() - facts.since, 0):.1f}"
        return fill(translate("CallCard", "RUNNING {s} s"), s=waited), "warn"
    if facts.phase == "uncertain":
        return translate("CallCard", "MAY HAVE RUN"), "warn"
    if facts.phase == "done" and facts.call.result is not None:
        return _done(facts.call.result)
    if facts.call.status == "started":
        return translate("CallCard", "BEGUN"), "neutral"
    if facts.call.attempts and not problems:
        return fill(translate("CallCard", "RETRY {n}"), n=facts.call.attempts), "warn"
    if problems:
        words = translate("CallCard", "1 problem") if problems == 1 else translate("CallCard", "{n} problems")
        return fill(words, n=problems), "err"
    return translate("CallCard", "WAITING"), "neutral"


def _done(result: ResultState) -> tuple[str, Kind]:
    if result.source in ("rejected", "refused"):
        rejected = result.source == "rejected"
        return translate("CallCard", "REJECTED") if rejected else translate("CallCard", "NOT RUN"), "warn"
    if result.is_error:
        return translate("CallCard", "MOCK ERROR") if result.source == "mock" else translate("CallCard", "ERROR"), "err"
    said: dict[str, tuple[str, Kind]] = {
        "mock": (translate("CallCard", "MOCK"), "mock"),
        "recorded": (translate("CallCard", "RECORDED"), "neutral"),
        "by_hand": (translate("CallCard", "BY HAND"), "neutral"),
    }
    return said.get(result.source, (translate("CallCard", "DONE"), "ok"))
