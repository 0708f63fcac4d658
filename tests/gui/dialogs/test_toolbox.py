"""Choosing what requests offer, in the running program: the dock by keyboard, groups, tool search, checks, names."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.gui.dialogs.add_tools import AddToolsDialog
from studio.gui.dialogs.groups import GroupsDialog
from studio.gui.dialogs.text_entry import TextEntry
from studio.gui.dialogs.tool_notes import ToolNotesDialog
from studio.gui.dialogs.tool_page import ToolPage
from studio.gui.dialogs.tool_search import ToolSearchDialog
from studio.gui.panes.tool_lines import ToolLine
from studio.gui.panes.tool_row import told_words
from studio.messages.toolspec import ToolSpec
from studio.session.toolbox import ByExpression, ByWords, Chooser, ToolGroup, ToolSearch
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def _line(stage: Stage, name: str) -> ToolLine:
    model = stage.window.tools.model
    line = model.line_at(model.row_of(name))
    assert line is not None
    return line


def _noted(stage: Stage, name: str) -> bool:
    return any(line.notes for line in stage.window.tools.model.lines if line.tool.name == name)


def test_a_tool_is_kept_in_left_out_and_grouped_from_the_dock_by_keyboard(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        tools = stage.window.tools
        stage.session.change_setup(search=ToolSearch(on=True), groups=(ToolGroup("billing", (), ByWords(("refund",))),))
        await stage.frame()
        assert told_words(_line(stage, "get_order")) == "not found by search yet"
        assert tools.foot.sum.text().startswith("1\u00a0of\u00a07\u00a0sent")
        tools.list.choose("get_order")
        QTest.keyClick(tools.list, Qt.Key.Key_P)
        await stage.frame()
        assert stage.session.state.setup.pinned == ("get_order",)
        assert told_words(_line(stage, "get_order")) == "kept in by hand"
        assert tools.foot.sum.text().startswith("2\u00a0of\u00a07\u00a0sent")
        QTest.keyClick(tools.list, Qt.Key.Key_Space)
        await stage.frame()
        assert stage.session.state.setup.off == ("get_order",)
        assert not _line(stage, "get_order").sent
        menu = tools.make_menu("issue_refund")
        assert menu is not None
        groups = next(action.menu() for action in menu.actions() if action.text() == "Groups")
        groups.actions()[0].trigger()  # type: ignore[attr-defined]
        await stage.frame()
        assert told_words(_line(stage, "issue_refund")) == "group billing"
        assert tools.make_menu("search_tools") is None
        tools.list.choose("search_tools")
        QTest.keyClick(tools.list, Qt.Key.Key_Return)
        search = stage.window.dialogs.current
        assert isinstance(search, ToolSearchDialog)
        search.reject()
        opened = next(action.menu() for action in tools.make_more_menu().actions() if action.text() == "Open groups")
        assert opened.actions()[0].isChecked()  # type: ignore[attr-defined]
        opened.actions()[0].trigger()  # type: ignore[attr-defined]
        await stage.frame()
        assert told_words(_line(stage, "issue_refund")) == "closed: group billing"

    live(play)


def test_groups_sources_and_context_are_one_step_that_undo_takes_back(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("tool_groups")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, GroupsDialog)
        page, form = dialog.groups, dialog.groups.form
        page.new.click()
        QTest.keyClicks(form.name, "billing")
        QTest.keyClicks(form.tools, "issue_*")
        form.kind.choose("words")
        form.words.setText("refund, 退款")
        await stage.until(lambda: "issue_refund" in form.rows["tools"].said())
        assert form.rows["words"].said() == "The message says “refund”."
        page.double.click()
        form.kind.choose("expression")
        form.expression.line.setText("context.limit > 10")
        await stage.until(form.expression.mend.isVisible)
        head = stage.session.head
        dialog.ok.click()
        assert stage.window.dialogs.current is dialog
        form.expression.mend.click()
        dialog.context.add_button.click()
        dialog.context.lines[0].name.setText("limit")
        dialog.context.lines[0].text.setText("50")
        dialog.ok.click()
        assert stage.window.dialogs.current is None
        setup = stage.session.state.setup
        assert setup.groups == (
            ToolGroup("billing", ("issue_*",), ByWords(("refund", "退款"))),
            ToolGroup("billing 2", ("issue_*",), ByExpression("context.limit > `10`")),
        )
        assert setup.context == {"limit": 50}
        assert setup.chooser == Chooser()
        stage.session.undo()
        assert stage.session.head == head
        assert stage.session.state.setup.groups == ()

    live(play)


def test_the_search_test_ranks_with_tokens_and_changes_nothing(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("tool_search")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, ToolSearchDialog)
        head, test = stage.session.head, dialog.test
        QTest.keyClicks(test.field, "refnd")
        await stage.until(test.found.topLevelItemCount)
        first = test.found.topLevelItem(0)
        assert first is not None
        assert first.text(1) == "issue_refund"
        assert int(first.text(4)) == _line(stage, "issue_refund").tokens
        assert "Nothing was changed" in test.said.text()
        assert stage.session.head == head
        dialog.settings.ranking.choose("vectors")
        assert "Enter asks the endpoint" in test.said.text()
        QTest.keyClick(test.field, Qt.Key.Key_Return)
        await stage.until(lambda: test.said.property("role") == "error")
        assert "endpoint" in test.said.text()
        dialog.settings.ranking.choose("bm25")
        dialog.settings.name.setText("get_order")
        dialog.ok.click()
        assert "another" in dialog.settings.rows["name"].said()
        dialog.settings.name.setText("find_tools")
        dialog.settings.on.setChecked(True)
        dialog.ok.click()
        assert stage.session.state.setup.search == ToolSearch(True, "bm25", name="find_tools")

    live(play)


def test_what_the_checks_say_stands_in_the_dock_in_a_list_and_on_the_page(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.session.declare(ToolSpec("mystery"))
        await stage.until(lambda: _noted(stage, "mystery"))
        stage.window.tools.foot.notes.click()
        listed = stage.window.dialogs.current
        assert isinstance(listed, ToolNotesDialog)
        listed.list.show_tool("mystery")
        assert listed.list.currentItem().text().startswith("mystery")
        listed.page_wanted.emit("mystery")
        page = stage.window.dialogs.current
        assert isinstance(page, ToolPage)
        before = page.notes.count()
        assert before
        page.declaration.description.setPlainText(
            "Looks up the mystery of an order. Call it when the customer asks why an order is late, before any refund."
        )
        await stage.until(lambda: page.notes.count() < before)
        page.reject()
        listed.reject()

    live(play)


def test_a_file_whose_tool_has_a_taken_name_is_loaded_with_another(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        file = tmp_path / "more.py"
        file.write_text(
            'def get_order(number: int) -> str:\n    """Gives an order."""\n    return "x"\n', encoding="utf-8"
        )
        stage.window.dialogs.add_tools(file)
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, AddToolsDialog)
        dialog.load.click()
        await stage.until(dialog.rename.isVisible)
        dialog.rename.click()
        asked = dialog.findChild(TextEntry)
        assert asked is not None
        assert asked.text == "get_order_2"
        QTest.keyClick(asked, Qt.Key.Key_Return)
        await stage.until(lambda: any(tool.name == "get_order_2" for tool in stage.session.state.setup.tools))
        assert not dialog.rename.isVisible()
        dialog.reject()

    live(play)


def test_two_tools_of_one_name_stop_and_the_banner_offers_to_rename(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.session.declare(ToolSpec("search_tools", "Searches for tools in the shed."))
        stage.session.change_setup(search=ToolSearch(on=True), pinned=("search_tools",))
        stage.session.fill_open("done")
        await stage.go("step")
        assert stage.session.stop is not None
        assert stage.session.stop.what == "two_tools"
        stage.window.offers.take("rename_tool")
        asked = stage.window.dialogs.current
        assert isinstance(asked, TextEntry)
        asked._field.setText("get_order")  # type: ignore[union-attr]
        QTest.keyClick(asked, Qt.Key.Key_Return)
        assert stage.window.dialogs.current is asked
        assert asked.said.text().startswith("refund_tools.py has a tool named get_order already.")
        asked._field.setText("search_shed")  # type: ignore[union-attr]
        QTest.keyClick(asked, Qt.Key.Key_Return)
        await stage.frame()
        assert "search_shed" in stage.session.offering().names
        assert len(set(stage.session.offering().names)) == len(stage.session.offering().names)

    live(play)
