"""The menu of a problem: go there, mend it, copy it, switch its rule off or let it count for less, and how the list is grouped.

Above: `problems_pane`. Below: `checks/rules`. What is chosen is told by the functions that are handed in.
"""

from collections.abc import Callable
from functools import partial

import msgspec
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from studio.checks.rules import BLOCKING, RULES, Rule
from studio.gui.look.icons import icon
from studio.gui.panes.problem_groups import Grouping
from studio.gui.panes.problem_list import Found
from studio.gui.words import keyed
from studio.session.policies import RuleLevel

translate = QCoreApplication.translate


class ProblemActs(msgspec.Struct, frozen=True):
    """What the menu does. `set_rule` takes the rule, what it is to count as, and whether always or in this session; `mend` is None where
    there is no repair."""

    go: Callable[[], object]
    mend: Callable[[], object] | None
    copy: Callable[[], object]
    set_rule: Callable[[str, RuleLevel, bool], object]
    show_rules: Callable[[str], object]
    group: Callable[[Grouping], object]


def problem_menu(parent: QWidget, found: Found | None, acts: ProblemActs, by: Grouping, *, locked: str = "") -> QMenu:
    """The menu; without a problem only how the list is grouped. `locked`: why the session takes no change."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    if found is not None:
        _add(menu, keyed(translate("ProblemMenu", "Go there"), "Enter"), acts.go)
        mend = _add(menu, keyed(translate("ProblemMenu", "Repair"), "Alt+Enter"), acts.mend or (lambda: None))
        mend.setEnabled(acts.mend is not None)
        _add(menu, translate("ProblemMenu", "Copy"), acts.copy).setIcon(icon("copy"))
        menu.addSeparator()
        _add_rule(menu, found, acts, locked)
    _add_groups(menu, acts, by)
    rule = found.rule if found is not None and found.rule in RULES else ""
    _add(menu, translate("ProblemMenu", "Rules of the checks…"), lambda: acts.show_rules(rule)).setIcon(icon("gear"))
    return menu


def _add(menu: QMenu, words: str, act: Callable[[], object]) -> QAction:
    made = menu.addAction(words)
    made.triggered.connect(lambda _on=False: act())
    return made


def _add_rule(menu: QMenu, found: Found, acts: ProblemActs, locked: str) -> None:
    rule = RULES.get(found.rule)
    off = menu.addMenu(translate("ProblemMenu", "Switch this rule off"))
    if rule is None:
        off.setEnabled(False)
        off.menuAction().setToolTip(
            translate("ProblemMenu", "This one always counts: it says what can run or be sent at all.")
        )
        return
    _fill(off, rule, "off", acts, locked)
    if rule.blocks and found.severity == BLOCKING:
        _fill(menu.addMenu(translate("ProblemMenu", "Let it count as a warning")), rule, "warning", acts, locked)


def _fill(menu: QMenu, rule: Rule, level: RuleLevel, acts: ProblemActs, locked: str) -> None:
    """For a rule that blocks it is asked once more, which the dots say."""
    here, always = translate("ProblemMenu", "In this session"), translate("ProblemMenu", "Always")
    if rule.blocks:
        here, always = translate("ProblemMenu", "In this session…"), translate("ProblemMenu", "Always…")
    menu.setToolTipsVisible(True)
    session = _add(menu, here, lambda: acts.set_rule(rule.id, level, False))
    session.setEnabled(not locked)
    session.setToolTip(locked)
    _add(menu, always, lambda: acts.set_rule(rule.id, level, True))


def _add_groups(menu: QMenu, acts: ProblemActs, by: Grouping) -> None:
    inner = menu.addMenu(translate("ProblemMenu", "Group"))
    group = QActionGroup(inner)
    choices: tuple[tuple[Grouping, str], ...] = (
        ("none", translate("ProblemMenu", "As found")),
        ("round", translate("ProblemMenu", "By round")),
        ("rule", translate("ProblemMenu", "By rule")),
    )
    for value, words in choices:
        made = _add(inner, words, partial(acts.group, value))
        made.setCheckable(True)
        made.setChecked(value == by)
        group.addAction(made)
