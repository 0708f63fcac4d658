"""The menus of the tools pane: what can be done with a tool, and ways to add one.

Above: the tools pane. Below: `session/policies`. What is chosen is told by the functions that are handed in.
"""

from collections.abc import Callable
from fnmatch import fnmatchcase

import msgspec
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from studio.gui.look.icons import icon
from studio.gui.words import fill
from studio.messages.toolspec import ToolSpec
from studio.session.policies import Policy, decision
from studio.session.setup import Setup

translate = QCoreApplication.translate

ADDING = ("add_tools", "add_by_hand", "add_http", "add_command", "import_tools")
"""The actions that add a tool, in the order of the menu."""


class ToolActs(msgspec.Struct, frozen=True):
    """What the row menu does. `approve` takes the name and allow, ask, deny or nothing (as the rules say); `switch_mocks` the name and
    whether the mock rules that may answer for the tool are to be on."""

    open_page: Callable[[str], object]
    switch: Callable[[str], object]
    approve: Callable[[str, str], object]
    review: Callable[[str], object]
    remove: Callable[[str], object]
    mock: Callable[[str], object]
    switch_mocks: Callable[[str, bool], object]


def row_menu(
    parent: QWidget, tool: ToolSpec, setup: Setup, acts: ToolActs, *, locked: bool, waits: bool, by_hand: bool
) -> QMenu:
    """The menu of a tool's row. `waits`: how it runs is not trusted yet; `by_hand`: it can be taken away."""
    menu, name = QMenu(parent), tool.name
    menu.setToolTipsVisible(True)
    menu.addAction(icon("call"), translate("ToolMenus", "Open the page…")).triggered.connect(
        lambda _on=False: acts.open_page(name)
    )
    off = name in setup.off
    switch = menu.addAction(translate("ToolMenus", "Send to the model") if off else translate("ToolMenus", "Leave out"))
    switch.triggered.connect(lambda _on=False: acts.switch(name))
    switch.setEnabled(not locked)
    approval = _approval_menu(menu, tool, setup, acts)
    approval.setEnabled(not locked)
    menu.addMenu(approval)
    menu.addAction(icon("mock", "mock"), translate("ToolMenus", "Mock rules…")).triggered.connect(
        lambda _on=False: acts.mock(name)
    )
    _add_switch(menu, name, setup, acts).setEnabled(not locked)
    if waits:
        menu.addAction(icon("lock", "warn"), translate("ToolMenus", "Review and trust…")).triggered.connect(
            lambda _on=False: acts.review(name)
        )
    menu.addSeparator()
    remove = menu.addAction(icon("trash"), translate("ToolMenus", "Remove"))
    remove.triggered.connect(lambda _on=False: acts.remove(name))
    remove.setEnabled(by_hand and not locked)
    remove.setToolTip("" if by_hand else translate("ToolMenus", "It comes from a file: leave it out instead."))
    return menu


def _add_switch(menu: QMenu, name: str, setup: Setup, acts: ToolActs) -> QAction:
    """One entry that turns all rules for the tool off, or on when all are off; not shown where there are none."""
    mine = [rule for rule in setup.mocks if fnmatchcase(name, rule.tool)]
    on = not any(rule.on for rule in mine)
    action = menu.addAction(
        translate("ToolMenus", "Switch its mock rules on")
        if on
        else translate("ToolMenus", "Switch its mock rules off")
    )
    action.triggered.connect(lambda _on=False: acts.switch_mocks(name, on))
    action.setVisible(bool(mine))
    return action


def _approval_menu(parent: QWidget, tool: ToolSpec, setup: Setup, acts: ToolActs) -> QMenu:
    menu = QMenu(translate("ToolMenus", "Approval"), parent)
    group = QActionGroup(menu)
    own = next((each.decision for each in setup.policies if each.pattern == tool.name), "")
    others = [each for each in setup.policies if each.pattern != tool.name]
    words = {
        "allow": translate("ToolMenus", "Allow"),
        "ask": translate("ToolMenus", "Ask"),
        "deny": translate("ToolMenus", "Deny"),
    }
    usual = fill(
        translate("ToolMenus", "As the rules say: {words}"),
        words=words[decision(others, tool)].lower(),
    )
    for value, said in (("", usual), *words.items()):
        action = menu.addAction(said)
        action.setCheckable(True)
        action.setChecked(value == own)
        group.addAction(action)
        action.triggered.connect(lambda _on=False, value=value: acts.approve(tool.name, value))
    return menu


def with_rule(setup: Setup, name: str, chosen: str) -> tuple[Policy, ...]:
    """The rules with one for exactly this tool in front; nothing chosen takes it away."""
    others = tuple(each for each in setup.policies if each.pattern != name)
    return (Policy(name, chosen), *others) if chosen else others  # type: ignore[arg-type]
