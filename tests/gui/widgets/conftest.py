"""A place on the screen for a widget under test."""

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.look.theme import apply_theme


@pytest.fixture
def place(qtbot: QtBot, qapp: QApplication) -> QWidget:
    apply_theme(qapp, "light")
    made = QWidget()
    QVBoxLayout(made)
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    qtbot.waitExposed(made)
    return made


def put(place: QWidget, widget: QWidget) -> None:
    """Show a widget below those that are there."""
    layout = place.layout()
    assert layout is not None
    layout.addWidget(widget)
    widget.show()
