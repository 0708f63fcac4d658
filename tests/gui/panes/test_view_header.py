"""The header of a pane with its switch of views, at every width and text size."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.look.theme import theme
from studio.gui.panes.view_header import ViewHeader
from studio.gui.widgets.pane_header import PaneHeader
from studio.gui.widgets.segmented import Segmented


@pytest.fixture
def text_size(qapp: QApplication) -> Iterator[None]:
    yield
    theme().take("light", 1.0)
    theme().changed.emit()


@pytest.mark.usefixtures("text_size")
def test_the_switch_moves_when_the_rows_are_laid_out_and_not_while_they_are(qtbot: QtBot) -> None:
    place, switch = QWidget(), Segmented("Views", [("a", "Chat"), ("b", "Form"), ("c", "JSON"), ("d", "Diff")])
    qtbot.addWidget(place)
    header = PaneHeader("Request", "request")
    QVBoxLayout(place).addWidget(ViewHeader(header, switch))
    place.resize(700, 100)
    place.show()
    qtbot.waitUntil(lambda: switch.parentWidget() is header)
    for width in range(160, 460, 20):
        for scale in (0.8, 2.0, 1.0, 1.5):
            before = switch.parentWidget()
            place.resize(width, 100)
            theme().take("light", scale)
            theme().changed.emit()  # lays out at once; a row that loses a part meanwhile brought the program down
            assert switch.parentWidget() is before
            qtbot.wait(1)
    assert switch.parentWidget() is not None
    place.resize(150, 100)
    qtbot.waitUntil(lambda: switch.parentWidget() is not header)
    place.resize(700, 100)
    qtbot.waitUntil(lambda: switch.parentWidget() is header)
