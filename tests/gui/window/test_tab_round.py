"""Tab through the whole window: as it is read, round and back, and never into what lies behind something else."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
_MOST = 200


def _keyboard() -> QWidget:
    focus = QApplication.focusWidget()
    assert focus is not None
    return focus


def _round(start: QWidget, key: Qt.Key) -> list[QWidget]:
    """Where the keyboard goes from a widget on, until it is back."""
    start.setFocus()
    found = [start]
    while len(found) < _MOST:
        QTest.keyClick(_keyboard(), key)
        if _keyboard() is start:
            return found
        found.append(_keyboard())
    raise AssertionError(f"It never came back: {[each.accessibleName() for each in found[-6:]]}")


@pytest.mark.promise("G5")
def test_tab_goes_through_the_window_as_it_is_read_and_shift_tab_back(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        window = stage.window
        forth = _round(window.timeline.view, Qt.Key.Key_Tab)
        card = window.panes.response.calls.cards()[0]
        wanted = [
            window.timeline.view,
            window.centre.banner.bar,
            window.centre.banner.bar.buttons()[-1],
            window.panes.request.chat.blocks()[0].block,
            card,
            card.arguments.editor,
            card.bar.main_button(),
            window.tools.list,
            window.toolbar.run,
            window.toolbar.search,
        ]
        assert [each for each in forth if each in wanted] == wanted
        docks = [dock for each in forth if (dock := _dock(each)) is not None]
        assert not any(dock.visibleRegion().isEmpty() for dock in docks)
        back = _round(window.timeline.view, Qt.Key.Key_Backtab)
        assert [each for each in back if each in wanted] == [wanted[0], *wanted[:0:-1]]

    live(play)


def _dock(widget: QWidget) -> QDockWidget | None:
    above: QWidget | None = widget
    while above is not None and not isinstance(above, QDockWidget):
        above = above.parentWidget()
    return above


@pytest.mark.promise("G5")
def test_from_the_centre_itself_tab_leads_into_what_it_holds(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        centre = stage.window.centre
        centre.setFocus()  # where the keyboard waits while a session runs
        assert centre.accessibleName() == "Request and response"
        QTest.keyClick(centre, Qt.Key.Key_Tab)
        assert _keyboard() is centre.banner.bar

    live(play)


@pytest.mark.promise("G5")
def test_f6_passes_over_what_lies_behind_another_part(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        assert stage.window.mcp.isVisible(), "Qt counts what lies behind as visible, too"
        for _ in range(10):
            stage.trigger("next_part")
            assert not _keyboard().visibleRegion().isEmpty()
            assert not stage.window.mcp.isAncestorOf(_keyboard())

    live(play)


def test_tab_goes_through_the_start_page_as_it_is_read_and_into_nothing_unseen(live: Live) -> None:
    async def play(stage: Stage) -> None:
        page = stage.window.start
        stage.window.activateWindow()
        await stage.until(stage.window.isActiveWindow)
        forth = _round(page.demo, Qt.Key.Key_Tab)
        assert all(page.isAncestorOf(each) for each in forth)
        wanted = [page.demo, *page.samples.rows.values(), page.new, page.open]
        assert forth[: len(wanted)] == wanted

    live(play)


def test_a_part_in_which_nothing_stands_yet_takes_the_keyboard_and_says_so(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        for part in ("problems", "events"):
            stage.window.timeline.view.setFocus()
            stage.window.go_to(part)
            for _ in range(5):  # a part that is made now takes the keyboard a moment later
                await stage.frame()
            assert stage.window.focus.name() == part
            assert _keyboard().accessibleName()

    live(play)
