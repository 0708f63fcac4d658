"""What the stop banner says and offers, read off the session. No widget.

Above: `banner`. Below: `banner_offers`, `present/stop_words`, `workspace`.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec
from PySide6.QtCore import QCoreApplication

from studio.gui.panes.banner_offers import MISSES, offers
from studio.gui.panes.failed_call import failed_how
from studio.gui.panes.missed_words import difference_of, difference_words, nearest_of, values_words
from studio.gui.panes.offer import Offer
from studio.gui.situation import wrong_messages
from studio.gui.words import fill, say, sentence
from studio.present.labels import QT_TRANSLATE_NOOP
from studio.present.run_state import run_state
from studio.present.stop_words import ends_words, stop_words, unknown_name
from studio.present.words import words
from studio.session.notes import Stopped
from studio.session.processes import process_of
from studio.workspace.opened import OpenedSession

_LONGEST = 120


class BannerContent(msgspec.Struct, frozen=True):
    """What the banner shows. The last offer is the main one.

    `wait`: seconds that the server asks to wait before a retry.
    """

    tone: Literal["paused", "error", "info"]
    icon: str
    headline: str
    detail: str
    offers: tuple[Offer, ...]
    wait: float = 0.0


def banner_content(session: OpenedSession) -> BannerContent | None:
    """The banner of a session that stands still; None while it runs, or when it was never started."""
    stop = session.standing
    if stop is None:
        return None
    state = session.tree.state(stop.at)
    differs = difference_of(session) if session.difference is not None else None
    pointer = differs.pointer if differs is not None else ""
    said = [say(each) for each in stop_words(stop, state, pointer=pointer)]
    said = _said_of_known(session, stop, said)
    said = _said_of_invalid(session, stop, said)
    said = _said_of_missed(session, stop, said)
    said = _said_of_died(session, stop, said)
    more = _more(session, stop)
    reasons = [part for part in said[1:] if not more.casefold().startswith(part.casefold())]  # not the same words twice
    detail = " · ".join(part for part in (*reasons, more) if part)
    icon = run_state("idle", stop, state).icon
    return BannerContent(_tone(stop), icon, said[0], detail, offers(session, stop), _wait(session, stop))


def _said_of_known(session: OpenedSession, stop: Stopped, said: list[str]) -> list[str]:
    """The phrases of a stop; at a call of a tool that is known but was not offered the reason says why."""
    known = session.why_not_offered(unknown_name(stop, session.state))
    return [said[0], sentence(known), *said[2:]] if known is not None else said


def _said_of_invalid(session: OpenedSession, stop: Stopped, said: list[str]) -> list[str]:
    """At a request whose messages are not valid: the first problem as it is now, and how many more there are."""
    problems = wrong_messages(session) if stop.what == "invalid_history" else ()
    errors = [problem for problem in problems if problem.severity == "error"]
    if not errors:
        return said
    first, more = sentence(errors[0].sentence), say(words("remark.more", n=len(errors) - 1))
    return [said[0], f"{first} ({more})" if len(errors) > 1 else first]


def _said_of_missed(session: OpenedSession, stop: Stopped, said: list[str]) -> list[str]:
    """At a call that is not recorded: in short, for what is nearest stands behind it, and what to do on the buttons."""
    miss = session.miss
    if miss is not None and miss.ends and stop.what in MISSES:
        return [said[0], say(ends_words(miss.what, miss.tool))]
    short = {"missed_result": "what.missed_result", "missed_undo": "what.missed_undo"}
    key = short.get(stop.what, "") if miss is not None else ""
    return [said[0], say(words(key))] if key else said


def _said_of_died(session: OpenedSession, stop: Stopped, said: list[str]) -> list[str]:
    """After a call whose process ended: that is not the same as an error that the tool raised."""
    call = session.state.call(stop.call) if stop.call is not None and stop.reason == "exception" else None
    if call is None or failed_how(session.tree, call) != "died":
        return said
    lost = process_of(session.state.setup, call.call.name)
    ended = QT_TRANSLATE_NOOP("Banner", "the tool process ended; what it held is lost")
    return [said[0], _tr(ended if lost else QT_TRANSLATE_NOOP("Banner", "the tool process ended"))]


def _tone(stop: Stopped) -> Literal["paused", "error", "info"]:
    if stop.reason == "exception":
        return "error"
    return "info" if stop.reason in ("finished", "waiting") else "paused"


def _wait(session: OpenedSession, stop: Stopped) -> float:
    failed = session.state.failed
    return (failed.retry_after or 0.0) if stop.reason == "exception" and failed is not None else 0.0


def _more(session: OpenedSession, stop: Stopped) -> str:
    if stop.what in MISSES:
        return " · ".join(_missed(session, stop))
    if stop.what == "tool_execution":
        return _answer(session)
    failed = session.state.failed
    return _cut(sentence(failed.message)) if stop.reason == "exception" and failed is not None else ""


def _missed(session: OpenedSession, stop: Stopped) -> Iterator[str]:
    """What a replay missed: where it differs, old and new value, and the nearest recorded step."""
    miss, found = session.miss, difference_of(session)
    if found is not None and stop.what == "differs":
        places = dict(zip(("old", "new"), values_words(found), strict=True))
        yield fill(_tr(QT_TRANSLATE_NOOP("Banner", "recorded {old}, now {new}")), **places)
    elif found is not None:
        yield difference_words(found)
    elif miss is not None and miss.used:
        yield _tr(QT_TRANSLATE_NOOP("Banner", "the recorded result was given already"))
    if nearest_of(session):
        yield nearest_of(session)


def _answer(session: OpenedSession) -> str:
    """What the turn came to: the result, or several as a list."""
    opened = session.state.open
    texts = [call.result.text for call in opened.calls if call.result is not None] if opened is not None else []
    return _cut(texts[0]) if len(texts) == 1 else _short(texts)


def _short(value: object) -> str:
    if value is None:
        return _tr(QT_TRANSLATE_NOOP("Banner", "nothing"))
    return _cut(msgspec.json.encode(value).decode())


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Banner", text)
