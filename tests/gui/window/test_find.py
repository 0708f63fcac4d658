"""Find in the session and the palette in the real window: from typed words to the step and the place in its pane."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.gui.widgets.folded_text import FoldedText
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
pytestmark = pytest.mark.promise("G4")


def shown(stage: Stage) -> list[str]:
    return [entry.shown for entry in stage.window.palette_.entries]


def typed(stage: Stage, text: str) -> None:
    stage.window.palette_.open_at(text)


def test_words_are_found_in_the_session_and_enter_goes_to_their_step_and_place(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("find_session")
        pane = stage.window.side.finding.pane
        await stage.until(lambda: QApplication.focusWidget() is pane.fields.field)
        head = stage.session.head
        QTest.keyClicks(pane.fields.field, "broken cup")
        await stage.until(lambda: bool(pane.list.found.rows) and not pane.running)
        assert pane.said.text().startswith("1 ")
        QTest.keyClick(pane.fields.field, Qt.Key.Key_Return)
        QTest.keyClick(pane.list, Qt.Key.Key_Return)
        await stage.until(lambda: stage.window.bridge.selection == pane.list.found.rows[1].hit.node)  # type: ignore[union-attr]
        request = stage.window.side.panes.request

        def marked() -> list[str]:
            texts = request.findChildren(FoldedText)
            return [text.text()[slice(*mark)] for text in texts for mark in text._marks]

        await stage.until(lambda: marked() == ["broken cup"])
        assert stage.session.head == head
        stage.window.palette_.open_at("broken cup")
        assert any("broken cup" in line for line in shown(stage))
        assert shown(stage)[-1] == "Find “broken cup” in the session"
        stage.window.palette_.hide()

    live(play)


def test_the_palette_goes_to_rounds_and_tools_works_out_a_value_and_watches_it(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        palette = stage.window.palette_
        typed(stage, "?")
        assert [line[:1] for line in shown(stage)] == [">", "@", "#", ":", "="]
        typed(stage, "@refund")
        assert shown(stage)[0] == "issue_refund"
        stage.trigger("go_to_round")
        assert palette._field.text() == ":"
        typed(stage, ":1")
        assert shown(stage) == ["Round 1: get_order, search_policy"]
        palette._do()
        await stage.until(lambda: stage.window.bridge.selection is not None)
        assert stage.window.side.timeline.view.current_row >= 0
        stage.window.side.timeline.clear_selection()
        typed(stage, "=reply.calls[].name")
        assert shown(stage) == ["Copy the value", "Watch this"]
        assert '"get_order"' in palette._detail.toPlainText()
        palette._do()
        await stage.until(lambda: "get_order" in QGuiApplication.clipboard().text())
        typed(stage, "=reply.calls[")
        assert palette.entries[0].reason or "breaks off" in shown(stage)[0]
        assert palette._detail.isHidden()
        typed(stage, "=round")
        second = palette._list.topLevelItem(1)
        assert second is not None
        palette._list.setCurrentItem(second)
        palette._do()
        await stage.until(lambda: bool(stage.session.watches))
        assert stage.session.watches[0].expression == "round"

    live(play)


def test_the_palette_finds_by_chinese_words_letters_with_gaps_and_last_used_first(live: Live) -> None:
    async def play(stage: Stage) -> None:
        palette = stage.window.palette_
        typed(stage, ">单步")
        assert any(entry.id.startswith("step") for entry in palette.entries), shown(stage)
        typed(stage, ">cmdpal")
        assert [entry.id for entry in palette.entries][:1] == ["palette"]
        typed(stage, ">")
        stage.trigger("theme_dark")
        typed(stage, ">theme")
        assert palette.entries[0].id == "theme_dark"
        typed(stage, "#")
        assert palette.entries[0].reason == "Open a session first."
        palette.hide()

    live(play)
