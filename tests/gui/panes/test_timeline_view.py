"""What a screen reader is told of the timeline."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.panes.timeline import TimelinePane
from studio.present.row import Standing
from tests.sample_session import SampleSource, refund_session


@pytest.fixture
def pane(qtbot: QtBot) -> TimelinePane:
    sample = refund_session()
    opened = sample.journal.state.open
    assert opened is not None
    found = TimelinePane()
    qtbot.addWidget(found)
    found.show_source(SampleSource(sample, Standing(opened.calls[0].key)))
    found.show()
    qtbot.waitExposed(found)
    return found


def test_the_row_with_the_ring_is_read_while_no_row_is_chosen(pane: TimelinePane) -> None:
    pane.activateWindow()
    pane.view.setFocus()
    rows = pane.model.rows
    assert rows is not None
    head = rows.head_row()
    assert head is not None
    assert pane.view.accessibleDescription() == pane.model.index(head, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    QTest.keyClick(pane.view, Qt.Key.Key_Home)
    pane.refresh()
    assert pane.view.accessibleDescription() == "", "the current row is read by itself"
