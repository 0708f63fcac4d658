"""The next message: pictures that go along, saved prompts, and what is refused."""

import base64
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from studio.gui.panes.attached_picture import PictureRow
from studio.gui.panes.composer import Composer
from studio.gui.panes.thumbnail import picture_bytes
from studio.messages.parts import Image, Text
from studio.session.state import settled
from studio.store.settings import Settings
from studio.workspace.saved_prompts import SavedPrompts
from tests.gui.panes.conftest import Panes
from tests.gui.panes.refund import asked_session, new_session
from tests.gui.panes.test_call_extras import _picture

PNG = picture_bytes(_picture().url)


@pytest.fixture
def composer(panes: Panes) -> Composer:
    panes.open(new_session())
    return panes.request.chat.composer


def _rows(composer: Composer) -> list[PictureRow]:
    return [row for row in composer.attachments.rows if isinstance(row, PictureRow)]


def test_a_picture_file_goes_along_small_and_can_be_taken_out(panes: Panes, composer: Composer, tmp_path: Path) -> None:
    for name in ("cup.png", "tin.png"):
        (tmp_path / name).write_bytes(PNG)
    composer.add_files([tmp_path / "cup.png", tmp_path / "tin.png"])
    cup, tin = _rows(composer)
    assert cup.name.text() == f"cup.png · image/png · {len(PNG)} bytes"
    assert cup.small.thumbnails[0].is_picture
    assert cup.out.accessibleName() == "Take cup.png out"
    tin.out.click()
    composer.editor.setPlainText("What is broken?")
    QTest.keyClick(composer.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    session = panes.bridge.session
    assert session is not None
    said = settled(session.state).since(0)[0]
    assert said.parts == (
        Text("What is broken?"),
        Image(f"data:image/png;base64,{base64.b64encode(PNG).decode()}", "image/png"),
    )
    assert composer.attachments.rows == ()


def test_a_file_that_is_no_picture_says_so_and_does_not_go_along(
    panes: Panes, composer: Composer, tmp_path: Path
) -> None:
    (tmp_path / "fake.png").write_bytes(b"<svg onload=...>")
    composer.add_files([tmp_path / "fake.png", tmp_path / "gone.jpg"])
    assert _rows(composer) == []
    assert panes.bridge.shown == [
        "fake.png is no picture that a model can take.",
        "gone.jpg cannot be read: No such file or directory.",
    ]


def test_a_picture_is_pasted_and_a_text_stays_a_text(composer: Composer) -> None:
    picture, text = QMimeData(), QMimeData()
    picture.setImageData(QImage.fromData(PNG))
    text.setText("words")
    assert composer.editor.canInsertFromMimeData(picture)
    composer.editor.insertFromMimeData(picture)
    composer.editor.insertFromMimeData(text)
    (row,) = _rows(composer)
    assert row.picture.media_type == "image/png"
    assert row.name.text().startswith("Pasted picture · image/png · ")
    assert composer.editor.text() == "words"


def test_files_that_are_pasted_go_along(composer: Composer, tmp_path: Path) -> None:
    (tmp_path / "cup.png").write_bytes(PNG)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "cup.png"))])
    composer.editor.insertFromMimeData(data)
    assert len(_rows(composer)) == 1
    assert composer.editor.text() == ""


def test_a_picture_needs_no_words_but_somebody_who_may_send_it(composer: Composer) -> None:
    assert not composer.send.isEnabled()
    composer.add_pasted(PNG)
    assert composer.send.isEnabled()
    composer.role.choose("system")
    assert not composer.send.isEnabled()


def test_prompts_are_saved_inserted_and_removed(composer: Composer) -> None:
    settings, written = Settings(), []
    composer.saved.prompts = SavedPrompts(lambda: settings, lambda: written.append(list(settings.prompts)))
    composer.editor.setPlainText("Refund order 48213 & tell\nthe customer.")
    (nothing, _line, save, remove) = composer.saved.make_menu().actions()
    assert not nothing.isEnabled()
    assert not remove.isEnabled()
    save.trigger()
    assert written == [["Refund order 48213 & tell\nthe customer."]]
    composer.editor.setPlainText("First: ")
    composer.editor.moveCursor(composer.editor.textCursor().MoveOperation.End)
    menu = composer.saved.make_menu()
    assert menu.actions()[0].text() == "Refund order 48213 && tell the customer."
    menu.actions()[0].trigger()
    assert composer.editor.text() == "First: Refund order 48213 & tell\nthe customer."
    composer.editor.undo()
    assert composer.editor.text() == "First: "
    removing = composer.saved.make_menu().actions()[-1].menu()
    assert isinstance(removing, QMenu)
    removing.actions()[0].trigger()
    assert settings.prompts == []


def test_the_composer_begins_a_session_and_goes_while_an_answer_is_due(panes: Panes) -> None:
    panes.open(new_session())
    assert panes.request.chat.composer.isVisible()
    panes.open(asked_session())
    assert not panes.request.chat.composer.isVisible()
