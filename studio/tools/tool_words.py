"""The words of a tool's name, of its description, and of what is searched for. Pure.

Above: `tool_index`. Below: nothing. `refundOrder`, `refund_order` and "Refund order" have the same words; where a script has no spaces
between words, two characters beside one another stand for one.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise

_UNSPACED = (
    "\u0e00-\u0fff"  # Thai, Lao, Tibetan
    "\u1000-\u109f"  # Burmese
    "\u1100-\u11ff\uac00-\ud7ff"  # Hangul: written with spaces, but its words carry their endings
    "\u1780-\u17ff"  # Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff"  # Han, Kana
)
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u0670\u0900-\u0963\u0966-\u0dff"
"""Signs that are written with a letter, and which the letters of a pattern leave out."""
_RUN = rf"[{_UNSPACED}]+|(?:(?![{_UNSPACED}])(?:[^\W_]|[{_MARKS}]))+"

_ENGLISH = (
    "a an and are as at be been but by can could do does for from had has have how i if in into is it its me my need of on one or our "
    "please should so some than that the their them then there these they this those to tool tools use used using want was we what when "
    "where which who will with would you your"
)
FILLING = frozenset(_ENGLISH.split())
"""English words that tell no tool from another; in the description of a tool and in what is searched for they do not count."""

MOST_WORDS = 64
"""Only so many words of what is searched for count."""


def words_of_name(name: str) -> frozenset[str]:
    """The words of a tool's name."""
    return frozenset(word for group in _groups(name) for word in group)


def words_of_text(text: str) -> frozenset[str]:
    """The words of a description."""
    return frozenset(word for group in _groups(text) for word in group if word not in FILLING)


def words_of_query(query: str) -> tuple[tuple[str, ...], ...]:
    """What is searched for, word by word, each once. A word that is put together comes with its parts: (`github`, `git`, `hub`)."""
    groups = tuple(dict.fromkeys(_asked(query)))
    telling = tuple(group for group in groups if group[0] not in FILLING)
    return (telling or groups)[:MOST_WORDS]


@cache
def _runs() -> re.Pattern[str]:
    """Made when it is first needed: that takes as long as all other imports of this program's search together."""
    return re.compile(_RUN)


@cache
def _unspaced() -> re.Pattern[str]:
    return re.compile(rf"[{_UNSPACED}]")


def _asked(query: str) -> Iterator[tuple[str, ...]]:
    for group in _groups(query):
        if _unspaced().match(group[0]):
            # Of a run of characters the pairs tell more than each by itself, and the pairs are words of their own.
            pairs = tuple(word for word in group if len(word) > 1)
            yield from ((word,) for word in pairs or group)
        else:
            yield group


def _groups(text: str) -> Iterator[tuple[str, ...]]:
    for run in _runs().findall(text if text.isascii() else unicodedata.normalize("NFKC", text)):
        yield _words(run)


@lru_cache(maxsize=16_384)
def _words(run: str) -> tuple[str, ...]:
    """The words of a run of letters and digits; of one that is put together first the whole."""
    if _unspaced().match(run):
        return (*dict.fromkeys(run), *dict.fromkeys(run[at : at + 2] for at in range(len(run) - 1)))
    parts = _parts(run)
    return (run.casefold(), *(part.casefold() for part in parts)) if len(parts) > 1 else (run.casefold(),)


def _parts(run: str) -> list[str]:
    """`HTTPServer2` as HTTP, Server, 2."""
    if run.isalpha() and (run.islower() or run.isupper() or run.istitle()):
        return [run]
    starts = [0, *(at for at in range(1, len(run)) if _begins(run, at)), len(run)]
    return [run[start:end] for start, end in pairwise(starts)]


def _begins(run: str, at: int) -> bool:
    before, now, after = run[at - 1], run[at], run[at + 1 : at + 2]
    if before.isdigit() != now.isdigit():
        return True
    return now.isupper() and (before.islower() or (before.isupper() and after.islower()))
