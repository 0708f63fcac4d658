"""The timeline's rows as Qt's table asks for them."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from studio.gui.models.timeline_model import ROW_ROLE, Column, TimelineModel
from studio.present.row import Badge, Standing
from studio.present.rows import Rows
from studio.present.words import Words, words
from studio.session.events import Event
from studio.session.nodes import Node
from studio.session.notes import AnyNote
from tests.sample_session import Sample, refund_session


@pytest.fixture
def sample() -> Sample:
    return refund_session()


@pytest.fixture
def model(qtbot: QtBot, sample: Sample) -> Iterator[TimelineModel]:
    """A model that Qt's own tester watches."""
    found = TimelineModel()
    QAbstractItemModelTester(found, QAbstractItemModelTester.FailureReportingMode.Fatal, found)
    found.show(Rows(sample.journal.tree, sample.journal.head, title="Refund", begun="14:02"))
    yield found
    found.show(None)


def follow(sample: Sample, model: TimelineModel) -> None:
    def take(change: Event | AnyNote) -> None:
        assert model.rows is not None
        if isinstance(change, Node):
            model.rows.add(change)
        model.rows.go(sample.journal.head)

    sample.journal.subscribe(take)


def texts(model: TimelineModel, column: Column) -> list[str]:
    return [model.index(at, column).data() for at in range(model.rowCount())]


def test_columns_have_names(model: TimelineModel) -> None:
    names = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
    assert names == ["Step", "Tokens", "Time", "Waterfall"]


def test_tokens_and_times_stand_in_their_columns(model: TimelineModel) -> None:
    assert texts(model, Column.TOKENS)[2:7] == ["", "1,204", "38", "", "≈21"]
    assert texts(model, Column.TIME)[2:7] == ["1.39 s", "", "1.21 s", "", "182 ms"]
    assert "—" in texts(model, Column.TIME), "a mock took no time"


def test_every_cell_has_accessible_text(model: TimelineModel) -> None:
    role = Qt.ItemDataRole.AccessibleTextRole
    for at in range(model.rowCount()):
        assert all(model.index(at, column).data(role) for column in Column)


def test_the_paused_call_is_read_out_whole(sample: Sample, model: TimelineModel) -> None:
    opened = sample.journal.state.open
    assert opened is not None
    assert model.rows is not None
    key = opened.calls[0].key
    paused = Badge(Words("badge.paused"), "paused")
    model.rows.stand(Standing(call=key, paused=paused, problems={key: 2}, next=words("due.send_results", n=2)))
    said = [model.index(at, 0).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(model.rowCount())]
    assert any(
        text.startswith("Round 3, tool call issue_refund, paused, edited, the session stands here, 2 problems")
        for text in said
    )
    assert said[-1] == "next, Round 4, send 2 tool results"


def test_a_cell_gives_its_whole_row_to_who_draws_it(model: TimelineModel) -> None:
    assert model.index(0, 0).data(ROW_ROLE) == model.row_at(0)
    assert model.index(0, 0).data(Qt.ItemDataRole.FontRole) is None


def test_badges_that_are_not_drawn_stand_in_the_tool_tip(model: TimelineModel) -> None:
    at = next(at for at in range(model.rowCount()) if "tier" in model.index(at, 0).data())
    assert model.index(at, 0).data(Qt.ItemDataRole.ToolTipRole).endswith("\nmock")


def test_events_are_inserts_of_few_rows(qtbot: QtBot, sample: Sample, model: TimelineModel) -> None:
    follow(sample, model)
    inserted: list[tuple[int, int]] = []
    model.rowsInserted.connect(lambda _parent, first, last: inserted.append((first, last)))
    resets: list[None] = []
    model.modelReset.connect(lambda: resets.append(None))
    before = model.rowCount()
    sample.run(0, "refunded")
    sample.run(1, "sent")
    sample.ask(11, 6)
    sample.reply(text="Done.")
    assert inserted == [
        (before - 1, before - 1),
        (before + 1, before + 1),
        (before + 2, before + 3),
        (before + 4, before + 4),
    ]
    assert not resets


def test_a_table_of_nothing_is_empty(qtbot: QtBot) -> None:
    model = TimelineModel()
    assert model.rowCount() == 0
    assert model.rowCount(QModelIndex()) == 0
    assert model.row_at(0) is None


def test_a_filter_holds_for_the_next_session_too(sample: Sample, model: TimelineModel) -> None:
    model.set_filter("tool:get_order")
    assert texts(model, Column.STEP)[0].startswith("Round 1")
    assert model.rowCount() == 3
    other = Sample()
    other.say("hello")
    model.show(Rows(other.journal.tree, other.journal.head))
    assert model.rowCount() == 0
    model.set_filter("")
    assert model.rowCount() == 2
