"""*Export as test* in the running program: what is asserted is chosen, shown, tried and written; the session stays as it is."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.gui.dialogs.export_test import ExportTestDialog
from studio.gui.situation import NO_REPLY, Situation, can_export
from studio.session.nodes import NodeId
from tests.gui.window.conftest import Play, Stage


def _dialog(stage: Stage) -> ExportTestDialog:
    found = stage.window.dialogs.current
    assert isinstance(found, ExportTestDialog)
    return found


def _choose(dialog: ExportTestDialog, out: Path) -> None:
    """A name, a pattern and an order that cannot stand, then ones that can."""
    dialog.path.setText(str(out.with_name("demo.py")))
    dialog._show_file()
    assert not dialog.export.isEnabled()
    assert "pytest would find no test" in dialog.said.text()
    dialog.path.setText(str(out))
    call = dialog.calls.topLevelItem(0)
    order = call.child(0) if call is not None else None
    assert order is not None
    dialog.calls.setCurrentItem(order)
    for field in (dialog.calls, dialog.path):
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert dialog.isVisible(), "Enter exports nothing"
    assert not out.exists()
    dialog.how.how.hidePopup()
    assert dialog.branch.currentText() == "main"
    dialog.how.how.choose("like")
    dialog.how.text.setText("(4")
    dialog._show_file()
    assert not dialog.export.isEnabled()
    dialog.how.text.setText("^48")
    dialog.order.setChecked(False)
    dialog._show_file()
    assert 'Call("get_order", {"order_id": like(r"^48")})' in dialog.preview.toPlainText()
    assert "in_order=False" in dialog.preview.toPlainText()
    assert order.text(1) == "a pattern: ^48"


async def _run(stage: Stage, dialog: ExportTestDialog) -> None:
    """A run that is stopped, and one to its end."""
    dialog.run.click()
    dialog.reject()
    await stage.until(lambda: not dialog.is_running)
    assert dialog.said.text() == "The run was stopped."
    dialog.run.click()
    assert not dialog.export.isEnabled()
    assert "The test runs." in dialog.export.toolTip()
    await stage.until(lambda: not dialog.is_running)
    assert dialog.export.isEnabled()
    assert "1 passed" in dialog.output.toPlainText()
    assert dialog.said.text() == "The test passes."


def _overwrite(stage: Stage, out: Path) -> None:
    """What was changed by hand is lost only when the person says so."""
    out.write_text("mine\n", encoding="utf-8")
    stage.window.bridge.test_wanted.emit(stage.session.head)
    dialog = _dialog(stage)
    dialog.path.setText(str(out))
    dialog.export.click()
    assert out.read_text(encoding="utf-8") == "mine\n"
    assert "changed by hand" in dialog.said.text()
    dialog.force.setChecked(True)
    dialog.export.click()
    assert "get_order" in out.read_text(encoding="utf-8")


def test_a_session_is_made_a_test_with_loose_members_tried_and_written(
    live: Callable[[Play], None], tmp_path: Path
) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        session, out = stage.session, tmp_path / "test_demo.py"
        await stage.until(stage.window.actions_["export_test"].isEnabled)
        before = session.path.read_bytes()
        stage.trigger("export_test")
        dialog = _dialog(stage)
        _choose(dialog, out)
        await _run(stage, dialog)
        assert not out.exists()
        dialog.export.click()
        assert stage.window.dialogs.current is None
        assert out.read_text(encoding="utf-8") == dialog.preview.toPlainText()
        assert session.path.read_bytes() == before
        _overwrite(stage, out)
        first = next(node for node in session.tree.path(session.head) if session.tree.kind(node) == "request")
        session.rewind(session.tree.parent(NodeId(first)))
        assert can_export(Situation(session)) == NO_REPLY
        session.rewind(session.tree.last)
        stage.window.bridge.test_wanted.emit(session.head)
        of_other = _dialog(stage)
        of_other.run.click()
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        assert stage.window.dialogs.current is None, "it would be about a session that is gone"

    live(play)
