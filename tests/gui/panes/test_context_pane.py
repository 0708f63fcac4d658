"""The Context dock: what fills the prompt that is looked at, its limit, what memory left out, and each part by keyboard."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.panes.context_pane import ContextPane
from studio.messages.reply import Usage
from studio.present.context_values import Part
from studio.session.memory import Memory
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.spent_session import Spender, priced, spent

pytestmark = pytest.mark.promise("H1")


class Desk:
    """The dock, and the parts that it asked the window for."""

    def __init__(self, qtbot: QtBot, home: Path) -> None:
        self.workspace, self.bridge = Workspace(home / "data", home / "config", {}), MemoryBridge()
        self.pane = ContextPane(self.bridge)
        self.pane.resize(280, 420)
        self.wanted: list[Part | str] = []
        self.pane.part_wanted.connect(self.wanted.append)
        self.pane.limit_wanted.connect(lambda: self.wanted.append("limit"))
        self.pane.message_wanted.connect(lambda: self.wanted.append("message"))
        qtbot.addWidget(self.pane)
        self._qtbot = qtbot

    def show(self, session: OpenedSession) -> OpenedSession:
        self.bridge.show(session)
        with self._qtbot.waitExposed(self.pane):
            self.pane.show()
        return session

    def rows(self) -> list[str]:
        model, role = self.pane.list.model(), Qt.ItemDataRole.AccessibleTextRole
        return [str(model.index(row, 0).data(role)) for row in range(model.rowCount())]

    def look_at(self, kind: str) -> None:
        """Select the first step of a kind."""
        session = self.bridge.session
        assert session is not None
        self.bridge.look_at(next(node for node in session.tree.path(session.head) if session.tree.kind(node) == kind))


@pytest.fixture(name="desk")
def _desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(qtbot, tmp_path)
    yield made
    made.bridge.show(None)
    asyncio.run(made.workspace.close())


def test_the_next_request_is_estimated_part_by_part_with_the_largest_first(desk: Desk) -> None:
    desk.show(spent(desk.workspace))
    assert desk.pane.which.text() == "The next request"
    assert desk.pane.figure.text().startswith("≈")
    assert "of 16,000 tokens" in desk.pane.figure.text()
    sizes = [int(row.split("≈")[1].split(",  ")[0].split(", ")[0].replace(",", "")) for row in desk.rows()]
    assert sizes == sorted(sizes, reverse=True)
    assert desk.rows()[0].startswith("Tool results: result of get_order")
    desk.pane.order.choose("order")
    assert desk.rows()[0].startswith("System text: system text")
    assert [row.split(":")[0] for row in desk.rows()[1:4]] == ["Tools"] * 3


def test_a_sent_request_says_what_the_provider_counted(desk: Desk) -> None:
    desk.show(spent(desk.workspace))
    desk.look_at("reply")
    assert desk.pane.which.text() == "Sent in round 1"
    assert desk.pane.figure.text() == "1,240 of 16,000 tokens · 8\N{NO-BREAK SPACE}%"
    assert "As the provider counted it" in desk.pane.figure.toolTip()
    assert not any("Replies" in row for row in desk.rows())


def test_inside_an_agent_it_is_the_agents_own_prompt(desk: Desk) -> None:
    session = desk.show(spent(desk.workspace))
    inside = next(node for node in session.tree.path(session.head) if session.tree.kind(node) == "agent_started")
    desk.bridge.look_at(next(node for node in session.tree.path(session.head) if node > inside + 1))
    assert desk.pane.which.text() == "Sent in round 2.1"
    assert desk.pane.figure.text() == "900 tokens · limit not known"


@pytest.mark.parametrize(
    ("tokens", "said", "role"),
    [(1000, "", "small"), (14_000, "Nearly full.", "warn"), (20_000, "More than the model reads.", "error")],
)
def test_a_prompt_near_the_limit_warns_and_one_over_it_is_an_error(
    desk: Desk, tokens: int, said: str, role: str
) -> None:
    priced(desk.workspace)
    made = Spender(desk.workspace)
    made.ask()
    made.reply(Usage(tokens, 10), "get_order")
    desk.show(made.session)
    desk.look_at("request")
    assert desk.pane.figure.text().partition("\n")[2] == said
    assert desk.pane.figure.property("role") == role
    assert desk.pane._sign.isVisible() == bool(said)


def test_a_limit_that_nobody_knows_is_said_and_can_be_set(desk: Desk) -> None:
    session = desk.show(Spender(desk.workspace).session)
    assert "limit not known" in desk.pane.figure.text()
    assert session.lacks_prices
    QTest.mouseClick(desk.pane.limit, Qt.MouseButton.LeftButton)
    assert desk.wanted == ["limit"]
    desk.workspace.settings.windows = {"mini": 8_000}
    desk.bridge.tick()
    assert "of 8,000 tokens" in desk.pane.figure.text()
    assert not desk.pane.limit.isVisible()


def test_what_the_memory_leaves_out_is_told_with_its_size(desk: Desk) -> None:
    session = desk.show(spent(desk.workspace))
    assert not desk.pane.left_out.isVisible()
    session.change_setup(memory=Memory("messages", 1))
    desk.bridge.tick()
    assert desk.pane.left_out.isVisible()
    assert "message(s) left out of it by the memory, ≈" in desk.pane.left_out.text()


def test_enter_wants_the_part_and_a_press_on_the_bar_finds_its_row(desk: Desk) -> None:
    desk.show(spent(desk.workspace))
    desk.pane.list.setFocus()
    QTest.keyClick(desk.pane.list, Qt.Key.Key_Home)
    QTest.keyClick(desk.pane.list, Qt.Key.Key_Return)
    part = desk.wanted[0]
    assert isinstance(part, Part)
    assert (part.origin, part.name, part.place) == ("results", "get_order", 0)
    QTest.mouseClick(desk.pane.bar, Qt.MouseButton.LeftButton, pos=QPoint(2, desk.pane.bar.height() // 3))
    assert desk.rows()[desk.pane.list.row].startswith("System text")


def test_the_bar_says_its_parts_to_those_who_hear_it(desk: Desk) -> None:
    desk.show(spent(desk.workspace))
    said = desk.pane.bar.accessibleName()
    assert said.startswith("System text ")
    assert "Tool results" in said
    assert "Room left ≈" in said


def test_an_empty_session_has_one_sentence_and_one_button(desk: Desk) -> None:
    desk.show(desk.workspace.new("Empty"))
    assert desk.pane._none.sentence() == "Nothing is in the prompt yet."
    desk.pane._none.pressed.emit()
    assert desk.wanted == ["message"]
