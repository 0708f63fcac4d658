"""A source whose file gives no tools: chosen, looked at, trusted and asked; a function that is a source is no tool."""

from collections.abc import Callable
from pathlib import Path

import pytest

from studio.gui.dialogs.add_tools import AddToolsDialog
from studio.gui.dialogs.groups import GroupsDialog
from studio.session.events import SourceAsked
from studio.session.toolbox import ToolSource
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def _asked(stage: Stage) -> list[SourceAsked]:
    tree = stage.session.tree
    events = [tree.event(node) for node in tree.path(stage.session.head)]
    return [event for event in events if isinstance(event, SourceAsked)]


@pytest.mark.promise("D1")
def test_a_file_that_only_says_which_tools_to_offer_is_chosen_and_trusted(live: Live, tmp_path: Path) -> None:
    pages = tmp_path / "pages.py"
    pages.write_text("def by_page(message, history):\n    return ['open_ticket']\n", encoding="utf-8")

    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("tool_groups")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, GroupsDialog)
        dialog.sources.add_button.click()
        row = dialog.sources.sources_[0]
        row.browse.click()
        assert row.dialog is not None
        row.dialog.fileSelected.emit(str(pages))
        row.dialog.reject()
        assert "trust it before it is asked" in row.rows["file"].said()
        row.function.setText("by_page")
        row.tools.setText("open_*")
        dialog.ok.click()
        assert stage.session.state.setup.sources == (ToolSource("by_page", str(pages), "by_page", ("open_*",)),)
        review = stage.window.dialogs.current
        assert isinstance(review, AddToolsDialog)
        assert "by_page" in review.text.toPlainText()
        files = stage.session.state.setup.files
        await stage.until(review.load.isEnabled)
        review.load.click()
        await stage.until(lambda: not stage.session.untrusted)
        await stage.frame()
        assert stage.session.state.setup.files == files, "it gives no tools"
        review.reject()
        for _ in range(8):
            if _asked(stage):
                break
            await stage.go("step")
        assert [event.tools for event in _asked(stage)] == [("open_ticket",)]

    live(play)


def test_a_function_that_becomes_a_source_is_no_tool_any_more(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        before = stage.session.state.setup
        source = ToolSource("orders", before.files[0].path, "get_order")
        stage.session.change_toolbox(sources=(source,))
        assert stage.session.state.setup.off == (*before.off, "get_order")
        stage.session.undo()
        assert stage.session.state.setup == before

    live(play)
