"""Changes that a session makes by itself when a call runs, told as warnings beside the problems.

Above: `workspace/edited`, the fronts. Below: `sentences`. Knows no schema.
"""

from collections.abc import Iterable

from studio.checks.change import Change
from studio.checks.problem import Problem
from studio.checks.sentences import shorten
from studio.said import QT_TRANSLATE_NOOP, said

RULE = "schema.coerced"
_RUNS_AS = QT_TRANSLATE_NOOP("checks", "runs as {value}")
_LEFT_OUT = QT_TRANSLATE_NOOP("checks", "is left out when it runs")


def told(changes: Iterable[Change]) -> tuple[Problem, ...]:
    """One warning for each change, at its place; its repair is the new value, None where the member is left out."""
    return tuple(_told(change) for change in changes)


def _told(change: Change) -> Problem:
    words = said(_RUNS_AS, value=shorten(change.new)) if change.new else said(_LEFT_OUT)
    return Problem(RULE, change.pointer, words, "warning", repair=change.new or None)
