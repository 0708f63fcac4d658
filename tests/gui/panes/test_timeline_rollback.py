"""A rollback in the timeline: its rows are painted, and what can be copied of an undo is what the model reads."""

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.panes.timeline import TimelinePane
from studio.gui.panes.timeline_menu import row_text
from studio.present.row import Standing
from studio.present.row_texts import row_json
from tests.sample_session import Sample, SampleSource
from tests.sessions.every_kind import told

pytestmark = pytest.mark.anyio


async def test_the_rows_of_a_rollback_are_shown_and_can_be_copied(qtbot: QtBot) -> None:
    sample = Sample()
    sample.journal = (await told()).journal
    pane = TimelinePane()
    qtbot.addWidget(pane)
    pane.resize(434, 1500)
    pane.show_source(SampleSource(sample, Standing()))
    pane.show()
    assert not pane.grab().isNull()
    rows = [pane.model.row_at(at) for at in range(pane.model.rowCount())]
    undone = [row for row in rows if row is not None and row.kind == "undone"]
    assert len(undone) == 3
    assert row_text(undone[0], sample.journal.tree).startswith("book was rolled back")
    assert '"kind": "undone"' in row_json(undone[0], sample.journal.tree)
