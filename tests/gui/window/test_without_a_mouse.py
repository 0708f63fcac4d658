"""The demo with the keyboard alone: a wrong argument seen, mended and run, the next call mocked, a fork, a comparison, a test.

Keys go to the widget that has the keyboard, as a person's do; nothing is clicked and no method of a pane is called.
"""

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPlainTextEdit, QWidget

from studio.gui.dialogs.export_test import ExportTestDialog
from studio.gui.editors.json_editor import JsonEditor
from studio.session.nodes import CallKey
from studio.session.state import CallState
from tests.gui.window.conftest import Play, Stage

_NONE, _CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier


def _press(key: Qt.Key, modifiers: Qt.KeyboardModifier = _NONE) -> None:
    QTest.keyClick(_focus(), key, modifiers)


def _write(text: str) -> None:
    """Select all, and type."""
    _press(Qt.Key.Key_A, _CTRL)
    QTest.keyClicks(_focus(), text)


def _focus() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


async def _tab_to(stage: Stage, kind: type[QWidget]) -> None:
    """Tab until such a widget has the keyboard."""
    for _ in range(40):
        if isinstance(_focus(), kind) and not getattr(_focus(), "isReadOnly", bool)():
            return
        _press(Qt.Key.Key_Tab)
        await stage.frame()
    raise AssertionError(f"Tab never comes to {kind.__name__}.")


def _due(stage: Stage) -> CallState:
    standing = stage.session.standing
    assert standing is not None
    assert standing.call is not None
    found = stage.session.state.call(standing.call)
    assert found is not None
    return found


def _result(stage: Stage, key: CallKey) -> object:
    found = stage.session.state.call(key)
    return found.result if found is not None else None


async def _change_and_execute(stage: Stage) -> None:
    """An argument of the wrong type is named while it stands there; mended, the call runs with what is shown."""
    _press(Qt.Key.Key_3, _CTRL)
    await _tab_to(stage, JsonEditor)
    _write('{"order_id": 48213}')
    await stage.until(lambda: stage.window.problems.count == 1)
    _write('{"order_id": "48214"}')
    await stage.until(lambda: stage.window.problems.count == 0)
    _press(Qt.Key.Key_Return, _CTRL)
    await stage.until(lambda: json.loads(_due(stage).call.arguments) == {"order_id": "48214"})
    _press(Qt.Key.Key_Escape)
    key = _due(stage).key
    _press(Qt.Key.Key_Return, _CTRL)
    await stage.until(lambda: _result(stage, key) is not None)
    await stage.until(lambda: not stage.window.bridge.running)
    await stage.frame()
    assert "48214" in str(_result(stage, key)), "what was shown ran"


async def _mock(stage: Stage) -> None:
    """The next call is answered by hand."""
    due = _due(stage)
    _press(Qt.Key.Key_M, _CTRL)
    await stage.until(lambda: isinstance(_focus(), QPlainTextEdit))
    _write("no policy")
    _press(Qt.Key.Key_Return, _CTRL)
    await stage.until(lambda: _result(stage, due.key) is not None)
    await stage.frame()


async def _opened(stage: Stage, kind: type[QDialog]) -> None:
    """Wait until a dialog is there and has the keyboard."""

    def has_keyboard() -> bool:
        shown, focus = stage.window.dialogs.current, QApplication.focusWidget()
        return isinstance(shown, kind) and focus is not None and shown.isAncestorOf(focus)

    await stage.until(has_keyboard)


async def _fork_and_compare(stage: Stage) -> None:
    _press(Qt.Key.Key_1, _CTRL)
    _press(Qt.Key.Key_End)
    for _ in range(3):
        _press(Qt.Key.Key_Up)
    await stage.frame()
    _press(Qt.Key.Key_B, _CTRL | _SHIFT)
    await stage.until(lambda: len(stage.session.shown_branches) == 2)
    await stage.frame()
    _press(Qt.Key.Key_D, _CTRL | _SHIFT)
    await stage.until(stage.window.side.late.compare.isVisible)


async def _export(stage: Stage, out: Path) -> None:
    stage.window.activateWindow()  # as the desktop does when a dialog has closed; off screen nobody does
    await stage.until(lambda: QApplication.focusWidget() is not None)
    _press(Qt.Key.Key_E, _CTRL)
    await _opened(stage, ExportTestDialog)
    await _tab_to(stage, QLineEdit)
    _write(str(out))
    _press(Qt.Key.Key_Return, _CTRL)
    await stage.until(out.exists)
    await stage.until(lambda: stage.window.dialogs.current is None)


def test_the_demo_is_changed_mocked_forked_compared_and_exported_without_a_mouse(
    live: Callable[[Play], None], tmp_path: Path
) -> None:
    async def play(stage: Stage) -> None:
        await stage.until(lambda: QApplication.focusWidget() is stage.window.start.demo)
        _press(Qt.Key.Key_Return)
        await stage.stopped("breakpoint")
        await _change_and_execute(stage)
        await _mock(stage)
        _press(Qt.Key.Key_F10)
        await stage.stopped()
        await _fork_and_compare(stage)
        await _export(stage, tmp_path / "test_refund.py")

    live(play)
