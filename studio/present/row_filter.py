"""The timeline's filter: plain words, and `kind:call`, `tool:issue_*`, `is:edited|mocked` and so on (see `STATES`, `KINDS`).

Above: the window's timeline. Below: `row`. All terms must fit; a word fits anywhere in title, summary, badges or tool name.
"""

import re
import shlex
from collections.abc import Callable
from fnmatch import fnmatchcase

from studio.present.row import Phrase, Row, RowKind

Say = Callable[[Phrase], str]
Fits = Callable[[Row], bool]
_ERRORS: tuple[RowKind, ...] = ("error", "failed")
_KINDS: dict[str, tuple[RowKind, ...]] = {
    "message": ("message",),
    "tools": ("tools",),
    "asked": ("asked",),
    "setup": ("setup",),
    "round": ("round",),
    "request": ("request",),
    "response": ("response",),
    "call": ("call",),
    "result": ("result", "error"),
    "error": _ERRORS,
    "rollback": ("rollback", "undone"),
    "fork": ("fork",),
    "damaged": ("damaged",),
}
_BADGES: dict[str, tuple[str, ...]] = {
    "edited": ("badge.edited",),
    "mocked": ("badge.mock", "badge.by_hand"),
    "rejected": ("badge.rejected",),
    "not_run": ("badge.not_run",),
    "recorded": ("badge.recorded",),
    "rolled_back": ("badge.rolled_back",),
    "error": (),
    "uncertain": (),
}
KINDS, STATES = tuple(_KINDS), tuple(_BADGES)
"""What may stand behind `kind:` and `is:`. A result that is an error, or was rejected, is a result too."""
FILTERS = ("kind:", "tool:", "is:")
_NAMED = re.compile(r"[a-z]+:\w.*")


def row_filter(text: str, say: Say) -> Fits | None:
    """What a filter text asks for; None when it asks for nothing. `say` gives the words as the person reads them."""
    terms = [_term(word, say) for word in _words(text)]
    if not terms:
        return None
    return lambda row: all(term(row) for term in terms)


def unknown_words(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """The words of a filter text that ask for something there is not, each with what there is in its place."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for word in _words(text):
        name, colon, value = word.partition(":")
        name = name.casefold()
        known = {"kind": KINDS, "is": STATES}.get(name, ()) if colon and value else ()
        if known:
            found += [
                (f"{name}:{each}", _prefixed(name, known)) for each in value.casefold().split("|") if each not in known
            ]
        elif name != "tool" and _NAMED.fullmatch(word):
            found.append((f"{name}:", FILTERS))
    return found


def _prefixed(name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{name}:{each}" for each in known)


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
            kinds = {kind for value in values for kind in _KINDS.get(value, ())}
            return lambda row: row.kind in kinds
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
            return row.edited or _says(row, wanted)
        case "error":
            return row.kind in _ERRORS
        case "uncertain":
            return row.uncertain
        case _:
            return _says(row, wanted)


def _says(row: Row, wanted: str) -> bool:
    keys = _BADGES.get(wanted, ())
    return any(badge.words.key in keys for badge in row.badges)


def _shown(row: Row, say: Say) -> str:
    phrases = (row.title, *row.summary, *(badge.words for badge in row.badges), row.tool)
    return "\n".join(map(say, phrases)).casefold()
