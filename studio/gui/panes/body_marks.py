"""What is wrong with the text of a request body, as marks of an editor: its syntax, or the history that it holds.

Above: the Request pane. Below: `present/json_text`, `checks/history` through what is handed in. Knows no widget and no session.
"""

from collections.abc import Callable, Sequence

from studio.checks.history.problem import HistoryProblem
from studio.gui.editors.json_editor import syntax_marks
from studio.gui.editors.mark import Mark
from studio.gui.panes.history_words import repair_words
from studio.gui.words import sentence
from studio.present.json_text import JsonMap, scan

CheckBody = Callable[[str], Sequence[HistoryProblem]]


class HistoryMark(Mark, frozen=True):
    """A mark that knows its problem, so that a quick fix can be made."""

    problem: HistoryProblem | None = None


def body_marks(text: str, check: CheckBody) -> list[Mark]:
    """The marks of a body: those of its syntax, and where it is JSON those that `check` finds, in the order they stand."""
    map_ = scan(text)
    found = syntax_marks(map_)
    if not text.strip() or not map_.is_valid:
        return found
    found += [_mark(map_, problem) for problem in check(text)]
    return sorted(found, key=lambda mark: mark.start)


def problems_in(marks: Sequence[Mark]) -> tuple[HistoryProblem, ...]:
    """The history problems among marks."""
    return tuple(mark.problem for mark in marks if isinstance(mark, HistoryMark) and mark.problem is not None)


def nearest_span(map_: JsonMap, pointer: str) -> tuple[int, int]:
    """Where the value at `pointer` stands, or the nearest one around it that is there."""
    span = map_.span(pointer)
    while span is None and pointer:
        pointer = pointer.rpartition("/")[0]
        span = map_.span(pointer)
    return span or (0, min(1, len(map_.text)))


def _mark(map_: JsonMap, problem: HistoryProblem) -> HistoryMark:
    start, end = nearest_span(map_, problem.pointer)
    newline = map_.text.find("\n", start, end)  # a container is underlined on its first line only
    end = end if newline < 0 else max(newline, start + 1)
    return HistoryMark(start, end, sentence(problem.sentence), problem.severity, repair_words(problem) or None, problem)
