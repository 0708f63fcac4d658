"""Keys that the person changed: they act at once in every window, and the usual ones mean nothing any more."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from studio.gui.dialogs.keys import KeysDialog
from studio.gui.own_keys import key_table, key_text
from tests.gui.window.conftest import Play, Stage

pytestmark = pytest.mark.promise("H2")


async def _press(stage: Stage, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """A key as the system gives it to the window; outside of any task, for it lets waiting events through."""
    handle = stage.window.windowHandle()
    assert handle is not None
    pressed: list[bool] = []

    def press() -> None:
        QTest.keyClick(handle, key, modifiers)
        pressed.append(True)

    QTimer.singleShot(0, press)
    await stage.until(lambda: pressed)


def test_changed_keys_act_at_once_also_for_what_a_part_does_itself(live: Callable[[Play], None]) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.window.activateWindow()
        chosen, actions = stage.program.look.chosen, stage.window.actions_
        chosen.put("keys", {"show_bottom": ["F4"], "view_json": ["Ctrl+Shift+J"], "full_screen": []})
        assert actions["show_bottom"].shortcuts() == [QKeySequence("F4")]
        assert "F4" in actions["show_bottom"].toolTip()
        assert actions["full_screen"].shortcuts() == []
        listed = KeysDialog(stage.window, actions)
        listed.field.setText("show all parts at the bottom")
        assert listed.list.findItems("F4", Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive, 1)
        used: list[str] = []
        actions.used.connect(used.append)
        stage.window.go_to("request")
        await _press(stage, Qt.Key.Key_F4)
        await _press(stage, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        assert used == ["show_bottom", "view_json"]
        assert stage.window.panes.request.switch.current() == "json"
        stage.window.panes.request.show_view("chat")
        stage.window.go_to("request")
        await _press(stage, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
        assert stage.window.panes.request.switch.current() == "chat"  # the usual key means nothing any more
        chosen.put("keys", {"view_json": ["F4"], "show_bottom": ["Alt+3"]})
        await _press(stage, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
        assert used[-1] == "show_bottom"
        chosen.reset("keys")
        stage.window.go_to("request")
        await _press(stage, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
        assert stage.window.panes.request.switch.current() == "json"

    live(play)


@pytest.mark.parametrize(
    ("text", "key"), [("ctrl+k", "Ctrl+K"), ("F4", "F4"), ("Ctrl+K, Ctrl+B", ""), ("no key", ""), ("", "")]
)
def test_a_key_is_read_as_the_program_writes_it(text: str, key: str) -> None:
    assert key_text(text) == key


def test_what_is_no_key_in_the_settings_gives_none_and_takes_nothing_with_it() -> None:
    table = key_table({"step": ["nonsense", "A", "F4"], "of_a_newer_version": ["F4"]})
    assert table.keys("step") == ("F4",)
    assert table.given("step", ["F6"]) == {"step": ["F6"], "of_a_newer_version": ["F4"]}
    assert table.met() == {}
