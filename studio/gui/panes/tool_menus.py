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
from studio.gui.panes.tool_lines import ToolLine
from studio.gui.words import fill
from studio.messages.toolspec import ToolSpec
from studio.session.policies import Policy, decision
from studio.session.setup import Setup

translate = QCoreApplication.translate

ADDING = ("add_tools", "add_by_hand", "add_http", "add_command", "add_agent", "add_server", "skills", "import_tools")
"""The actions that add a tool, in the order of the menu."""
CHOOSING = ("tool_groups", "tool_search", "tool_notes", "mocks")
"""The actions about all tools, in the order of the menu."""


class ToolActs(msgspec.Struct, frozen=True):
    """What the row menu does. `approve` takes the name and allow, ask, deny or nothing (as the rules say); `switch_mocks` the name and
    whether the mock rules that may answer for the tool are to be on; `pin` keeps the tool in or lets it go; `group` takes the name and
    that of a group, which gets the tool or loses it."""

    open_page: Callable[[str], object]
    switch: Callable[[str], object]
    approve: Callable[[str, str], object]
    review: Callable[[str], object]
    remove: Callable[[str], object]
    mock: Callable[[str], object]
    switch_mocks: Callable[[str, bool], object]
    pin: Callable[[str], object]
    group: Callable[[str, str], object]
    new_group: Callable[[str], object]
    rename: Callable[[str], object]
    show_notes: Callable[[str], object]
    call: Callable[[str], object]


def row_menu(
    parent: QWidget, line: ToolLine, setup: Setup, acts: ToolActs, *, locked: bool, waits: bool, by_hand: bool
) -> QMenu:
    """The menu of a tool's row. `waits`: how it runs is not trusted yet; `by_hand`: it can be taken away."""
    tool, name = line.tool, line.tool.name
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    menu.addAction(icon("call"), translate("ToolMenus", "Open the page…")).triggered.connect(
        lambda _on=False: acts.open_page(name)
    )
    _add_offer(menu, line, setup, acts, locked=locked)
    approval = _approval_menu(menu, tool, setup, acts)
    approval.setEnabled(not locked)
    menu.addMenu(approval)
    menu.addAction(icon("run"), translate("ToolMenus", "Call by hand…")).triggered.connect(
        lambda _on=False: acts.call(name)
    )
    menu.addAction(icon("mock", "mock"), translate("ToolMenus", "Mock rules…")).triggered.connect(
        lambda _on=False: acts.mock(name)
    )
    _add_switch(menu, name, setup, acts).setEnabled(not locked)
    if waits:
        menu.addAction(icon("lock", "warn"), translate("ToolMenus", "Review and trust…")).triggered.connect(
            lambda _on=False: acts.review(name)
        )
    if line.notes:
        said = fill(translate("ToolMenus", "Notes of the checks ({n})…"), n=len(line.notes))
        menu.addAction(icon("warn", "warn"), said).triggered.connect(lambda _on=False: acts.show_notes(name))
    menu.addSeparator()
    rename = menu.addAction(icon("edit"), translate("ToolMenus", "Rename…"))
    rename.triggered.connect(lambda _on=False: acts.rename(name))
    rename.setEnabled(not locked)
    remove = menu.addAction(icon("trash"), translate("ToolMenus", "Remove"))
    remove.triggered.connect(lambda _on=False: acts.remove(name))
    remove.setEnabled(by_hand and not locked)
    remove.setToolTip("" if by_hand else translate("ToolMenus", "It comes from a file: leave it out instead."))
    return menu


def _add_offer(menu: QMenu, line: ToolLine, setup: Setup, acts: ToolActs, *, locked: bool) -> None:
    """Whether requests offer the tool: sent or left out, kept in, its groups."""
    name = line.tool.name
    switch = menu.addAction(
        translate("ToolMenus", "Leave out") if line.ticked else translate("ToolMenus", "Send to the model")
    )
    switch.triggered.connect(lambda _on=False: acts.switch(name))
    pin = menu.addAction(
        icon("pin", "accent"), translate("ToolMenus", "Let go") if line.pinned else translate("ToolMenus", "Keep in")
    )
    pin.setToolTip(translate("ToolMenus", "A tool that is kept in is offered whatever groups, sources and search say."))
    pin.triggered.connect(lambda _on=False: acts.pin(name))
    groups = _group_menu(menu, name, setup, acts)
    menu.addMenu(groups)
    for each in (switch, pin, groups):
        each.setEnabled(not locked)


def _group_menu(parent: QWidget, name: str, setup: Setup, acts: ToolActs) -> QMenu:
    """Each group with a tick where the tool is one of it; a tool that a pattern puts there stays."""
    menu = QMenu(translate("ToolMenus", "Groups"), parent)
    menu.setToolTipsVisible(True)
    for group in setup.groups:
        by_name, inside = name in group.tools, any(fnmatchcase(name, each) for each in group.tools)
        action = menu.addAction(group.name.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(inside)
        action.setEnabled(by_name or not inside)
        if inside and not by_name:
            action.setToolTip(translate("ToolMenus", "A pattern of the group puts the tool there."))
        action.triggered.connect(lambda _on=False, group=group.name: acts.group(name, group))
    if setup.groups:
        menu.addSeparator()
    menu.addAction(icon("plus"), translate("ToolMenus", "New group…")).triggered.connect(
        lambda _on=False: acts.new_group(name)
    )
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
