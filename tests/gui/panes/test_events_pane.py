"""The Stream events dock: rows, the reply so far, defects, a running answer; nothing is read out of view."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.gui.models.events_model import Column
from studio.gui.panes.events_pane import EventsPane
from studio.gui.panes.wire_shown import WireShown
from studio.messages.reply import ProviderError
from studio.session.events import ReplyReceived
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.wire import answered, exchange, failed, wired_session
from tests.unit.present.stream import DONE, call, event

GOOD = [event(content="Hel"), b": keep\n\n", event(content="lo"), event(finish_reason="stop"), DONE]
BAD = [
    event(content="a"),
    b"data: {oops\n\n",
    call(0, "{", "pay", "c1"),
    call(0, "x}"),
    event(finish_reason="tool_calls"),
]


class Desk:
    """The dock over a session in memory."""

    def __init__(self, qtbot: QtBot) -> None:
        self.bridge = MemoryBridge()
        self.pane = EventsPane(self.bridge, WireShown(self.bridge))
        self.pane.resize(1200, 400)
        self._qtbot = qtbot
        qtbot.addWidget(self.pane)

    def show(self, session: MemorySession) -> None:
        """Show a session and wait until its answer is read."""
        self.bridge.open(session)
        self.pane.show()
        self.read()

    def read(self) -> None:
        """Wait until nothing is left to read."""
        self.bridge.tick()
        self._qtbot.waitUntil(lambda: self.pane.feed.log is None or self.pane.feed.log.ended or self.pane.feed.is_live)
        self._qtbot.wait(30)

    def cell(self, row: int, column: Column, role: int = Qt.ItemDataRole.DisplayRole) -> str:
        return str(self.pane.model.index(row, column).data(role))

    def said(self) -> str:
        """What stands where there are no events."""
        return next(label.text() for label in self.pane.findChildren(QLabel) if label.isVisible())

    def rows(self) -> list[tuple[str, str]]:
        """Kind and text of every row."""
        return [(self.cell(row, Column.KIND), self.cell(row, Column.TEXT)) for row in range(self.pane.model.rowCount())]


@pytest.fixture(name="desk")
def _desk(qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(qtbot)
    yield made
    made.bridge.show(None)


def one(pieces: list[bytes]) -> MemorySession:
    session = wired_session()
    answered(session, exchange(pieces))
    return session


def test_each_event_has_a_row_with_its_time_and_what_it_brought(desk: Desk) -> None:
    desk.show(one(GOOD))
    assert desk.rows() == [
        ("text", "Hel"),
        ("keep-alive", ": keep"),
        ("text", "lo"),
        ("finish", "stop"),
        ("end marker", "[DONE]"),
    ]
    assert desk.cell(2, Column.TIME) == "120 ms"
    assert desk.cell(4, Column.SIZE) == str(len(DONE))
    assert "no defects" in desk.pane.facts.text()
    assert desk.pane.jump.isHidden()


def test_choosing_a_row_shows_the_event_as_it_came_and_the_reply_so_far(desk: Desk) -> None:
    desk.show(one(GOOD))
    desk.pane.table.look_at(1)
    assert desk.pane.detail.reply.text() == "text\nHel"
    assert desk.pane.detail.event_.text() == GOOD[0].decode().strip()
    desk.pane.table.look_at(3)
    assert desk.pane.detail.reply.text() == "text\nHello"


def test_the_slider_and_the_keyboard_go_through_the_events(desk: Desk) -> None:
    desk.show(one(GOOD))
    desk.pane.slider.setValue(2)
    assert desk.pane.table.number == 2
    QTest.keyClick(desk.pane.table, Qt.Key.Key_Down)
    assert desk.pane.slider.value() == 3
    assert desk.pane.detail.reply.text() == "text\nHello"


def test_broken_events_are_marked_and_can_be_jumped_to_one_after_the_other(desk: Desk) -> None:
    desk.show(one(BAD))
    assert desk.pane.jump.isVisible()
    desk.pane.table.look_at(1)
    desk.pane.go_to_defect()
    assert desk.pane.table.number == 2
    assert "not JSON" in desk.pane.detail.wrong.text()
    desk.pane.go_to_defect()
    assert desk.pane.table.number == 4
    assert "pay stop being JSON" in desk.pane.detail.wrong.text()
    desk.pane.go_to_defect()
    assert desk.pane.table.number == 2
    assert "not JSON" in desk.cell(1, Column.NUMBER, Qt.ItemDataRole.AccessibleTextRole)
    assert desk.pane.model.index(1, Column.NUMBER).data(Qt.ItemDataRole.DecorationRole) is not None
    assert desk.pane.model.index(0, Column.NUMBER).data(Qt.ItemDataRole.DecorationRole) is None


def test_a_stream_that_broke_off_says_after_which_event(desk: Desk) -> None:
    session = wired_session()
    failed(session, exchange(GOOD[:3]), ProviderError("incomplete", "broke off"))
    desk.show(session)
    desk.pane.go_to_defect()
    assert desk.pane.table.number == 3
    assert desk.pane.detail.wrong.text() == "The stream broke off after this event."


def test_nothing_is_read_while_it_is_out_of_view(desk: Desk) -> None:
    desk.bridge.open(one(GOOD))
    desk.read()
    assert desk.pane.feed.log is None
    desk.pane.show()
    desk.read()
    assert len(desk.rows()) == 5


def test_a_running_answer_grows_and_is_the_same_list_when_it_has_ended(desk: Desk, qtbot: QtBot) -> None:
    session = wired_session()
    session.request()
    session.wire.begin()
    session.become(kind="streaming")
    desk.show(session)
    assert "not begun" in desk.said()
    for piece in GOOD[:3]:
        session.wire.add(piece)
    desk.read()
    qtbot.waitUntil(lambda: [text for _, text in desk.rows()] == ["Hel", ": keep", "lo"])
    qtbot.waitUntil(lambda: desk.pane.detail.reply.text() == "text\nHello")
    assert desk.pane.table.number == 3
    log = desk.pane.feed.log
    for piece in GOOD[3:]:
        session.wire.add(piece)
    session.journal.append(ReplyReceived(exchange=exchange(GOOD)))
    session.wire.end()
    session.become(kind="idle")
    desk.read()
    assert desk.pane.feed.log is log
    assert len(desk.rows()) == 5
    assert log is not None
    assert log.ended


def test_an_answer_that_was_kept_otherwise_is_read_anew(desk: Desk) -> None:
    session = wired_session()
    session.request()
    session.wire.begin()
    session.become(kind="streaming")
    session.wire.add(GOOD[0])
    desk.show(session)
    session.journal.append(ReplyReceived(exchange=exchange([b"[redacted]"])))
    session.wire.end()
    session.become(kind="idle")
    desk.read()
    assert [kind for kind, _ in desk.rows()] == ["error"]


def test_a_long_answer_is_read_a_little_at_a_time(desk: Desk, qtbot: QtBot) -> None:
    turns: list[int] = []
    desk.pane.feed.grown.connect(lambda: turns.append(desk.pane.model.rowCount()))
    desk.show(one([event(content="word ")] * 6000 + GOOD[3:]))
    qtbot.waitUntil(lambda: desk.pane.model.rowCount() == 6002, timeout=20_000)
    assert len(turns) > 2
    assert turns == sorted(turns)


def test_a_round_that_nobody_answered_over_http_says_so(desk: Desk) -> None:
    session = wired_session()
    desk.show(session)
    assert "No request of this round" in desk.said()


def test_what_takes_the_keyboard_has_a_name(desk: Desk) -> None:
    desk.show(one(GOOD))
    for widget in (desk.pane.table, desk.pane.slider, desk.pane.detail.reply.editor, desk.pane.detail.event_.editor):
        assert widget.accessibleName()
    assert desk.pane.detail.switch.accessibleName()


def test_in_a_narrow_dock_one_of_the_texts_is_chosen(desk: Desk) -> None:
    desk.pane.resize(640, 300)
    desk.show(one(GOOD))
    assert desk.pane.detail.reply.isVisible()
    assert not desk.pane.detail.event_.isVisible()
    desk.pane.detail.switch.choose("event")
    assert desk.pane.detail.event_.isVisible()
