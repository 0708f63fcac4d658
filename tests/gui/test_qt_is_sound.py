"""Watches for the fault of PySide6 6.12.0 on Python 3.11: each call that returns nothing dropped a reference to None."""

import sys

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

CALLS = 1_000
SLACK = 100


def test_calls_that_return_nothing_keep_the_references_to_none(qtbot: QtBot) -> None:
    label = QLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        label.setText("x")
    assert sys.getrefcount(None) > before - SLACK
