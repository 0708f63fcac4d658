"""Passages are attached to a message and listed as its sources; what the memory leaves out of a request is greyed and set in the form."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest

from studio.gui.panes.attachments import PassageRow, lines_of
from studio.gui.panes.entry_look import look_of
from studio.messages.passage import Passage
from studio.session.memory import Memory
from studio.session.state import settled
from tests.gui.panes.conftest import Panes
from tests.gui.panes.refund import asked_session, new_session, paused_session


def test_lines_are_typed_as_in_an_editor() -> None:
    assert [lines_of(text) for text in ("", "7", " 3-40 ", "3–4")] == [None, (7, 7), (3, 40), (3, 4)]
    for wrong in ("a", "0", "4-3", "1-2-3"):
        with pytest.raises(ValueError, match=wrong):
            lines_of(wrong)


def test_files_go_along_with_a_message_by_lines_and_always_and_are_listed_as_its_sources(
    panes: Panes, tmp_path: Path
) -> None:
    session = panes.open(new_session())
    notes, terms = tmp_path / "notes.md", tmp_path / "terms.txt"
    notes.write_text("one\ntwo\nthree\n")
    terms.write_text("30 days")
    composer = panes.request.chat.composer
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(notes)), QUrl.fromLocalFile(str(tmp_path / "other.tcsession"))])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    composer.dropEvent(event)
    composer.add_files([terms, tmp_path / "gone.txt"])
    first, second = (row for row in composer.attachments.rows if isinstance(row, PassageRow))
    assert len(panes.bridge.shown) == 1, "a file that cannot be read is said, and not attached"
    first.lines.setText("2-3")
    first.lines.editingFinished.emit()
    second.always.setChecked(True)
    composer.add_files([terms])
    composer.attachments.rows[2].out.click()
    composer.editor.set_text("Paid?")
    composer.send.setEnabled(True)
    composer.send.click()
    said = next(message for message in settled(session.state) if message.text == "Paid?")
    assert said.passages == (
        Passage("notes.md", "two\nthree", "lines 2-3"),
        Passage("terms.txt", "30 days", always=True),
    )
    assert composer.attachments.rows == ()
    panes.request.refresh()
    entry = next(block.entry for block in panes.request.chat.blocks() if block.entry.text == "Paid?")
    sources = [line.partition(" · about")[0] for line in look_of(entry).passages.splitlines()]
    assert sources == ["Source: notes.md, lines 2-3 · first round only", "Source: terms.txt · with every request"]


def test_the_messages_of_a_request_are_counted_as_in_the_timeline(panes: Panes) -> None:
    panes.open(new_session())
    assert panes.request.header.meta.text() == "not sent yet", "the system text is no message"
    panes.open(asked_session())
    assert panes.request.header.meta.text() == "1 message · not sent yet"


def test_what_the_memory_leaves_out_is_greyed_and_said(panes: Panes) -> None:
    session, first, second = paused_session()
    panes.open(session)
    session.mock(first, "done")
    session.mock(second, "done")
    session.leaves = ((0, 1),)
    panes.bridge.refreshed.emit()
    looks = [look_of(block.entry) for block in panes.request.chat.blocks() if block.entry.index >= 0]
    assert [look.ground for look in looks][:2] == ["faint", "text"]
    assert "left out of this request" in looks[0].meta
    assert not panes.request.tokens.isHidden()
    assert panes.request.tokens.label.text().startswith("About ")


def test_the_memory_is_a_setting_of_the_form(panes: Panes) -> None:
    session = panes.open(new_session())
    session.leaves = ((0, 2),)
    panes.request.show_view("form")
    form = panes.request.form
    form.memory.kind.choose("messages")
    form.memory.most.setValue(4)
    assert form.memory.hint.text().startswith("What it leaves out is told once it is committed."), "not yet in force"
    QTest.keyClick(form.memory.most, Qt.Key.Key_Tab)
    assert form.changes() == {"memory": Memory("messages", 4)}
    form.commit()
    assert session.state.setup.memory == Memory("messages", 4)
    panes.request.refresh()
    assert form.memory.hint.text().startswith("2 messages left out.")
