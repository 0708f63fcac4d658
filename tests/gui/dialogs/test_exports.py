"""Exports and the menu Help in the running program: what is chosen is shown, written and told; what is copied holds no key."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from studio.engine.stop_document import MEMBERS
from studio.gui.dialogs.export_transcript import TranscriptDialog
from studio.gui.dialogs.expression_words import EXAMPLES, ROOTS, SPELLINGS
from studio.gui.dialogs.expressions import ExpressionsDialog
from studio.gui.dialogs.first_steps import FirstStepsDialog
from studio.gui.dialogs.report import ReportDialog
from studio.workspace.exporting import Choice
from tests.gui.window.conftest import Play, Stage

pytestmark = pytest.mark.promise("H5")


def _clipboard() -> str:
    return QGuiApplication.clipboard().text()


async def _save(stage: Stage, path: Path) -> list[str]:
    """Choose a file in the dialog that is up; what is told when it is written."""
    told: list[str] = []
    stage.window.bridge.offered.connect(lambda said, _button, _do: told.append(said))
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    await stage.until(lambda: told)
    return told


def test_a_transcript_is_chosen_looked_at_copied_and_saved(live: Callable[[Play], None], tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await stage.go("step")
        stage.trigger("export_transcript")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, TranscriptDialog)
        await stage.until(lambda: "# Refund triage" in dialog.preview.toPlainText())
        assert "get_order" in dialog.preview.toPlainText()
        assert '"parameters"' not in dialog.preview.toPlainText()
        dialog.choice.parts["tools"].click()
        await stage.until(lambda: '"parameters"' in dialog.preview.toPlainText())
        dialog.choice.parts["system"].click()
        await stage.until(lambda: "You settle refund" not in dialog.preview.toPlainText())
        dialog.copy.click()
        await stage.until(lambda: _clipboard().startswith("# Refund triage"))
        assert _clipboard() == dialog.preview.toPlainText()
        dialog.form.choose("html")
        await stage.until(lambda: "Refund triage" in dialog.page.toPlainText())
        assert dialog.wanted()[1] == Choice(tools=True, system=False)
        assert "You settle refund" not in dialog.page.toPlainText()
        QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        told = await _save(stage, tmp_path / "demo.html")
        assert told == [f"demo.html is written into {tmp_path}, without any key."]
        assert (tmp_path / "demo.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
        assert stage.window.dialogs.current is None, "both dialogs are gone"

    live(play)


def test_the_document_is_written_and_a_branch_without_http_has_no_archive(
    live: Callable[[Play], None], tmp_path: Path
) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("export_json")
        await _save(stage, tmp_path / "demo.json")
        read = json.loads((tmp_path / "demo.json").read_text(encoding="utf-8"))
        assert (read["title"], read["branches"][0]["branch"]) == ("Refund triage", "main")
        failed: list[str] = []
        stage.window.bridge.failed.connect(lambda said, _help: failed.append(said))
        stage.trigger("export_archive")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, QFileDialog)
        dialog.fileSelected.emit(str(tmp_path / "demo.har"))
        await stage.until(lambda: failed)
        assert failed == ["Nothing of this branch went over HTTP."]
        assert not (tmp_path / "demo.har").exists()

    live(play)


def test_help_begins_what_it_tells_of_tries_expressions_and_reports_without_secrets(
    live: Callable[[Play], None],
) -> None:
    async def play(stage: Stage) -> None:
        stage.trigger("first_steps")
        steps = stage.window.dialogs.current
        assert isinstance(steps, FirstStepsDialog)
        assert steps.focusWidget() is steps.buttons["demo"]
        QTest.keyClick(steps.buttons["demo"], Qt.Key.Key_Space)
        await stage.stopped("breakpoint")
        _try_expressions(stage)
        secret = "sk-very-secret-1234"
        stage.program.workspace.world.redactor.register(secret)
        stage.window.bridge.refuse(f"The key {secret} is wrong.")
        stage.trigger("report")
        report = stage.window.dialogs.current
        assert isinstance(report, ReportDialog)
        assert "is wrong" not in report.text.toPlainText()
        assert "events:" in report.text.toPlainText()
        assert "48213" not in report.text.toPlainText(), "nothing that was said"
        report.messages.click()
        report.session.click()
        report.copy.click()
        assert "The key [redacted] is wrong." in _clipboard()
        assert "events:" not in _clipboard()

    live(play)


def _try_expressions(stage: Stage) -> None:
    stage.trigger("expressions")
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, ExpressionsDialog)
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.field.text() == EXAMPLES[1][0]
    assert dialog.value.toPlainText() == "false"
    dialog.take("args.amount > 100")
    assert dialog.said.property("role") == "error"
    assert not dialog.watch.isEnabled()
    for expression, _ in (*EXAMPLES, *ROOTS, *SPELLINGS):
        dialog.take(expression)
        assert dialog.said.property("role") != "error", expression
    dialog.take("call.name")
    assert dialog.value.toPlainText() == '"get_order"'
    dialog.watch.click()
    assert [watch.expression for watch in stage.session.watches] == ["call.name"]


def test_every_root_of_an_expression_is_told() -> None:
    assert [name for name, _ in ROOTS] == list(MEMBERS)
