"""A regular expression as states that are followed all at once: its time grows with pattern times text and never runs away.

Above: `patterns`. Below: Python's own parser of regular expressions. Knows what has no memory: no back references, no
looking around, no flags.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

import msgspec

_parser: Any = import_module("re._parser")
_MOST_STATES = 3000


class UnfollowedError(Exception):
    """The pattern has something that cannot be followed so."""


class State(msgspec.Struct, frozen=True):
    """`takes` tells whether a character leads on to the next state; `at` is a place that has to be there; `ways` are states to be in
    instead. With none of them the pattern is found."""

    takes: Callable[[str], bool] | None = None
    at: str = ""
    ways: tuple[int, ...] = ()


States = Sequence[State]


@lru_cache(maxsize=512)
def parsed(pattern: str) -> Any:
    """The parts of a pattern, as Python's parser gives them. Raises re.error."""
    return _parser.parse(pattern)


@lru_cache(maxsize=64)
def states(pattern: str) -> States:
    """The states of a pattern. Raises re.error, UnfollowedError."""
    items = parsed(pattern)
    if items.state.flags & ~re.UNICODE:
        raise UnfollowedError
    made = _Made()
    made.parts(items)
    made.add(State())
    return made.states


def followed(states: States, text: str, spend: Callable[[int], None]) -> bool:
    """Whether the pattern is found anywhere in `text`; `spend` is told of the work."""
    now: set[int] = set()
    for at in range(len(text) + 1):
        if _entered(states, [0, *now], text, at, now):
            return True
        spend(len(now) // 8 + 1)
        if at < len(text):
            now = {each + 1 for each in now if (takes := states[each].takes) is not None and takes(text[at])}
    return False


def _entered(states: States, todo: list[int], text: str, at: int, into: set[int]) -> bool:
    """Put into `into` where one is from `todo` on without a character; whether the pattern is found."""
    into.clear()
    while todo:
        number = todo.pop()
        state = states[number]
        if number in into:
            continue
        into.add(number)
        if state.ways:
            todo += state.ways
        elif state.at:
            todo += [number + 1] if _PLACES[state.at](text, at) else []
        elif state.takes is None:
            return True
    return False


class _Made:
    """States while they are made, one part after the other."""

    def __init__(self) -> None:
        self.states: list[State] = []

    def add(self, state: State) -> int:
        """Add one; its number."""
        if len(self.states) >= _MOST_STATES:
            raise UnfollowedError
        self.states.append(state)
        return len(self.states) - 1

    def parts(self, items: Any) -> None:
        """The states of parts that follow one another."""
        for code, what in items:
            self._part(str(code), what)

    def _part(self, code: str, what: Any) -> None:
        match code:
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                self.add(State(takes=_taker(code, what)))
            case "AT" if str(what) in _PLACES:
                self.add(State(at=str(what)))
            case "SUBPATTERN" if not what[1] and not what[2]:
                self.parts(what[3])
            case "BRANCH":
                self._branch(what[1])
            case "MAX_REPEAT" | "MIN_REPEAT":
                self._repeat(*what)
            case _:
                raise UnfollowedError

    def _branch(self, branches: Sequence[Any]) -> None:
        fork = self.add(State())
        begins, ends = [], []
        for each in branches:
            begins.append(len(self.states))
            self.parts(each)
            ends.append(self.add(State()))
        self.states[fork] = State(ways=tuple(begins))
        for end in ends:
            self.states[end] = State(ways=(len(self.states),))

    def _repeat(self, least: int, most: Any, inner: Any) -> None:
        for _ in range(least):
            self.parts(inner)
        if most is _parser.MAXREPEAT:
            begin = self.add(State())
            self.parts(inner)
            end = self.add(State(ways=(begin,)))
            self.states[begin] = State(ways=(begin + 1, end + 1))
            return
        begins = []
        for _ in range(int(most) - least):
            begins.append(self.add(State()))
            self.parts(inner)
        for begin in begins:
            self.states[begin] = State(ways=(begin + 1, len(self.states)))


def _taker(code: str, what: Any) -> Callable[[str], bool]:
    match code:
        case "LITERAL":
            return chr(what).__eq__
        case "NOT_LITERAL":
            return chr(what).__ne__
        case "ANY":
            return "\n".__ne__
        case _:
            return _one_of(what)


def _one_of(listed: Sequence[tuple[Any, Any]]) -> Callable[[str], bool]:
    negated = str(listed[0][0]) == "NEGATE"
    tests = [_test(str(code), what) for code, what in listed[negated:]]
    return lambda char: any(test(char) for test in tests) is not negated


def _test(code: str, what: Any) -> Callable[[str], bool]:
    match code:
        case "LITERAL":
            return chr(what).__eq__
        case "RANGE":
            least, most = map(chr, what)
            return lambda char: least <= char <= most
        case "CATEGORY" if str(what) in _CATEGORIES:
            return _CATEGORIES[str(what)]
        case _:
            raise UnfollowedError


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


_CATEGORIES: dict[str, Callable[[str], bool]] = {
    "CATEGORY_DIGIT": str.isdecimal,
    "CATEGORY_NOT_DIGIT": lambda char: not char.isdecimal(),
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_NOT_SPACE": lambda char: not char.isspace(),
    "CATEGORY_WORD": _is_word,
    "CATEGORY_NOT_WORD": lambda char: not _is_word(char),
}


def _is_edge(text: str, at: int) -> bool:
    before, after = at > 0 and _is_word(text[at - 1]), at < len(text) and _is_word(text[at])
    return before is not after


_PLACES: dict[str, Callable[[str, int], bool]] = {
    "AT_BEGINNING": lambda _text, at: at == 0,
    "AT_BEGINNING_STRING": lambda _text, at: at == 0,
    "AT_END": lambda text, at: at == len(text) or (at == len(text) - 1 and text[at] == "\n"),
    "AT_END_STRING": lambda text, at: at == len(text),
    "AT_BOUNDARY": _is_edge,
    "AT_NON_BOUNDARY": lambda text, at: bool(text) and not _is_edge(text, at),
}
