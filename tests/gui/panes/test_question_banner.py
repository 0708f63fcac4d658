"""The bar of what servers ask, by itself."""

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.panes.question_banner import QuestionBanner
from studio.session.server_view import Question


@pytest.mark.promise("E4")
def test_a_second_press_declines_nothing_that_nobody_has_read(qtbot: QtBot) -> None:
    banner = QuestionBanner()
    qtbot.addWidget(banner)
    declined: list[int] = []
    banner.decline_wanted.connect(declined.append)
    first, second = (Question(number=number, server="s", what="form", message="?") for number in (1, 2))
    banner.tell([first, second])
    banner.bar.buttons()[0].click()
    banner.tell([second])
    banner.bar.buttons()[0].click()
    assert declined == [1]

    def pressed_later() -> None:
        banner.bar.buttons()[0].click()
        assert declined == [1, 2]

    qtbot.waitUntil(pressed_later, timeout=5000)
