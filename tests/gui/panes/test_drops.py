"""What is dragged and dropped: a step out of the timeline, a declaration onto the tools, text onto the composer."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QTableView, QWidget

from studio.gui.panes.composer import Composer
from studio.gui.panes.step_drag import STEP, StepDrag
from studio.gui.panes.tool_drop import ToolDrop

pytestmark = pytest.mark.promise("H2")


class Taker(QWidget):
    """Takes steps only."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.got: list[str] = []

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(STEP):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.got.append(bytes(event.mimeData().data(STEP).data()).decode())


def _dropped(data: QMimeData) -> QDropEvent:
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    return QDropEvent(QPointF(5, 5), *how)


def test_a_step_is_dropped_where_it_is_taken_and_nowhere_else(qapp: QApplication) -> None:
    window, view, taker, other = QWidget(), QTableView(), Taker(), QWidget()
    row = QHBoxLayout(window)
    for part in (view, taker, other):
        part.setMinimumSize(150, 150)
        row.addWidget(part)
    drag = StepDrag(view, lambda y: 7 if y < 50 else 0, lambda: 20)
    window.show()
    place = view.viewport()

    def pull(start: QPoint, to: QWidget) -> None:
        end = place.mapFromGlobal(to.mapToGlobal(QPoint(60, 60)))
        QTest.mousePress(place, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
        QTest.mouseMove(place, start + QPoint(30, 0))
        QTest.mouseMove(place, end)
        QTest.mouseRelease(place, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)

    pull(QPoint(40, 20), taker)
    assert taker.got == ["7"]
    pull(QPoint(40, 20), other)
    pull(QPoint(40, 80), taker)
    pull(QPoint(10, 20), taker)
    assert taker.got == ["7"]
    assert not drag.drags
    window.close()


def test_a_schema_is_dropped_onto_the_tools_as_text_or_file_and_other_files_are_the_windows(
    qapp: QApplication, tmp_path: Path
) -> None:
    place = QWidget()
    drop = ToolDrop(place)
    texts: list[str] = []
    files: list[Path] = []
    drop.text_dropped.connect(texts.append)
    drop.file_dropped.connect(files.append)
    data = QMimeData()
    data.setText('{"type": "object"}')
    assert drop.eventFilter(place, _dropped(data))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "tools.json"))])
    assert drop.eventFilter(place, _dropped(data))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "shop.py"))])
    assert not drop.eventFilter(place, _dropped(data))
    assert (texts, files) == (['{"type": "object"}'], [tmp_path / "tools.json"])


def test_text_that_is_dropped_beside_the_field_goes_into_the_message(qapp: QApplication) -> None:
    composer = Composer()
    data = QMimeData()
    data.setText('{"order": 48213}')
    composer.dropEvent(_dropped(data))
    assert composer.editor.text() == '{"order": 48213}'
    composer.deleteLater()
