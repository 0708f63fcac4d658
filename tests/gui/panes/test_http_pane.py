"""The HTTP dock: the exchanges of the round, the views of one, copies without a key, long bodies in windows."""

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.panes.http_pane import HttpPane
from studio.gui.panes.text_window import LONGEST
from studio.gui.panes.wire_shown import WireShown
from studio.messages.reply import ProviderError
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.wire import URL, answered, exchange, failed, wired_session
from tests.unit.present.stream import DONE, event

GOOD = [event(content="Hel"), event(content="lo", finish_reason="stop"), DONE]
JSON = (("content-type", "application/json"),)


class Desk:
    """The dock over a session in memory."""

    def __init__(self, qtbot: QtBot) -> None:
        self.bridge = MemoryBridge()
        self.pane = HttpPane(self.bridge, WireShown(self.bridge), key_variable=lambda name: f"{name.upper()}_KEY")
        self.pane.resize(1000, 400)
        self._qtbot = qtbot
        qtbot.addWidget(self.pane)

    def show(self, session: MemorySession) -> None:
        """Show a session."""
        self.bridge.open(session)
        self.pane.show()
        self._qtbot.waitUntil(lambda: self.pane.in_view.is_there)
        self.bridge.tick()

    def rows(self) -> list[list[str]]:
        """The list, cell by cell."""
        found = [self.pane.list.topLevelItem(at) for at in range(self.pane.list.topLevelItemCount())]
        return [[item.text(column) for column in range(5)] for item in found if item is not None]


@pytest.fixture(name="desk")
def _desk(qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(qtbot)
    yield made
    made.bridge.show(None)


def two_tries() -> MemorySession:
    session = wired_session()
    refused = exchange([b'{"error":{"message":"slow down"}}'], 429, headers=JSON)
    failed(session, refused, ProviderError("http", "Too many requests.", 429))
    answered(session, exchange(GOOD))
    return session


def test_the_exchanges_of_the_round_are_listed_and_the_last_one_is_shown(desk: Desk) -> None:
    desk.show(two_tries())
    assert [row[:3] for row in desk.rows()] == [["POST", "429", "api.example"], ["POST", "200", "api.example"]]
    assert desk.rows()[0][3:] == ["33 B", "420 ms"]
    assert desk.pane.list.currentItem() is desk.pane.list.topLevelItem(1)


def test_another_exchange_can_be_chosen(desk: Desk) -> None:
    desk.show(two_tries())
    desk.pane.show_view("response")
    assert "data: [DONE]" in desk.pane.stream.text()
    first = desk.pane.list.topLevelItem(0)
    assert first is not None
    desk.pane.list.setCurrentItem(first)
    assert "slow down" in desk.pane.response.text()
    assert desk.pane.response.isVisible()


def test_each_view_shows_its_part(desk: Desk) -> None:
    desk.show(two_tries())
    assert '"messages"' in desk.pane.request.text()
    desk.pane.show_view("headers")
    assert "authorization: [redacted]" in desk.pane.headers.text()
    assert "HTTP 200 · 420 ms" in desk.pane.headers.text()
    desk.pane.show_view("timing")
    assert desk.pane.timing.text().splitlines()[:5] == [
        "connect 12 ms (from 0 ms to 12 ms)",
        "TLS 18 ms (from 12 ms to 30 ms)",
        "send 1.0 ms (from 30 ms to 31 ms)",
        "wait 99 ms (from 31 ms to 130 ms)",
        "receive 270 ms (from 130 ms to 400 ms)",
    ]
    assert "receive 270 ms" in desk.pane.timing.accessibleDescription()
    desk.pane.show_view("raw")
    assert desk.pane.raw.text().startswith(f"POST {URL}\n")
    assert desk.pane.raw.text().endswith("data: [DONE]\n\n")


def test_a_view_is_not_made_before_it_is_shown(desk: Desk) -> None:
    desk.show(two_tries())
    assert desk.pane.raw.text() == ""
    desk.pane.show_view("raw")
    assert desk.pane.raw.text() != ""


def test_nothing_is_made_while_it_is_out_of_view(desk: Desk) -> None:
    desk.bridge.open(two_tries())
    desk.bridge.tick()
    assert desk.rows() == []


def test_copies_name_the_variable_of_the_profile_and_never_a_key(desk: Desk) -> None:
    desk.show(two_tries())
    assert "Bearer ${OPENAI_KEY}" in desk.pane.copied("curl")
    assert "os.environ['OPENAI_KEY']" in desk.pane.copied("python")
    assert desk.pane.copied("shown") == desk.pane.request.text()
    for view in ("response", "headers", "timing", "raw"):
        desk.pane.show_view(view)
        assert desk.pane.copied("shown")


def test_a_request_under_way_is_listed_without_an_answer(desk: Desk) -> None:
    session = wired_session()
    session.request()
    desk.show(session)
    assert desk.rows()[0][1] == "…"
    desk.pane.show_view("response")
    assert desk.pane.stream.text() == "No answer yet."
    answered_ = wired_session()
    answered(answered_, exchange(GOOD))
    desk.show(answered_)
    assert desk.rows()[0][1] == "200"


def test_a_connection_that_failed_says_why(desk: Desk) -> None:
    session = wired_session()
    failed(session, exchange([], None, times=None), ProviderError("connection", "Nobody listens there."))
    desk.show(session)
    assert desk.rows()[0][1] == "—"
    desk.pane.show_view("timing")
    assert desk.pane.timing.text().startswith("420 ms in all")


def test_a_long_body_is_shown_whole_and_found_in(desk: Desk, qtbot: QtBot) -> None:
    session = wired_session()
    body = b"x" * LONGEST + b"\nneedle"
    answered(session, exchange([body], headers=(("content-type", "text/plain"),)))
    desk.show(session)
    desk.pane.show_view("response")
    page = desk.pane.stream
    assert page.long is not None
    assert page.long.text() == body.decode()
    page.find_bar.open_bar()
    QTest.keyClicks(page.find_bar.rows.field, "needle")
    qtbot.waitUntil(lambda: page.find_bar.rows.count.text() == "1 of 1")
    assert len(desk.pane.copied("shown")) == len(body)


def test_what_takes_the_keyboard_has_a_name(desk: Desk) -> None:
    desk.show(two_tries())
    pane = desk.pane
    for widget in (pane.list, pane.switch, pane.copy, pane.headers, pane.request.editor, pane.raw.editor):
        assert widget.accessibleName()
