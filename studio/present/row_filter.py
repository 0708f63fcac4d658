"""The timeline's filter: plain words, and `kind:call`, `tool:issue_*`, `is:edited|mocked|error|uncertain`.

Above: the window's timeline. Below: `row`. All terms must fit; a word fits anywhere in title, summary, badges or tool name.
"""

import shlex
from collections.abc import Callable
from fnmatch import fnmatchcase

from studio.present.row import Phrase, Row

Say = Callable[[Phrase], str]
Fits = Callable[[Row], bool]
_ERRORS = ("error", "failed")


def row_filter(text: str, say: Say) -> Fits | None:
    """What a filter text asks for; None when it asks for nothing. `say` gives the words as the person reads them."""
    terms = [_term(word, say) for word in _words(text)]
    if not terms:
        return None
    return lambda row: all(term(row) for term in terms)


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _term(word: str, say: Say) -> Fits:
    name, colon, value = word.partition(":")
    values = value.casefold().split("|")
    match name.casefold() if colon and value else "":
        case "kind":
            return lambda row: row.kind in values or (row.kind in _ERRORS and "error" in values)
        case "tool":
            return lambda row: any(fnmatchcase(row.tool.casefold(), wanted) for wanted in values)
        case "is":
            return lambda row: any(_is(row, wanted) for wanted in values)
        case _:
            wanted = word.casefold()
            return lambda row: wanted in _shown(row, say)


def _is(row: Row, wanted: str) -> bool:
    match wanted:
        case "edited":
            return row.edited
        case "mocked":
            return row.mocked
        case "error":
            return row.kind in _ERRORS or (row.kind == "request" and row.uncertain)
        case "uncertain":
            return row.uncertain
        case _:
            return False


def _shown(row: Row, say: Say) -> str:
    phrases = (row.title, *row.summary, *(badge.words for badge in row.badges), row.tool)
    return "\n".join(map(say, phrases)).casefold()
