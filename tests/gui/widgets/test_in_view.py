"""A widget is in view when it stays in view for a turn of the loop."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.gui.widgets.in_view import InView


def test_what_is_shown_and_stays_is_in_view(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    seen = InView(widget)
    with qtbot.waitSignal(seen.came):
        widget.show()
        assert not seen.is_there
    assert seen.is_there
    widget.hide()
    assert not seen.is_there


def test_what_is_shown_for_a_moment_never_came_into_view(qtbot: QtBot) -> None:
    widget, other = QWidget(), QWidget()
    came: list[str] = []
    for name, each in (("moment", widget), ("stays", other)):
        qtbot.addWidget(each)
        InView(each).came.connect(lambda name=name: came.append(name))
    widget.show()
    widget.hide()
    other.show()
    qtbot.waitUntil(lambda: bool(came))
    assert came == ["stays"]
