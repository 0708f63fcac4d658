"""Thinking, pictures and calls as the chats show them, and the way back to what the model said."""

import base64
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from studio.gui.panes.thumbnail import Thumbnail, picture_bytes
from studio.messages.message import Message
from studio.messages.parts import Image, Reasoning, Text
from tests.gui.panes.conftest import Panes
from tests.gui.panes.refund import asked_session, new_session, paused_session
from tests.gui.panes.test_call_extras import _picture


def _large() -> Image:
    """A picture of six million pixels."""
    image = QImage(3000, 2000, QImage.Format.Format_Mono)
    image.fill(0)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload] # a device is taken too
    return Image("data:image/png;base64," + base64.b64encode(buffer.data().data()).decode(), "image/png")


THOUGHT = Reasoning("A long thought. " * 40, "signature")


def test_thinking_is_one_line_until_it_is_unfolded_and_hides_no_text(panes: Panes) -> None:
    session = new_session()
    session.add_message(Message("assistant", (THOUGHT, Text("The answer."))))
    panes.open(session)
    block = panes.request.chat.blocks()[-1]
    (fold,) = block.beside.thoughts
    assert fold.accessibleName() == "thinking · 640 characters · signed, goes back unchanged"
    assert not fold.text.isVisible()
    assert block.block.body.accessibleName() == "The answer."
    QTest.keyClick(fold.button, Qt.Key.Key_Space)
    assert fold.text.isVisible()
    assert fold.text.accessibleName().startswith("A long thought.")
    assert fold.button.accessibleName() == "Fold the thinking"


def test_pictures_of_a_message_are_shown_small_and_opened_large(panes: Panes) -> None:
    session = new_session()
    session.add_message(Message("user", (Text("Look."), _picture(), Image("https://shop.example/cup.png"))))
    panes.open(session)
    block = panes.request.chat.blocks()[-1]
    assert block.beside.pictures is not None
    small, named = block.beside.pictures.thumbnails
    assert (small.is_picture, named.is_picture) == (True, False)
    assert small.accessibleName() == "Picture 1 (image/png)"
    small.click()
    assert [each.windowTitle() for each in panes.holder.findChildren(QDialog)] == ["Picture 1 (image/png)"]


def test_a_picture_is_saved_as_it_came(qtbot: QtBot, tmp_path: Path) -> None:
    picture = _picture()
    thumbnail = Thumbnail(picture, 1)
    qtbot.addWidget(thumbnail)
    assert [action.text() for action in thumbnail.make_menu().actions()] == [
        "Show large",
        "Save picture…",
        "Copy picture",
    ]
    thumbnail.write(str(tmp_path / "cup.png"))
    assert (tmp_path / "cup.png").read_bytes() == picture_bytes(picture.url)
    assert QImage(str(tmp_path / "cup.png")).size() == QSize(40, 20)


def test_a_very_large_picture_is_named_and_read_only_when_it_is_asked_for(qtbot: QtBot) -> None:
    thumbnail = Thumbnail(_large(), 1)
    qtbot.addWidget(thumbnail)
    assert thumbnail.is_picture
    assert thumbnail.text() == "3000 × 2000"


def test_a_changed_text_goes_back_to_what_the_model_said_with_one_press(panes: Panes) -> None:
    session = paused_session()[0]
    assert session.state.open is not None
    said = session.state.open.reply.text
    session.edit_reply_text("Something else.")
    panes.open(session)
    for view, text in (("calls", panes.response.calls.text), ("chat", panes.response.chat.text)):
        session.edit_reply_text("Something else.")
        panes.response.show_view(view)
        panes.bridge.tick()
        assert text.undo.isVisible()
        assert text.undo.accessibleName() == "Back to what the model said"
        text.undo.click()
        panes.bridge.tick()
        assert session.state.open.reply.text == said
        assert not text.undo.isVisible()


def test_a_changed_reply_goes_back_whole_from_its_difference(panes: Panes) -> None:
    session, refund, _ = paused_session()
    assert session.state.open is not None
    original = session.state.open.original
    panes.open(session)
    panes.response.show_view("diff")
    assert not panes.response.changed.isVisible()
    session.edit_reply_text("Something else.")
    session.edit_call(refund, arguments='{"order_id": "1"}')
    panes.bridge.tick()
    assert panes.response.changed.isVisible()
    panes.response.changed.button.click()
    panes.bridge.tick()
    assert session.state.open.reply == original
    assert not panes.response.changed.isVisible()
    assert not panes.response.diff.has_difference()


@pytest.mark.promise("G2")
def test_one_value_is_typed_in_any_view_checked_and_committed_as_one_event(panes: Panes) -> None:
    session = panes.open(paused_session()[0])
    pane, head = panes.response, session.head
    pane.switch.choose("json")
    whole = pane.json.editor.toPlainText()
    pane.json.editor.selectAll()
    pane.json.editor.insertPlainText(whole.replace("call_7Qm2ZxT9", 'call_1",,'))
    assert pane.settle() == "This is not JSON yet, so it cannot be committed." == pane.json.bar.sentence()
    QTest.keyClick(pane.json.editor, Qt.Key.Key_Escape)
    pane.switch.choose("calls")
    pane.switch.choose("json")
    assert 'call_1",,' in pane.json.editor.toPlainText(), "a draft stays when it is left"
    assert session.head == head, "and nothing was written yet"
    pane.json.editor.selectAll()
    pane.json.editor.insertPlainText(whole.replace("call_7Qm2ZxT9", "call_1"))
    QTest.keyClick(pane.json.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    panes.bridge.tick()
    assert session.tree.parent(session.head) == head, "one event"
    assert pane.settle() == ""
    pane.switch.choose("calls")
    assert pane.calls.cards()[0].head.id.text() == "call_1"
    pane.switch.choose("chat")
    assert "call_1" in pane.chat.calls()[0].accessibleName()
    pane.switch.choose("diff")
    assert pane.diff.has_difference()
    pane.changed.button.click()
    panes.bridge.tick()
    assert not pane.diff.has_difference()


def test_running_is_refused_with_the_sentence_that_stands_below_the_editor(panes: Panes) -> None:
    panes.open(asked_session())
    page = panes.request.json
    panes.request.switch.choose("json")
    page.editor.setPlainText("{")
    assert panes.request.settle() == page.bar.sentence() == "This is not JSON yet, so it cannot be committed."
