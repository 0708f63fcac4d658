"""What a request that failed is about, in a headline, and what helps: a button for each thing that can be done about it.

Above: the failure card. Below: `workspace/failure_advice`. Texts are keys of the context `FailureTold`; what a button does is done
elsewhere, by its id.
"""

import msgspec
from PySide6.QtCore import QCoreApplication

from studio.gui.words import fill
from studio.messages.reply import ProviderError
from studio.present.labels import QT_TRANSLATE_NOOP
from studio.workspace.failure_advice import Situation, named_message, situation


class Way(msgspec.Struct, frozen=True):
    """Something that can be done: its id, the words of its button, and a place in the request (a JSON Pointer)."""

    id: str
    words: str
    place: str = ""


_HEADLINES: dict[Situation, str] = {
    "no_key": QT_TRANSLATE_NOOP("FailureTold", "There is no key"),
    "key": QT_TRANSLATE_NOOP("FailureTold", "The server did not accept the key ({status})"),
    "model": QT_TRANSLATE_NOOP("FailureTold", "The server does not know the model ({status})"),
    "rate": QT_TRANSLATE_NOOP("FailureTold", "Too many requests ({status})"),
    "request": QT_TRANSLATE_NOOP("FailureTold", "The server refused the request ({status})"),
    "broke": QT_TRANSLATE_NOOP("FailureTold", "The reply broke off"),
    "nobody": QT_TRANSLATE_NOOP("FailureTold", "There was no connection"),
    "certificate": QT_TRANSLATE_NOOP("FailureTold", "The certificate could not be checked"),
    "time": QT_TRANSLATE_NOOP("FailureTold", "No answer in time"),
}
_WAYS: dict[Situation, tuple[Way, ...]] = {
    "no_key": (
        Way("profile_key", QT_TRANSLATE_NOOP("FailureTold", "Add key…")),
        Way("demo", QT_TRANSLATE_NOOP("FailureTold", "Use the demo recording")),
    ),
    "key": (
        Way("profile_key", QT_TRANSLATE_NOOP("FailureTold", "Edit key…")),
        Way("profile_test", QT_TRANSLATE_NOOP("FailureTold", "Test the profile…")),
    ),
    "model": (
        Way("profile_model", QT_TRANSLATE_NOOP("FailureTold", "Choose model…")),
        Way("list_models", QT_TRANSLATE_NOOP("FailureTold", "Which are known here?")),
    ),
    "time": (Way("profile_time", QT_TRANSLATE_NOOP("FailureTold", "Raise time-out…")),),
    "nobody": (Way("profile", QT_TRANSLATE_NOOP("FailureTold", "Edit profile…")),),
    "certificate": (Way("profile", QT_TRANSLATE_NOOP("FailureTold", "Edit profile…")),),
    "setup": (Way("profile", QT_TRANSLATE_NOOP("FailureTold", "Edit profile…")),),
}
_SHOW = QT_TRANSLATE_NOOP("FailureTold", "Show message {n}")
_ARRIVED = Way("use_arrived", QT_TRANSLATE_NOOP("FailureTold", "Use what arrived"))


def headline(error: ProviderError) -> str:
    """What happened, in the language of the window; empty where the usual words of its kind say it."""
    found = _HEADLINES.get(situation(error), "")
    if not found or (error.status is None and "{status}" in found):
        return ""
    return fill(_translated(found), status=error.status)


def ways(error: ProviderError, *, arrived: bool = False) -> tuple[Way, ...]:
    """What can be done about it beside asking again, each with its words in the language of the window. `arrived`: something had come
    of the reply."""
    named = named_message(error)
    shown: tuple[Way, ...] = ()
    if named is not None:
        member, number = named
        shown = (Way("show_message", fill(_translated(_SHOW), n=number), f"/{member}/{number}"),)
    known = ((_ARRIVED,) if arrived else ()) + _WAYS.get(situation(error), ())
    return (*shown, *(Way(way.id, _translated(way.words)) for way in known))


def _translated(text: str) -> str:
    return QCoreApplication.translate("FailureTold", text)
