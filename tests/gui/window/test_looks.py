"""Theme, text size, language and width change while the window is open."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication

from studio.gui.look.theme import theme
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def test_the_theme_is_switched_while_the_window_is_open_and_kept(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        light = QApplication.palette().window().color().name()
        stage.trigger("theme_dark")
        assert theme().table == "dark"
        assert QApplication.palette().window().color().name() != light
        assert stage.window.actions_["theme_dark"].isChecked()
        assert stage.program.workspace.settings.theme == "dark"
        stage.trigger("theme_light")

    live(play)


def test_the_language_is_switched_while_the_window_is_open(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("language_zh_CN")
        await stage.frame()
        window = stage.window
        assert window.menuBar().actions()[0].text() == "文件(&F)"
        assert window.actions_["step"].text() == "单步"
        assert window.docks["timeline"].windowTitle() == "时间线"
        content = window.centre.banner.content
        assert content is not None
        assert content.headline == "已在 get_order 之前暂停"
        assert window.status._state.text() == "已暂停"
        stage.trigger("language_en")
        await stage.frame()
        assert window.actions_["step"].text() == "Step over"
        assert window.status._state.text() == "Paused"

    live(play)


def test_text_grows_and_shrinks_within_its_limits(live: Live) -> None:
    async def play(stage: Stage) -> None:
        settings = stage.program.workspace.settings
        for start, id, end in ((175, "larger", 2.0), (200, "larger", 2.0), (90, "smaller", 0.8), (80, "smaller", 0.8)):
            settings.text_scale = start
            stage.trigger(id)
            assert theme().text_scale == end
        stage.trigger("usual_size")
        assert theme().text_scale == 1.0
        assert settings.text_scale == 100

    live(play)


@pytest.mark.parametrize(("width", "tabs"), [(1600, False), (1280, False), (1100, True)])
def test_the_panes_become_tabs_in_a_narrow_window(live: Live, width: int, tabs: bool) -> None:
    async def play(stage: Stage) -> None:
        stage.window.resize(width, 800)
        await stage.demo()
        assert stage.window.centre.are_tabs is tabs
        assert stage.window.centre.tabs.isVisible() is tabs
        assert stage.window.actions_["stacked"].isEnabled() is not tabs
        assert stage.window.width() == width

    live(play)


def test_larger_text_and_back_leaves_the_window_as_it_was(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        toolbar, timeline = stage.window.toolbar, stage.window.docks["timeline"]
        height, width = toolbar.height(), timeline.width()
        for scale in (200, 100):
            stage.program.look.chosen.put("text_scale", scale)
            await stage.frame()
            await stage.frame()
            assert timeline.width() >= width, scale
        assert toolbar.height() == height

    live(play)
