"""A change of theme reaches every widget once a pass, however deep it stands, and follows the desktop where nothing else was chosen."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.look.theme import apply_theme, theme


@pytest.fixture(autouse=True)
def _light_again(qapp: QApplication) -> Iterator[None]:
    yield
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Unknown)
    apply_theme(qapp, "light")


class Counter(QObject):
    """Counts the changes of style that come to a widget."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.StyleChange
        return super().eventFilter(watched, event)


def test_a_widget_is_styled_no_more_often_for_standing_deep_in_the_window(qapp: QApplication, qtbot: QtBot) -> None:
    apply_theme(qapp, "light")
    window = QWidget()
    qtbot.addWidget(window)
    holder = window
    for _ in range(12):
        inner = QWidget()
        QVBoxLayout(holder).addWidget(inner)
        holder = inner
    label, counter = QLabel("deep", holder), Counter()
    window.show()
    label.installEventFilter(counter)
    apply_theme(qapp, "dark")
    assert 1 <= counter.count <= 2
    counter.count = 0
    apply_theme(qapp, "dark")
    assert counter.count == 0, "nothing changed"


@pytest.mark.parametrize(
    ("scheme", "table"),
    [(Qt.ColorScheme.Dark, "dark"), (Qt.ColorScheme.Light, "light"), (Qt.ColorScheme.Unknown, "light")],
)
def test_it_follows_the_desktop_at_once(qapp: QApplication, scheme: Qt.ColorScheme, table: str) -> None:
    tell = QGuiApplication.styleHints().colorSchemeChanged
    tell.emit(Qt.ColorScheme.Light if scheme is Qt.ColorScheme.Dark else Qt.ColorScheme.Dark)
    apply_theme(qapp, "system")
    assert theme().table != table
    tell.emit(scheme)
    assert theme().table == table
    assert qapp.palette().window().color() == theme().color("window")


def test_what_was_chosen_holds_against_the_desktop(qapp: QApplication) -> None:
    apply_theme(qapp, "light")
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme().table == "light"
