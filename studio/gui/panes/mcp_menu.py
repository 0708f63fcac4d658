"""The menu of an MCP server, with the keys that do the same in the list.

Above: the MCP dock. Below: `mcp_acts`. What cannot be done now is switched off and says why.
"""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from studio.gui.look.icons import icon
from studio.gui.panes.mcp_acts import ServerActs
from studio.present.mcp_server_row import UNDER_WAY
from studio.session.server_view import ServerLook

translate = QCoreApplication.translate

KEYS = frozenset(
    (Qt.Key.Key_S, Qt.Key.Key_R, Qt.Key.Key_U, Qt.Key.Key_T, Qt.Key.Key_F2, Qt.Key.Key_Delete, Qt.Key.Key_Space)
)
"""The keys of a server in the list."""


def server_menu(parent: QWidget, look: ServerLook, acts: ServerActs, *, locked: bool) -> QMenu:
    """What can be done with a server; `locked`: the session is open for reading only."""
    menu, name, phase = QMenu(parent), look.name, look.phase
    menu.setToolTipsVisible(True)
    if phase in UNDER_WAY:
        _add(menu, "close", translate("McpMenu", "Cancel the start"), "S", lambda: acts.stop(name))
    elif phase == "ready":
        _add(menu, "stop", translate("McpMenu", "Stop"), "S", lambda: acts.stop(name))
    else:
        start = _add(menu, "run", translate("McpMenu", "Start"), "S", lambda: acts.start(name))
        _forbid(start, phase in ("off", "untrusted"), _why_not(look))
    restart = _add(menu, "restart", translate("McpMenu", "Restart"), "R", lambda: acts.restart(name))
    refresh = _add(menu, "retry", translate("McpMenu", "Refresh lists"), "U", lambda: acts.refresh(name))
    for each in (restart, refresh):
        _forbid(each, phase in ("off", "untrusted"), _why_not(look))
    menu.addSeparator()
    trust = _add(menu, "lock", translate("McpMenu", "Trust…"), "T", lambda: acts.trust_wanted.emit(name))
    trust.setToolTip(translate("McpMenu", "See exactly what it starts, and decide."))
    said = translate("McpMenu", "Switch on") if phase == "off" else translate("McpMenu", "Switch off")
    changes = [
        _add(menu, "ring", said, "Space", lambda: acts.switch(name)),
        _add(menu, "edit", translate("McpMenu", "Edit…"), "F2", lambda: acts.edit_wanted.emit(name)),
    ]
    menu.addSeparator()
    _add(menu, "copy", translate("McpMenu", "Copy command"), "Ctrl+C", lambda: acts.copy_command(name))
    _add(menu, "save", translate("McpMenu", "Export mcpServers JSON…"), "", acts.export_wanted.emit)
    menu.addSeparator()
    changes.append(_add(menu, "trash", translate("McpMenu", "Remove"), "Del", lambda: acts.remove(name)))
    for each in changes:
        _forbid(each, locked, translate("McpMenu", "The session is open for reading only."))
    return menu


def press(key: int, look: ServerLook, acts: ServerActs, *, locked: bool) -> None:
    """Do what a key of `KEYS` is for."""
    name, can_run = look.name, look.phase not in ("off", "untrusted")
    match key:
        case Qt.Key.Key_S:
            (acts.stop if look.phase == "ready" or look.phase in UNDER_WAY else acts.start)(name)
        case Qt.Key.Key_R if can_run:
            acts.restart(name)
        case Qt.Key.Key_U if can_run:
            acts.refresh(name)
        case Qt.Key.Key_T:
            acts.trust_wanted.emit(name)
        case Qt.Key.Key_Space if not locked:
            acts.switch(name)
        case Qt.Key.Key_F2 if not locked:
            acts.edit_wanted.emit(name)
        case Qt.Key.Key_Delete if not locked:
            acts.remove(name)
        case _:
            pass


def _add(menu: QMenu, sign: str, said: str, key: str, act: Callable[[], object]) -> QAction:
    action = menu.addAction(icon(sign), said)
    action.triggered.connect(lambda _on=False: act())
    if key:
        action.setShortcut(QKeySequence(key))
    return action


def _forbid(action: QAction, forbidden: bool, why: str) -> None:
    action.setEnabled(not forbidden)
    if forbidden:
        action.setToolTip(why)


def _why_not(look: ServerLook) -> str:
    if look.phase == "off":
        return translate("McpMenu", "It is switched off. Switch it on first.")
    return translate("McpMenu", "It waits for your trust. Review it first.")
