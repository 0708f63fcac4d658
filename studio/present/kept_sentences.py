"""Sentences that were kept as plain text, found again by their templates: errors in a session file, what a server or tool process was told.

Above: the window. Below: `said`. Reads no file; who asks brings the templates.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from studio.said import Sentence, joined, said

_PLACE = re.compile(r"(?<!\{)(?:\{\{)*\{(\w+)\}")
_PART = re.compile(r"(\{\w+\}|\{\{|\}\})")
_BETWEEN = re.compile(r"(?<=[.?!])\s")
_LEAST = 10
"""Letters that a template needs to be told from what others write."""
_LONGEST = 2_000
_LONGEST_PLACE = 4
"""Words of a name that stands before a colon."""


class KeptSentences:
    """Knows texts by these templates; those that say too little themselves are left out."""

    def __init__(self, templates: Iterable[str]) -> None:
        told = {template: _own_words(template) for template in templates}
        known = sorted((words, template) for template, words in told.items() if len("".join(words)) >= _LEAST)
        known.sort(key=lambda each: -len("".join(each[0])))
        self._known = [(max(words, key=len), template) for words, template in known]
        self._found = lru_cache(maxsize=512)(self._look)

    def of(self, text: str) -> str:
        """The sentence that a text is, or the sentences; what is known by no template stays as it is."""
        return text if len(text) > _LONGEST or " " not in text else self._found(text)

    def _look(self, text: str) -> str:
        whole = self._whole(text)
        if whole is not None:
            return whole
        for end in _BETWEEN.finditer(text):
            first = self._whole(text[: end.start()])
            if first is not None:
                rest = self.of(text[end.end() :])
                return said("{first}\n{second}", first=first, second=rest) if end[0] == "\n" else joined(first, rest)
        return self._of_place(text)

    def _of_place(self, text: str) -> str:
        """What stands behind the name of a file or a member of it."""
        where, _, rest = text.partition(": ")
        why = self.of(rest) if rest and len(where.split()) <= _LONGEST_PLACE else rest
        return said("{where}: {why}", where=where, why=why) if isinstance(why, Sentence) else text

    def _whole(self, text: str) -> str | None:
        for words, template in self._known:
            found = _pattern(template).fullmatch(text) if words in text else None
            if found is not None:
                return said(template, **{name: self.of(value) for name, value in found.groupdict().items()})
        return None


def _own_words(template: str) -> list[str]:
    """What stands between the places."""
    return [words.replace("{{", "{").replace("}}", "}") for words in _PLACE.split(template)[::2]]


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """What begins with a place begins with one word: a sentence of others may end like ours."""
    made, seen = "", set[str]()
    for at, part in enumerate(filter(None, _PART.split(template))):
        name = part[1:-1]
        if part in ("{{", "}}"):
            made += re.escape(part[0])
        elif part.startswith("{"):
            made += f"(?P={name})" if name in seen else rf"(?P<{name}>{'.*?' if at else r'[^ ]+'})"
            seen.add(name)
        else:
            made += re.escape(part)
    return re.compile(made, re.DOTALL)
