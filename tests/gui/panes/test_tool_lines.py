"""What the rows of the Tools dock say, without a window: why each tool is in or left out, the filter, the order, what is read aloud."""

from typing import get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.checks.tool_advice import ToolAdvice
from studio.engine.weighing import RequestTokens
from studio.gui.panes.offered_words import why_not_words, why_words
from studio.gui.panes.tool_lines import ToolBook, as_sent, by_tool, fitting, tool_lines
from studio.gui.panes.tools_foot import ToolsFoot
from studio.gui.panes.tools_model import ToolsModel
from studio.gui.panes.tools_view import ToolsView
from studio.messages.toolspec import ToolSpec
from studio.session.setup import Setup
from studio.session.toolbox import LeftTool, OfferedTool, ToolSearch, Why, WhyNot

MANY = tuple(ToolSpec(f"tool_{at:04}", f"Does thing {at}.", source=f"file_{at % 7}.py") for at in range(1000))


@pytest.mark.promise("D1")
def test_each_reason_has_words_of_its_own_that_name_what_let_the_tool_in_or_would() -> None:
    said = [why_words(OfferedTool("a", why, "BY")) for why in get_args(Why)]
    said += [why_not_words(LeftTool("a", why, "BY")) for why in get_args(WhyNot)]
    assert all(said)
    assert len(set(said)) == len(said)
    assert why_words(OfferedTool("a", "found", "refund order")) == "found by search for “refund order”"
    by = [words for words in said if "BY" in words]
    assert len(by) == len(("group", "source", "skill", "found")) + len(("group", "source", "skill", "agent", "server"))


def test_rows_stay_in_the_order_of_the_session_and_sent_ones_come_in_the_order_sent() -> None:
    setup = Setup(tools=MANY[:3], off=("tool_0001",), pinned=("tool_0002",), search=ToolSearch(on=True))
    offered = (
        OfferedTool("search_tools", "own"),
        OfferedTool("tool_0002", "pinned"),
        OfferedTool("tool_0000", "found", "q"),
    )
    left = (LeftTool("tool_0001", "off"),)
    lines = tool_lines(setup, offered, left, ToolBook(), {})
    assert [line.tool.name for line in lines] == ["search_tools", "tool_0000", "tool_0001", "tool_0002"]
    assert [line.tool.name for line in as_sent(lines, offered)] == ["search_tools", "tool_0002", "tool_0000"]
    assert [(line.sent, line.ticked, line.pinned, line.own) for line in lines] == [
        (True, True, False, True),
        (True, True, False, False),
        (False, False, False, False),
        (True, True, True, False),
    ]


def test_a_declaration_is_counted_anew_when_it_changes() -> None:
    book, tool = ToolBook(), MANY[0]
    short = book.read(tool)
    longer = ToolSpec(tool.name, tool.description + " Call it when nothing else fits the task.")
    assert book.read(tool) == short
    assert book.read(longer)[0] > short[0]


def test_the_filter_finds_the_tools_of_a_group_by_its_name() -> None:
    setup, told = Setup(tools=MANY[:3]), LeftTool("tool_0001", "group", "Fleet")
    lines = tool_lines(setup, (OfferedTool("tool_0000", "always"),), (told,), ToolBook(), {})
    assert [line.tool.name for line in fitting(lines, "fleet tool")] == ["tool_0001"]


def test_a_thousand_tools_are_filtered_by_words_of_name_description_and_source(qapp: QApplication) -> None:
    setup = Setup(tools=MANY)
    lines = tool_lines(setup, [OfferedTool(tool.name) for tool in MANY], (), ToolBook(), {})
    model, wanted = ToolsModel(), [tool.name for tool in MANY if "99" in tool.name and tool.source == "file_3.py"]
    view = ToolsView(model)
    model.show(fitting(lines, "99 FILE_3"), setup, locked=False, told=False)
    assert [model.index(at, 0).data() for at in range(model.rowCount())] == wanted
    view.choose(wanted[1])
    assert view.current == wanted[1]
    model.show(fitting(lines, "no such words"), setup, locked=False, told=False)
    assert (model.rowCount(), view.current) == (0, "")
    model.show(fitting(lines, "  "), setup, locked=False, told=False)
    assert model.rowCount() == len(MANY)
    view.deleteLater()


def test_a_row_is_read_aloud_with_all_that_it_shows(qapp: QApplication) -> None:
    notes = by_tool([ToolAdvice("tool.when", "refund", "/description", "It says no when.", "Say when to call it.")])
    setup = Setup(tools=(ToolSpec("refund", "Pays back.", sensitive=True),), pinned=("refund",))
    (line,) = tool_lines(setup, (OfferedTool("refund", "pinned"),), (), ToolBook(), notes)
    model = ToolsModel()
    model.show([line], setup, locked=True, told=True)
    index = model.index(0, 0)
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith("refund, sent, kept in by hand, by hand, sensitive, about ")
    assert said.endswith("notes of the checks: 1")
    assert "It says no when. Say when to call it." in index.data(Qt.ItemDataRole.ToolTipRole)
    assert index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
    assert not model.flags(index) & Qt.ItemFlag.ItemIsUserCheckable
    assert not model.setData(index, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)


def test_the_figures_of_the_tools_are_those_of_the_request(qtbot: QtBot) -> None:
    setup = Setup(tools=MANY[:2])
    offered = [OfferedTool(tool.name) for tool in setup.tools]
    plain = tool_lines(setup, offered, (), ToolBook(), {})
    lines = tool_lines(setup, offered, (), ToolBook(), {}, 0.5)
    assert [line.tokens for line in lines] == [round(line.tokens / 2) for line in plain]
    foot = ToolsFoot()
    qtbot.addWidget(foot)
    foot.tell(lines, RequestTokens(system=100, tools=300, messages=200).scaled(0.5), ())
    assert "150 tokens" in foot.sum.text().replace("\xa0", " ")
    assert "50 %" in foot.sum.text().replace("\xa0", " ")
