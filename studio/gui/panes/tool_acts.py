"""What can be done with a tool of the dock: sent or left out, kept in, put into a group, approved, mocked; each is one step.

Above: the Tools dock. Below: `bridge`, `tool_menus`. What needs a dialog is asked of the dock.
"""

from collections.abc import Callable
from functools import partial

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from studio.gui.bridge import Bridge
from studio.gui.panes.tool_menus import ToolActs, with_rule
from studio.session.toolbox import ToolGroup
from studio.workspace.opened import OpenedSession


class Asks(msgspec.Struct, frozen=True):
    """What the dock asks of the window, each with the name of a tool."""

    page: Callable[[str], object]
    notes: Callable[[str], object]
    review: Callable[[str], object]
    remove: Callable[[str], object]
    rename: Callable[[str], object]
    new_group: Callable[[str], object]


def acts_on(bridge: Bridge, asks: Asks) -> ToolActs:
    """The acts of a row's menu."""
    return ToolActs(
        open_page=asks.page,
        switch=lambda name: switch_tool(bridge, name),
        approve=lambda name, chosen: bridge.do(
            lambda opened: opened.change_setup(policies=with_rule(opened.state.setup, name, chosen))
        ),
        review=asks.review,
        remove=asks.remove,
        mock=lambda name: bridge.mocks_wanted.emit(name, None),
        switch_mocks=lambda name, on: bridge.do(lambda opened: opened.switch_mocks(name, on)),
        pin=lambda name: pin_tool(bridge, name),
        group=lambda name, group: bridge.do(lambda opened: _group(opened, name, group)),
        new_group=asks.new_group,
        rename=asks.rename,
        show_notes=asks.notes,
        call=bridge.hand_call_wanted.emit,
    )


def switch_tool(bridge: Bridge, name: str) -> bool:
    """Send a tool that is left out by hand, or leave it out. Says whether it was done."""
    session = bridge.session
    if session is None:
        return False
    setup = session.state.setup
    off = set(setup.off) ^ {name}
    ordered = tuple(tool.name for tool in setup.tools if tool.name in off)
    return bridge.do(lambda opened: opened.change_setup(off=ordered))


def pin_tool(bridge: Bridge, name: str) -> bool:
    """Keep a tool in, or let it go. Says whether it was done."""
    session = bridge.session
    if session is None or all(tool.name != name for tool in session.state.setup.tools):
        return False
    pinned = name in session.state.setup.pinned
    return bridge.do(lambda opened: opened.unpin(name) if pinned else opened.pin(name))


def _group(opened: OpenedSession, name: str, chosen: str) -> None:
    """Put a tool into a group by name, or take it out where its name stands in it."""
    opened.change_setup(
        groups=tuple(_switched(group, name) if group.name == chosen else group for group in opened.state.setup.groups)
    )


def _switched(group: ToolGroup, name: str) -> ToolGroup:
    if name in group.tools:
        return replace(group, tools=tuple(other for other in group.tools if other != name))
    return replace(group, tools=(*group.tools, name))


def open_groups_menu(parent: QMenu, bridge: Bridge, session: OpenedSession) -> QMenu:
    """The groups, ticked where they are open for the next request; a press opens or closes one, whatever its rule says."""
    menu = QMenu(QCoreApplication.translate("ToolActs", "Open groups"), parent)
    menu.setEnabled(not session.read_only)
    opened = session.offering().groups
    for group in session.state.setup.groups:
        action = menu.addAction(group.name.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(group.name in opened)
        on = action.isChecked()
        action.triggered.connect(partial(_open_group, bridge, group.name, not on))
    return menu


def _open_group(bridge: Bridge, name: str, opened: bool, _ticked: bool = False) -> None:
    bridge.do(lambda session: session.open_group(name, opened))
