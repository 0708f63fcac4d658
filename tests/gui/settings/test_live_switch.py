"""What is chosen acts in everything that is open: another window, its lists, the settings themselves, in both languages."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from studio.gui.look.theme import theme
from studio.gui.settings.controls import ChoiceControl
from studio.gui.settings.font_control import FontControl
from tests.gui.settings.conftest import Desk
from tests.gui.window.conftest import Play, Stage


@pytest.mark.promise("H2")
def test_every_window_follows_and_an_open_settings_window_shows_it(live: Callable[[Play], None]) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        look, first = stage.program.look, stage.window
        second = stage.program.open_window()
        first.dialogs.settings.open("appearance")
        second.dialogs.settings.open("keyboard")
        rows = first.timeline.view.verticalHeader()
        assert rows.defaultSectionSize() == 27
        first.actions_["theme_dark"].trigger()
        assert first.dialogs.settings.current is not None
        control = first.dialogs.settings.current.page.rows["theme"].control
        assert isinstance(control, ChoiceControl)
        assert control.box.value() == "dark"
        look.chosen.put("appearance.density", "compact")
        assert rows.defaultSectionSize() == 24
        look.chosen.put("appearance.density", "roomy")
        assert rows.defaultSectionSize() == 34
        look.chosen.put("keys", {"palette": ["F4"]})
        assert second.actions_["palette"].shortcut().toString() == "F4"
        assert first.toolbar.search.toolTip().endswith("(F4)")
        look.chosen.put("start.notice_seconds", 20)
        assert first.centre.notice._timer.interval() == 20_000
        look.chosen.put("appearance.reduce_motion", True)
        assert theme().reduce_motion
        assert QApplication.cursorFlashTime() == 0
        second.close()
        await stage.until(lambda: len(stage.program.windows) == 1)
        look.chosen.put("theme", "light")  # and nothing of the closed one is asked any more
        first.dialogs.settings.current.reject()

    live(play)


@pytest.mark.promise("H3")
@pytest.mark.parametrize("page", ["general", "appearance", "editor", "keyboard", "about"])
def test_every_word_of_the_settings_follows_the_language_and_comes_back(desk: Desk, page: str) -> None:
    desk.settings.show_page(page)
    before = _said(desk)
    desk.look.use_language("zh_CN")
    QCoreApplication.sendPostedEvents()
    desk.look.use_language("en")
    QCoreApplication.sendPostedEvents()
    assert _said(desk) == before


@pytest.mark.promise("H2")
def test_a_font_is_that_of_the_whole_window_at_once(desk: Desk) -> None:
    desk.settings.show_page("appearance", "ui_font")
    control = desk.settings.page.rows["ui_font"].control
    assert isinstance(control, FontControl)
    box = control.box
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    box.hidePopup()
    family = control.families()[0]
    box.choose(family)
    assert QApplication.font().families()[0] == family
    assert desk.again().settings.appearance.ui_font == family
    desk.port.chosen.reset("appearance.ui_font")
    assert box.value() == ""


def _said(desk: Desk) -> list[str]:
    return [label.text() for label in desk.settings.findChildren(QLabel)]
