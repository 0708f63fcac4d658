"""Every action is in the palette and the list of keys, worded in both languages, with a reason when it is not allowed, wherever one is."""

import re
from collections.abc import Callable

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QTreeWidgetItem

from studio.gui.action_set import shortcuts
from studio.gui.actions import ACTIONS
from studio.gui.dialogs.keys import KeysDialog
from studio.gui.panes.timeline_menu import row_menu
from tests.gui.window.conftest import Play, Stage
from tests.gui.window.test_closing import _send_to, _slow_server

Live = Callable[[Play], None]


def _entries(menu: QMenu) -> list[QAction]:
    found: list[QAction] = []
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            found += _entries(inner)
        elif not action.isSeparator():
            found.append(action)
    return found


def check(stage: Stage, state: str) -> None:
    """All actions say why they are off, and are off for no other reason."""
    for spec, action in stage.window.actions_:
        reason = stage.window.actions_.reasons[spec.id]
        assert action.isEnabled() == (reason == ""), (state, spec.id)
        if reason:
            assert reason in action.toolTip(), (state, spec.id)
            assert action.statusTip() == reason, (state, spec.id)
            assert reason.endswith("."), (state, spec.id)
        else:
            assert action.statusTip(), (state, spec.id)


@pytest.mark.promise("G7")
def test_in_every_situation_each_action_is_allowed_or_says_why_not(live: Live) -> None:
    async def play(stage: Stage) -> None:
        server, port = await _slow_server()
        actions = stage.window.actions_
        check(stage, "no session")
        await _send_to(stage, port)
        await stage.frame()
        check(stage, "running")
        assert actions.reasons["step_back"] == "The session is running. Stop or pause it first."
        stage.trigger("stop")
        await stage.stopped()
        check(stage, "stopped")
        server.close()
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        await stage.demo()
        check(stage, "paused before a call")
        path = stage.session.path
        stage.window.desk.open(path)
        await stage.until(lambda: len(stage.program.windows) == 2 or stage.window.bridge.notice is not None)
        stage.trigger("run_to_end")
        await stage.stopped("approval")
        check(stage, "approval")
        copy = path.with_name("replayed.tcsession")
        copy.write_bytes(path.read_bytes())
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        stage.window.desk.replay(copy, model_live=False, tools_live=False)
        await stage.until(lambda: stage.window.bridge.session is not None)
        await stage.frame()
        check(stage, "replay")
        assert not actions.reasons["model_recorded"]

    live(play)


def test_menus_toolbar_and_row_menus_offer_what_palette_and_list_of_keys_name(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        window = stage.window
        menus = [action.menu() for action in window.menuBar().actions()]
        in_menus = {one.objectName() for menu in menus if isinstance(menu, QMenu) for one in _entries(menu)}
        assert {spec.id for spec in ACTIONS} <= in_menus
        in_toolbar = {action.objectName() for action in window.toolbar.actions() if action.objectName()}
        assert in_toolbar <= {spec.id for spec in ACTIONS}
        listed = _listed(stage)
        assert {action.text().replace("&", "") for _, action in window.actions_} <= listed
        row = window.timeline.model.row_at(window.timeline.model.rowCount() - 2)
        assert row is not None
        menu = row_menu(window, row, lambda _id: None, lambda _id, _row: True)
        said = {one.text().replace("&", "") for one in _entries(menu)}
        missing = {text for text in said if not any(_same(text, other) for other in listed)}
        assert missing == set()

    live(play)


def _same(text: str, other: str) -> bool:
    """Whether an action says what an entry of a row's menu says, which may be shorter beside its row."""
    return set(re.findall(r"\w+", text.lower())) - {"with"} <= set(re.findall(r"\w+", other.lower()))


def _rows(dialog: KeysDialog) -> list[QTreeWidgetItem]:
    """The rows of the list of keys that are shown, without the titles of groups."""
    groups = [group for at in range(dialog.list.topLevelItemCount()) if (group := dialog.list.topLevelItem(at))]
    rows = [row for group in groups for at in range(group.childCount()) if (row := group.child(at)) is not None]
    return [row for row in rows if not row.isHidden()]


def _listed(stage: Stage) -> set[str]:
    dialog = KeysDialog(stage.window, stage.window.actions_)
    found = {row.text(0) for row in _rows(dialog)}
    dialog.deleteLater()
    return found


def test_the_list_of_keys_begins_with_those_of_the_part_one_comes_from(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.window.go_to("timeline")
        dialog = KeysDialog(stage.window, stage.window.actions_)
        first = dialog.list.topLevelItem(0)
        assert first is not None
        assert first.text(0) == "In the timeline"
        dialog.field.setText("f10")
        shown = [row.text(1) for row in _rows(dialog)]
        assert shown
        assert all("F10" in keys for keys in shown)
        dialog.deleteLater()

    live(play)


def test_every_action_of_the_window_with_a_key_is_in_the_table() -> None:
    keys = [key.toString() for spec in ACTIONS for key in shortcuts(spec)]
    assert len(keys) == len(set(keys))
    wanted = {
        *("F5", "Shift+F5", "Ctrl+Shift+F5", "F10", "F11", "Shift+F11", "F7", "Ctrl+F10", "Ctrl+Shift+F10", "F9"),
        *("Ctrl+Shift+B", "Ctrl+R", "Shift+F9", "Ctrl+F9", "Ctrl+Shift+F9", "Ctrl+Shift+Return", "Alt+Return", "F8"),
        *("Shift+F8", "Alt+F8", "Alt+/", "Alt+Shift+F", "Ctrl+D", "Ctrl+Shift+S", "Ctrl+E", "Ctrl+W", "Ctrl+Q"),
        *("Ctrl+K", "Ctrl+Shift+P", "Ctrl+F", "Ctrl+H", "F3", "Shift+F3", "Ctrl+L", "Alt+Up", "Alt+Down", "Alt+Left"),
        *("Alt+Right", "F6", "Shift+F6", "Ctrl+1", "Ctrl+2", "Ctrl+3", "Ctrl+4", "Alt+1", "Alt+2", "Alt+3", "Alt+4"),
        *("Ctrl+J", "Ctrl+Shift+M", "Ctrl+\\", "Ctrl+Shift+\\", "Ctrl+PgUp", "Ctrl+PgDown", "Ctrl+Shift+D", "Ctrl+0"),
        *("Ctrl+Shift+Z", "Ctrl+Y", "F1", "Ctrl+'", "Ctrl+;", "Ctrl+Shift+;", "Ctrl+."),
    }
    assert wanted <= set(keys), wanted - set(keys)
