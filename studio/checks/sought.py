"""What is looked for in texts: plain words or a pattern, with or without case, as whole words; found in bounded time.

Above: `present/find_session`. Below: `patterns`. A pattern is searched by RE2, whose time grows with the text alone; what RE2 does not
know goes to Python's own engine where that surely comes to an end soon.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import re2

from studio.checks.effort import TooMuchError
from studio.checks.patterns import is_cheap
from studio.problems import StudioError
from studio.said import QT_TRANSLATE_NOOP, said

Span = tuple[int, int]
_WORDS = re.compile(r"\w")
_HALVES = re.compile("[\ud800-\udfff]")
_UNREADABLE = QT_TRANSLATE_NOOP("checks", "The pattern cannot be read: {why}.")
_UNREADABLE_AT = QT_TRANSLATE_NOOP("checks", "The pattern cannot be read from character {n} on: {why}.")
_TOO_LARGE = QT_TRANSLATE_NOOP("checks", "The pattern is too large.")
_MOST_CHARACTERS, _MOST_STEPS = 2_000, 20_000
"""Of a pattern, as it is written and as it is compiled: the time of a search grows with that, too."""
_TOO_DEEP = QT_TRANSLATE_NOOP("checks", "The pattern is nested too deep.")


class SoughtError(StudioError):
    """A pattern that cannot be read; the sentence names the place."""


class Sought(msgspec.Struct, frozen=True):
    """What is looked for. `pattern`: the words are a regular expression, in which ^ and $ are the ends of a line."""

    words: str
    case: bool = False
    whole: bool = False
    pattern: bool = False


class Seeker:
    """Finds what is sought in one text after another. Raises SoughtError when it is a pattern that cannot be read."""

    def __init__(self, sought: Sought) -> None:
        self._sought = sought
        self._lowered = sought.words.lower()
        self._linear: Any = None
        self._slow: re.Pattern[str] | None = None
        if sought.pattern:
            self._linear = _compiled(sought)
            if self._linear is None:
                self._slow = _by_python(sought)
        else:
            self._slow = re.compile(re.escape(sought.words), 0 if sought.case else re.IGNORECASE)

    def spans(self, text: str) -> Iterator[Span]:
        """Where it stands, as (start, end), without the empty ones. Raises TooMuchError where that cannot be told in time."""
        found = self._by_pattern(text) if self._sought.pattern else self._plain(text)
        return (span for span in found if not self._sought.whole or _is_whole(text, span))

    def _plain(self, text: str) -> Iterator[Span]:
        """Words as they are: a search for the bytes first, which is many times as fast as a pattern."""
        words = self._sought.words if self._sought.case else self._lowered
        searched = text if self._sought.case else text.lower()
        if not words or words not in searched:
            return
        if len(searched) != len(text):  # a letter that is two in the other case
            assert self._slow is not None
            yield from (found.span() for found in self._slow.finditer(text))
            return
        at = searched.find(words)
        while at >= 0:
            yield at, at + len(words)
            at = searched.find(words, at + len(words))

    def _by_pattern(self, text: str) -> Iterator[Span]:
        engine = self._linear
        if engine is None:
            assert self._slow is not None
            if not is_cheap(self._sought.words, text):
                raise TooMuchError
            engine = self._slow
        else:
            text = _as_unicode(text)
        for found in engine.finditer(text):
            start, end = found.span()
            if start < end:
                yield start, end


def _compiled(sought: Sought) -> Any:
    """The pattern for RE2, None when that does not know it."""
    if len(sought.words) > _MOST_CHARACTERS:
        raise SoughtError(said(_TOO_LARGE))
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = sought.case
    try:
        made = re2.compile(f"(?m){sought.words}", options)
    except (re2.error, UnicodeEncodeError):
        return None
    if made.programsize > _MOST_STEPS:
        raise SoughtError(said(_TOO_LARGE))
    return made


def _by_python(sought: Sought) -> re.Pattern[str]:
    flags = re.MULTILINE | (0 if sought.case else re.IGNORECASE)
    try:
        return re.compile(sought.words, flags)
    except re.error as error:
        if error.pos is None:
            raise SoughtError(said(_UNREADABLE, why=error.msg)) from error
        raise SoughtError(said(_UNREADABLE_AT, n=error.pos + 1, why=error.msg)) from error
    except (RecursionError, OverflowError) as error:
        raise SoughtError(said(_TOO_DEEP)) from error


def _is_whole(text: str, span: Span) -> bool:
    """Whether no letter or digit stands right beside it."""
    start, end = span
    before = start > 0 and _WORDS.match(text[start - 1]) and _WORDS.match(text[start])
    after = end < len(text) and _WORDS.match(text[end]) and _WORDS.match(text[end - 1])
    return not before and not after


def _as_unicode(text: str) -> str:
    """The text as RE2 can read it, character by character: half of a pair stands for nothing."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _HALVES.sub("\ufffd", text)
    return text
