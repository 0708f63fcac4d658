"""The size of a window on its screen, the shares of its panes, and what the list of recent sessions tells apart."""

from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from studio.gui.recent_menu import RecentMenu
from studio.gui.window import StudioWindow
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def test_a_window_is_no_larger_than_its_screen(live: Live) -> None:
    async def play(stage: Stage) -> None:
        other = stage.program.open_window()
        room = other.screen().availableGeometry().size()
        assert other.width() <= room.width()
        assert other.height() <= room.height()
        assert room.width() < 1024, "the screen of this test is meant to be a small one"

    live(play)


def _share(window: StudioWindow) -> float:
    left, right = window.centre.splitter.sizes()
    return left / (left + right)


def test_every_window_begins_with_the_same_shares(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        assert abs(_share(stage.window) - 0.4) < 0.02
        stage.window.desk.demo()
        await stage.until(lambda: len(stage.program.windows) == 2)
        other = stage.program.windows[1]
        other.resize(1600, 1000)
        await stage.frame()
        assert abs(_share(other) - 0.4) < 0.02
        other.resize(1500, 900)
        await stage.frame()
        assert abs(_share(other) - 0.4) < 0.02

    live(play)


def test_a_handle_that_was_moved_stays_where_it_is(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        splitter = stage.window.centre.splitter
        splitter.moveSplitter(splitter.width() // 2, 1)
        splitter.setSizes([splitter.width() // 2, splitter.width() // 2])
        splitter.splitterMoved.emit(splitter.width() // 2, 1)
        stage.window.resize(1500, 1000)
        await stage.frame()
        assert _share(stage.window) > 0.44

    live(play)


def test_what_is_being_typed_keeps_the_keyboard_and_the_view_when_the_panes_become_tabs_and_back(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await stage.until(stage.window.isActiveWindow)
        editor = stage.window.panes.response.calls.cards()[0].arguments.editor
        editor.setFocus()
        editor.insertPlainText("half")
        for width, tabs in ((900, True), (1600, False)):
            stage.window.resize(width, 1000)
            await stage.frame()
            assert stage.window.centre.are_tabs is tabs
            assert editor.isVisible()
            assert QApplication.focusWidget() is editor
        stage.window.panes.response.calls.cards()[0].revert()

    live(play)


def test_sessions_of_one_title_are_told_apart_in_the_menu(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        first, title = stage.session.path, stage.session.title
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        await stage.demo()
        menu = stage.window.recent_menu
        assert isinstance(menu, RecentMenu)
        menu.fill()
        words = [action.text() for action in menu.actions()]
        assert [text.split("\t")[0] for text in words] == [title, title]
        assert all(first.parent.name in text for text in words)
        assert all(":" in text.split("\t")[1] for text in words)
        assert menu.toolTipsVisible()
        assert str(first) in [action.toolTip() for action in menu.actions()]

    live(play)
