"""What the page *Editor* chooses acts in editors that are open, and drops nothing that is typed there."""

import json

import pytest
from PySide6.QtWidgets import QPlainTextEdit

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.editors.mark import Mark
from tests.gui.settings.conftest import Desk

pytestmark = pytest.mark.promise("H2")


@pytest.fixture
def editor(desk: Desk) -> JsonEditor:
    """An editor in the window, with a nested object and a string of 500 letters."""
    made = JsonEditor("Arguments", desk.window)
    made.set_text(json.dumps({"order": {"id": 7}, "note": "x" * 500}))
    return made


def test_the_indent_is_that_of_the_settings_at_once(desk: Desk, editor: JsonEditor) -> None:
    desk.port.chosen.put("editing.indent", 4)
    assert '\n    "order": {\n        "id": 7' in editor.shown()
    assert not editor.is_changed()


def test_another_indent_is_no_change_of_the_original(desk: Desk, editor: JsonEditor) -> None:
    editor.set_original(json.dumps({"order": {"id": 7}, "note": "x" * 500}))
    desk.port.chosen.put("editing.indent", 4)
    assert editor.changed_lines() == frozenset()


def test_a_longer_string_than_wanted_is_folded_and_nothing_is_lost(desk: Desk, editor: JsonEditor) -> None:
    assert "x" * 500 in editor.shown()
    desk.port.chosen.put("editing.fold_over", 300)
    assert "x" * 500 not in editor.shown()
    assert "x" * 500 in editor.draft()
    desk.port.chosen.reset("editing.fold_over")
    assert "x" * 500 in editor.shown()


def test_a_draft_stays_as_it_is_typed(desk: Desk, editor: JsonEditor) -> None:
    editor.replace_text('{"order": 8}')
    desk.port.chosen.put("editing.indent", 4)
    assert editor.shown() == '{"order": 8}'


def test_long_lines_wrap_when_it_is_wanted(desk: Desk, editor: JsonEditor) -> None:
    assert editor.lineWrapMode() == QPlainTextEdit.LineWrapMode.NoWrap
    desk.port.chosen.put("editing.wrap", True)
    assert editor.lineWrapMode() == QPlainTextEdit.LineWrapMode.WidgetWidth


def test_a_text_over_the_limit_is_checked_on_request_only(desk: Desk) -> None:
    desk.port.chosen.put("editing.check_kb", 0)
    asked: list[str] = []

    def check(text: str) -> list[Mark]:
        asked.append(text)
        return []

    editor = JsonEditor("Arguments", desk.window, check=check)
    editor.set_text('{"a": 1}')
    assert asked == []
    editor.check_now()
    assert len(asked) == 1
