"""Where the keyboard goes when a part of the window is entered, and that looking for it harms no widget."""

import shiboken6
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.focus_round import first_focusable


def _window(qtbot: QtBot) -> tuple[list[QWidget], list[QPushButton]]:
    """Two parts side by side; the left one holds a row of two buttons, made from right to left."""
    window = QWidget()
    qtbot.addWidget(window)
    parts = [QWidget(window), QWidget(window)]
    buttons = [QPushButton(name, parts[name == "other"]) for name in ("right", "left", "other")]
    whole, row, column = QHBoxLayout(window), QHBoxLayout(parts[0]), QVBoxLayout(parts[1])
    for part in parts:
        whole.addWidget(part)
    row.addWidget(buttons[1])
    row.addWidget(buttons[0])
    column.addWidget(buttons[2])
    window.resize(600, 200)
    window.show()
    qtbot.waitExposed(window)
    return [*parts, window], buttons


def test_a_part_is_entered_at_its_leftmost_widget_of_the_topmost_row(qtbot: QtBot) -> None:
    holders, (_, left, _) = _window(qtbot)
    assert first_focusable(holders[0]) is left


def test_a_widget_that_takes_no_keyboard_is_passed_over(qtbot: QtBot) -> None:
    holders, (right, left, _) = _window(qtbot)
    left.setEnabled(False)
    assert first_focusable(holders[0]) is right
    right.hide()
    assert first_focusable(holders[0]) is None


def test_a_widget_that_goes_takes_no_other_one_with_it(qtbot: QtBot) -> None:
    holders, (right, left, other) = _window(qtbot)
    assert first_focusable(holders[0]) is left
    shiboken6.delete(left)
    assert [shiboken6.isValid(widget) for widget in (right, other, *holders)] == [True] * 5
