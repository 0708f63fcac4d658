"""What is wrong with an argument text, and where in it; and the text with its problems mended.

Above: the call card. Below: `checks` through the port, `present/json_text`. Pure: knows no widget.
"""

from collections.abc import Callable, Iterable

import msgspec

from studio.checks.problem import Problem
from studio.present.json_text import (
    JsonMap,
    JsonPlaceError,
    add_member,
    rename_member,
    replace_member,
    scan,
    split_pointer,
)

Check = Callable[[str], tuple[Problem, ...]]


class Issue(msgspec.Struct, frozen=True):
    """A problem at `start` to `end` of the text (offsets in characters). `syntax`: the text is not JSON there."""

    start: int
    end: int
    problem: Problem
    syntax: bool = False


def is_json(text: str) -> bool:
    """Whether the text can be read as JSON; an empty text stands for no arguments."""
    return not text.strip() or scan(text).is_valid


def issues(text: str, check: Check) -> tuple[Issue, ...]:
    """The issues of `text` in its order: those of its syntax, or, when it is JSON, those that `check` finds."""
    if not text.strip():
        return tuple(Issue(0, 0, problem) for problem in check(text))
    map_ = scan(text)
    if not map_.is_valid:
        offered = next((problem.repair for problem in check(text) if problem.repair is not None), None)
        return tuple(
            Issue(each.start, each.end, Problem(each.rule, "", each.sentence, repair=offered), syntax=True)
            for each in map_.problems
            if each.severity == "error"
        )
    return tuple(sorted((_placed(map_, problem) for problem in check(text)), key=lambda issue: issue.start))


def _placed(map_: JsonMap, problem: Problem) -> Issue:
    span = map_.span(problem.pointer)
    if span is not None:
        return Issue(*_first_line(map_.text, *span), problem)
    parent = problem.pointer
    while span is None and parent:
        parent = parent.rpartition("/")[0]
        span = map_.span(parent)
    start = span[0] if span else 0
    return Issue(start, start + 1, problem)


def _first_line(text: str, start: int, end: int) -> tuple[int, int]:
    """A container is underlined on its first line only: the whole of it would drown what is in it."""
    newline = text.find("\n", start, end)
    return start, end if newline < 0 else newline


def mendable(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems whose right value is known."""
    return tuple(problem for problem in problems if problem.repair is not None)


def helped(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems that a key press mends: those whose right value is known first, then misspelled names."""
    known = tuple(problems)
    return (*mendable(known), *(problem for problem in known if problem.repair is None and problem.near))


def place(problem: Problem) -> str:
    """Where a problem is, as a person reads it: the pointer without its first slash, a dot for the whole."""
    return problem.pointer.removeprefix("/") or "."


def mended(text: str, problems: Iterable[Problem]) -> str:
    """`text` with every repair put in, and members that are plainly misspelled under their right name; all else keeps its bytes. What
    finds no place is left out."""
    for problem in problems:
        try:
            if problem.repair is not None:
                text = _with(text, problem.pointer, problem.repair)
            elif problem.near:
                text = rename_member(text, problem.pointer, problem.near)
        except JsonPlaceError:
            continue
    return text


def whole_repair(found: Iterable[Issue]) -> str | None:
    """The text that is offered instead of one that is no JSON object; None when there is none. It is a guess at what was meant:
    to be shown as a difference, and taken by the person."""
    return next(
        (
            issue.problem.repair
            for issue in found
            if issue.problem.pointer == "" and (issue.syntax or issue.problem.rule.startswith("arguments."))
        ),
        None,
    )


def _with(text: str, pointer: str, repair: str) -> str:
    if not pointer and not scan(text).is_valid:
        return repair
    if scan(text).span(pointer) is not None:
        return replace_member(text, pointer, repair)
    return add_member(text, pointer.rpartition("/")[0], split_pointer(pointer)[-1], repair)
