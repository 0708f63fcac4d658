"""The timeline's filter: plain words, `kind:call`, `tool:issue_*`, `is:edited|slow`, `round:3-7`, `tokens:>500`, `time:>2s`, `text:"…"`.

Above: the window's timeline. Below: `row`, `row_kinds`, `row_numbers`. All terms must fit; of alternatives (`a|b`) one. A plain word fits
what a row shows; `text:` also what is cut there.
"""

import shlex
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from typing import Literal, NamedTuple

from studio.present.row import Phrase, Row
from studio.present.row_kinds import NAMED, SHOWABLE, is_of
from studio.present.row_numbers import Span, span_of
from studio.present.row_tokens import tokens_of_row

Say = Callable[[Phrase], str]
Fits = Callable[[Row], bool]
SLOW = 5000
"""Milliseconds from which on a step is slow."""
_BADGES: dict[str, tuple[str, ...]] = {
    "edited": ("badge.edited",),
    "mocked": ("badge.mock", "badge.by_hand"),
    "error": (),
    "paused": ("badge.paused", "badge.limit", "badge.differs"),
    "slow": (),
    "rejected": ("badge.rejected",),
    "not_run": ("badge.not_run",),
    "sent_anyway": ("badge.sent_anyway",),
    "recorded": ("badge.recorded",),
    "rolled_back": ("badge.rolled_back",),
    "retried": ("badge.retry",),
    "uncertain": (),
}
KINDS, STATES = tuple(NAMED), tuple(_BADGES)
"""What may stand behind `kind:` and `is:`."""
_NUMBERS = {
    "round": ("round:3", "round:3-7", "round:>3"),
    "tokens": ("tokens:>500", "tokens:<=200", "tokens:100-500"),
    "time": ("time:>2s", "time:<300ms", "time:1s-5s"),
}
NAMES = ("kind", "tool", "is", *_NUMBERS, "text")
FILTERS = tuple(f"{name}:" for name in NAMES)
_STEPS_ONLY = ("session", "round", "next", "fork")
"""Kinds of rows that are no steps: they have no tokens and no time of their own."""


class Fault(NamedTuple):
    """A word of a filter that cannot be asked for, and what could: there is no such name or value, or it is no number."""

    word: str
    instead: tuple[str, ...]
    what: Literal["unknown", "number"] = "unknown"


def row_filter(text: str, say: Say, whole: Callable[[Row], str] = lambda _row: "") -> Fits | None:
    """What a filter text asks for; None when it asks for nothing. `say` gives the words as the person reads them, `whole` the whole text
    that a row stands for. What is faulty fits nothing."""
    terms = [_term(word, say, whole) for word in _words(text)]
    if not terms:
        return None
    return lambda row: all(term(row) for term in terms)


def kinds_named(text: str) -> frozenset[str]:
    """The kinds that a filter asks for by name: they are shown then, also where they are hidden."""
    return frozenset(
        each for name, values in map(_parted, _words(text)) if name == "kind" for each in values if each in SHOWABLE
    )


def faults_of(text: str) -> list[Fault]:
    """The words of a filter text that ask for something there is not, each with what there is in its place."""
    found: list[Fault] = []
    for word in _words(text):
        name, values = _parted(word)
        if name in ("kind", "is"):
            known = KINDS if name == "kind" else STATES
            found += [Fault(f"{name}:{each}", _prefixed(name, known)) for each in values if each not in known]
        elif name in _NUMBERS:
            found += [Fault(f"{name}:{each}", _NUMBERS[name], "number") for each in values if _span(name, each) is None]
        elif _looks_named(word):
            found.append(Fault(f"{word.partition(':')[0]}:", FILTERS))
    return found


def completions(word: str, tools: Sequence[str] = ()) -> tuple[str, ...]:
    """What a half typed word of a filter may become: a name, or a name with a value. `tools` are those of the session."""
    name, colon, rest = word.partition(":")
    if not colon:
        return tuple(each for each in FILTERS if each.startswith(name.casefold()))
    first, bar, last = rest.rpartition("|")
    known = {"kind": KINDS, "is": STATES, "tool": tuple(tools)}.get(name.casefold())
    if known is None:
        return tuple(each for each in _NUMBERS.get(name.casefold(), ()) if each.startswith(word.casefold()))
    return tuple(f"{name}:{first}{bar}{each}" for each in known if each.casefold().startswith(last.casefold()))


def _looks_named(word: str) -> bool:
    """Whether a word looks like a name with a value, of a name that there is not: `knd:call`, but no address and no time of day."""
    name, colon, value = word.partition(":")
    return (
        bool(colon and value)
        and name.isascii()
        and name.islower()
        and name.isalpha()
        and name not in NAMES
        and value[0].isalnum()
    )


def _prefixed(name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{name}:{each}" for each in known)


def _words(text: str) -> list[str]:
    """The words, those in quotation marks as one; a mark that is not closed yet holds on to the end."""
    for ending in ("", '"', "'"):
        try:
            return shlex.split(text + ending)
        except ValueError:
            continue
    return text.split()


def _parted(word: str) -> tuple[str, list[str]]:
    """The name of a term and its alternatives; an empty name for a plain word."""
    name, colon, value = word.partition(":")
    name = name.casefold()
    return (name, value.casefold().split("|")) if colon and value and name in NAMES else ("", [word.casefold()])


def _term(word: str, say: Say, whole: Callable[[Row], str]) -> Fits:
    name, values = _parted(word)
    match name:
        case "kind":
            return lambda row: any(is_of(row, wanted) for wanted in values)
        case "tool":
            return lambda row: any(fnmatchcase(row.tool.casefold(), wanted) for wanted in values)
        case "is":
            return lambda row: any(_is(row, wanted) for wanted in values)
        case "round" | "tokens" | "time":
            return _number_term(name, [span for each in values if (span := _span(name, each)) is not None])
        case "text":
            searched = word.partition(":")[2].casefold()
            return lambda row: searched in whole(row).casefold() or searched in _shown(row, say)
        case _:
            return lambda row: values[0] in _shown(row, say)


def _span(name: str, text: str) -> Span | None:
    return span_of(text, times=name == "time")


def _number_term(name: str, spans: list[Span]) -> Fits:
    number = _NUMBER_OF[name]
    skips = () if name == "round" else _STEPS_ONLY
    return lambda row: row.kind not in skips and any(number(row) in span for span in spans)


def _round_of(row: Row) -> int | None:
    """The number of the session's own round that a row belongs to; what an agent does belongs to the round of its call."""
    return int(row.label.partition(".")[0]) if row.label[:1].isdigit() else row.round or None


_NUMBER_OF: dict[str, Callable[[Row], int | None]] = {
    "round": _round_of,
    "tokens": tokens_of_row,
    "time": lambda row: row.ms,
}


def _is(row: Row, wanted: str) -> bool:
    match wanted:
        case "edited":
            return row.edited or _says(row, wanted)
        case "error":
            return row.kind in NAMED["error"]
        case "uncertain":
            return row.uncertain
        case "slow":
            return row.kind not in _STEPS_ONLY and (row.ms or 0) >= SLOW
        case _:
            return _says(row, wanted)


def _says(row: Row, wanted: str) -> bool:
    keys = _BADGES.get(wanted, ())
    return any(badge.words.key in keys for badge in row.badges)


def _shown(row: Row, say: Say) -> str:
    phrases = (row.title, *row.summary, *(badge.words for badge in row.badges), row.tool)
    return "\n".join(map(say, phrases)).casefold()
