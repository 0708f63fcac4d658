"""The Cost dock: rows by round, tool and model, what is unknown and what was not paid, all by keyboard, quick with many rounds."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.panes.cost_paint import columns_in
from studio.gui.panes.cost_pane import CostPane
from studio.messages.reply import Usage
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.spent_session import Spender, long, priced, spent

pytestmark = pytest.mark.promise("H1")


class Desk:
    """The dock, and what it asked of the window in `asked`."""

    def __init__(self, qtbot: QtBot, home: Path) -> None:
        self.workspace, self.bridge = Workspace(home / "data", home / "config", {}), MemoryBridge()
        self.pane = CostPane(self.bridge)
        self.pane.resize(1150, 260)
        self.asked: list[tuple[object, ...]] = []
        for name in ("step_wanted", "tool_wanted", "prices_wanted", "message_wanted"):
            getattr(self.pane, name).connect(lambda *given, name=name: self.asked.append((name, *given)))
        qtbot.addWidget(self.pane)
        self._qtbot = qtbot

    def show(self, session: OpenedSession) -> OpenedSession:
        self.bridge.show(session)
        with self._qtbot.waitExposed(self.pane):
            self.pane.show()
        return session

    def rows(self) -> list[str]:
        model: QAbstractItemModel = self.pane.list.model()
        role = Qt.ItemDataRole.AccessibleTextRole
        return [str(model.index(row, 0).data(role)) for row in range(model.rowCount())]


@pytest.fixture(name="desk")
def _desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(qtbot, tmp_path)
    yield made
    made.bridge.show(None)
    asyncio.run(made.workspace.close())


def test_each_round_says_tokens_cost_and_time_and_what_is_not_known_is_told(desk: Desk) -> None:
    desk.show(spent(desk.workspace))
    first, second, third = desk.rows()
    assert first == "Round 1, mini, in 1,240, out 62, cost $0.0002, model time 1.20 s, tool time 400 ms"
    assert "Round 2, mini · large-thinking · 1 request failed" in second
    assert "reasoning 180" in second
    assert "cost at least $0.0002" in second
    assert "cached 1,536" in third
    assert desk.pane.total.text() == "Cost: at least $0.0007; of 1 reply it is not known."


def test_tools_and_models_have_rows_of_their_own(desk: Desk) -> None:
    desk.show(spent(desk.workspace))
    desk.pane.by.choose("tools")
    assert [row.split(",")[0] for row in desk.rows()] == ["ask_helper", "issue_refund", "get_order"]
    assert "as an agent" in desk.rows()[0]
    assert "1 call · 1 failed" in desk.rows()[1]
    assert "≈" in desk.rows()[2]
    desk.pane.by.choose("models")
    mini, large = desk.rows()
    assert "your price: mini, $0.15 / $0.60 per million in / out, $0.075 cached" in mini
    assert "price unknown" in large
    assert "cost unknown" in large


def test_enter_goes_to_the_round_the_tool_or_the_prices(desk: Desk) -> None:
    session = desk.show(spent(desk.workspace))
    for view in ("rounds", "tools", "models"):
        desk.pane.by.choose(view)
        desk.pane.list.setFocus()
        QTest.keyClick(desk.pane.list, Qt.Key.Key_Home)
        QTest.keyClick(desk.pane.list, Qt.Key.Key_Return)
    (step, node), tool, prices = desk.asked
    assert (step, session.tree.kind(node)) == ("step_wanted", "reply")  # type: ignore[arg-type]
    assert tool == ("tool_wanted", "ask_helper")
    assert prices == ("prices_wanted",)


@pytest.mark.parametrize("source", ["recorded", "scripted"])
def test_what_was_not_paid_stands_in_brackets_and_the_total_says_so(desk: Desk, source: str) -> None:
    priced(desk.workspace)
    made = Spender(desk.workspace)
    made.ask(source)
    made.reply(Usage(1_000_000, 0))
    desk.show(made.session)
    assert "cost ($0.150)" in desk.rows()[0]
    said = "Nothing was paid. Recorded and scripted replies cost nothing here; asked live they would cost $0.150."
    assert desk.pane.total.text() == said


def test_nothing_asked_is_one_sentence_and_one_button(desk: Desk) -> None:
    desk.show(desk.workspace.new("Empty"))
    assert desk.pane._none.sentence() == "Nothing was asked yet, so nothing was spent."
    desk.pane._none.pressed.emit()
    assert desk.asked == [("message_wanted",)]


def test_a_reply_that_comes_adds_a_row_and_the_chosen_one_stays(desk: Desk) -> None:
    made = Spender(desk.workspace)
    priced(desk.workspace)
    made.ask()
    made.reply(Usage(10, 1))
    desk.show(made.session)
    desk.pane.list.choose(0)
    made.ask()
    made.reply(Usage(20, 1))
    desk.bridge.tick()
    assert (len(desk.rows()), desk.pane.list.row) == (2, 0)


def test_going_back_takes_rows_away(desk: Desk) -> None:
    session = desk.show(spent(desk.workspace))
    session.journal.move(session.tree.path(session.head)[3])
    desk.bridge.tick()
    assert len(desk.rows()) == 1


def test_of_many_rounds_only_those_in_view_are_drawn(desk: Desk) -> None:
    desk.show(long(desk.workspace, 400))
    desk.pane.list.viewport().repaint()
    assert desk.pane.list.model().rowCount() == 400
    assert 0 < len(desk.pane.list._drawn) < 20


def test_where_there_is_little_room_the_cost_stays_longest() -> None:
    wide = [columns_in(width) for width in (1400, 900, 700, 500, 300)]
    assert [len(columns) for columns in wide] == sorted((len(columns) for columns in wide), reverse=True)
    assert all("cost" in columns for columns in wide)
    assert len(wide[0]) == 8
