"""What a replay missed, in words: where it differs, what was recorded and what is there now, and the nearest recorded step.

Above: the banner, the Response pane, the Problems part. Below: `present/stop_words`, `workspace/missed_place`.
"""

import json
from typing import Any

import msgspec
from PySide6.QtCore import QCoreApplication

from studio.gui.panes.banner_offers import MISSES, offers
from studio.gui.panes.offer import Offer
from studio.gui.words import fill, say
from studio.present.labels import QT_TRANSLATE_NOOP
from studio.present.stop_words import nearest_words
from studio.workspace.missed_place import Difference, deepest, read
from studio.workspace.opened import OpenedSession

_LONGEST = 120
_BEFORE, _AROUND = 10, 28
"""Characters before the first difference of two texts, and in all, that are shown in one line."""


class Missed(msgspec.Struct, frozen=True):
    """What a card says of a request that differs: sentences, the whole values in `details`, and the buttons that help, the main one
    last."""

    headline: str
    why: str
    nearest: str
    details: str
    offers: tuple[Offer, ...]


def missed_of(session: OpenedSession | None) -> Missed | None:
    """What is said where a replay stands at a request that differs; None anywhere else, or where it is not known any more."""
    stop = session.standing if session is not None else None
    if session is None or stop is None or stop.what != "differs":
        return None
    found, whole = difference_of(session), _whole(session)
    if found is None or whole is None:
        return None
    headline = _tr(QT_TRANSLATE_NOOP("Banner", "The request differs from the recorded one"))
    return Missed(headline, difference_words(found), nearest_of(session), _details(found, whole), offers(session, stop))


def difference_of(session: OpenedSession) -> Difference | None:
    """Where a request or call differs from the recorded one, without secrets; of texts that are JSON the member in them."""
    found = _whole(session)
    if found is None:
        return None
    return deepest(found, session.replay_rules.volatile)


def difference_words(found: Difference) -> str:
    """The member, the recorded value and the one now, in one line."""
    old, new = values_words(found)
    said = _tr(QT_TRANSLATE_NOOP("Banner", "at {pointer}: recorded {old}, now {new}"))
    return fill(said, pointer=found.pointer or "/", old=old, new=new)


def nearest_of(session: OpenedSession) -> str:
    """The nearest recorded step in words; empty where there is none."""
    miss = session.miss
    if miss is None or not miss.node or miss.ends:
        return ""
    return say(nearest_words(miss.what, miss.near, miss.round, miss.node))


def missed_sentence(session: OpenedSession) -> str:
    """All of it in one line, for a list; empty where a replay missed nothing."""
    missed = missed_of(session)
    return " · ".join(filter(None, (_begin(missed.why), missed.nearest))) if missed is not None else ""


def values_words(found: Difference) -> tuple[str, str]:
    """The two values in few words; of texts that begin alike what stands from a little before the first difference."""
    old, new = found.old, found.new
    if not isinstance(old, str) or not isinstance(new, str):
        return _short(old), _short(new)
    shortest = min(len(old), len(new))
    alike = next((at for at in range(shortest) if old[at] != new[at]), shortest)
    start = alike - _BEFORE if alike > 2 * _BEFORE else 0
    return _short(_piece(old, start)), _short(_piece(new, start))


def _whole(session: OpenedSession) -> Difference | None:
    stop, miss = session.standing, session.miss
    if stop is None or stop.what not in MISSES:
        return None
    found = session.difference if stop.what == "differs" else miss.difference if miss is not None else None
    if found is None:
        return None
    return Difference(found.pointer, session.blanked(found.old), session.blanked(found.new))


def _details(found: Difference, whole: Difference) -> str:
    recorded, now = (
        _tr(each) for each in (QT_TRANSLATE_NOOP("Banner", "Recorded:"), QT_TRANSLATE_NOOP("Banner", "Now:"))
    )
    return "\n".join((found.pointer, "", recorded, _pretty(whole.old), "", now, _pretty(whole.new)))


def _pretty(value: Any) -> str:
    """A value on several lines; a text that is JSON as that."""
    inner = read(value)
    if isinstance(value, str) and not isinstance(inner, dict | list):
        return value
    shown = inner if isinstance(inner, dict | list) else value
    return _short(None) if shown is None else json.dumps(shown, ensure_ascii=False, indent=2)


def _short(value: Any) -> str:
    """One line; a text with quotes in it without escapes."""
    if value is None:
        return _tr(QT_TRANSLATE_NOOP("Banner", "nothing"))
    spelled = json.dumps(value, ensure_ascii=False)
    line = f"“{' '.join(value.split())}”" if isinstance(value, str) and "\\" in spelled else spelled
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _begin(text: str) -> str:
    return text[:1].upper() + text[1:]


def _piece(text: str, start: int) -> str:
    return f"{'…' if start else ''}{text[start : start + _AROUND]}{'…' if len(text) > start + _AROUND else ''}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Banner", text)
