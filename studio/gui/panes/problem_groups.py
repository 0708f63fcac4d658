"""The problems in groups: those of one round, or those that one rule found, each group below a line that names it.

Above: `problems_pane`. Below: `problem_list`. Pure but for the words.
"""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QCoreApplication

from studio.gui.panes.problem_list import Found
from studio.gui.words import fill

translate = QCoreApplication.translate
Grouping = Literal["none", "round", "rule"]


def grouped(found: Sequence[Found], by: Grouping) -> list[tuple[str, list[Found]]]:
    """The groups in the order of their first problem, each with its name; one without a name where nothing is grouped."""
    if by == "none":
        return [("", list(found))]
    groups: dict[str, list[Found]] = {}
    for one in found:
        groups.setdefault(one.rule if by == "rule" else _round(one), []).append(one)
    return list(groups.items())


def _round(found: Found) -> str:
    if found.round:
        return fill(translate("ProblemGroups", "Round {round}"), round=found.round)
    if found.history is not None or found.rule.startswith("request."):
        return translate("ProblemGroups", "The next request")
    return translate("ProblemGroups", "The whole session")


def counts(found: Sequence[Found]) -> tuple[int, int]:
    """How many errors and how many warnings."""
    return sum(one.severity == "error" for one in found), sum(one.severity == "warning" for one in found)
