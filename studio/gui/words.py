"""Phrases of `present`, and sentences of all rooms below, in the language of the window.

Above: panes, banner, status bar. Below: `present/labels`, `said`, Qt's catalogues. Knows no session.
"""

import json
import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale
from PySide6.QtGui import Qt

from studio.late import Late
from studio.paths import resources
from studio.problems import StudioError
from studio.said import Sentence, joined

if TYPE_CHECKING:
    from studio.present import kept_sentences, labels
    from studio.present.words import Words
else:
    kept_sentences, labels = Late("studio.present.kept_sentences"), Late("studio.present.labels")

_LONGEST_TIP = 2_000
_WIDE = "。！？；："
_LETTER = re.compile(r"\(&\w\)")
_PROBE = "{first} {second}"
_CONTEXTS = ("core", "checks", "parameters")
_ENGLISH = QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)


def say(words: "Words") -> str:
    """The phrase in the language of the window; English where the catalogue has none. Numbers are grouped."""
    text = QCoreApplication.translate("labels", labels.template(words))
    return text.format(**{name: _shown(value) for name, value in words.params.items()})


def sentence(text: str) -> str:
    """A sentence from below the window in the language of the window, also one that was kept as plain text; what others wrote as
    it is."""
    if not isinstance(text, Sentence):
        text = _kept().of(text) if " " in text and _speaks_otherwise() else text
    if not isinstance(text, Sentence):
        return text
    places = {name: sentence(value) for name, value in text.places.items()}
    ours = (QCoreApplication.translate(context, text.template) for context in _CONTEXTS)
    return next((each for each in ours if each != text.template), text.template).format(**places)


def told_error(error: StudioError) -> str:
    """What went wrong, and what to do about it, in the language of the window."""
    return sentence(joined(error.said, error.advice))


def plain(words: str) -> str:
    """The words of an action or a menu without the sign of its letter; a Chinese one stands behind the words: 文件(&F)."""
    return _LETTER.sub("", words).replace("&", "")


def fill(text: str, /, **places: object) -> str:
    """A translated text with its named places filled; a text without the place stays as it is."""
    return text.format(**places)


def together(*sentences: str) -> str:
    """Sentences one behind the other, without the empty ones: a Chinese full stop is as wide as one with a space."""
    told = ""
    for each in filter(None, sentences):
        told += f" {each}" if told and told[-1] not in _WIDE else each
    return told


def keyed(words: str, key: str) -> str:
    """Words with the key that does the same; without a key the words alone."""
    return fill(QCoreApplication.translate("Words", "{words} ({key})"), words=words, key=key) if key else words


def tip(text: str) -> str:
    """A foreign text as a tooltip, which shows it as it is: Qt reads what looks like HTML as such, and loads its pictures."""
    text = text if len(text) <= _LONGEST_TIP else f"{text[:_LONGEST_TIP]}…"
    return f'<p style="white-space:pre-wrap">{escape(text)}</p>' if Qt.mightBeRichText(text) else text


def number(value: float, digits: int = 0) -> str:
    """A number as people read it: `4,325`."""
    return _ENGLISH.toString(float(value), "f", digits) if digits else f"{int(value):,}"


def seconds(value: float) -> str:
    """A time: `<1 ms`, `12 ms`, `1.84 s`, `2 min 5 s`."""
    if 0 < value < 0.001:
        return "<1 ms"
    if value < 1:
        return f"{value * 1000:.0f} ms"
    if value < 60:
        return f"{value:.2f} s"
    return f"{int(value // 60)} min {int(value % 60)} s"


def day(when: float) -> str:
    """A time in seconds since 1970 as people say it: `today 14:07`, `yesterday`, `2026-05-12`."""
    if not when:
        return ""
    moment = QDateTime.fromSecsSinceEpoch(int(when))
    ago = moment.date().daysTo(QDateTime.currentDateTime().date())
    if ago <= 0:
        return fill(QCoreApplication.translate("Words", "today {time}"), time=moment.toString("HH:mm"))
    if ago == 1:
        return QCoreApplication.translate("Words", "yesterday")
    return moment.date().toString("yyyy-MM-dd")


def _shown(value: str | int) -> str:
    return sentence(value) if isinstance(value, str) else number(value)


def _speaks_otherwise() -> bool:
    """Whether the language of the window is not that of the templates."""
    return QCoreApplication.translate("core", _PROBE) != _PROBE


@cache
def _kept() -> "kept_sentences.KeptSentences":
    file = resources() / "translations" / "sentences.json"
    return kept_sentences.KeptSentences(json.loads(file.read_text(encoding="utf-8")))
