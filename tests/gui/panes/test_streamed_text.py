"""The text that streams in: nothing of it is lost, and no paragraph of it is endless."""

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.panes.streamed_text import StreamedText

LINE = 2_200
"""Twice what a paragraph may have, and what comes at once."""


@pytest.mark.parametrize(
    "text", ["x" * 3_000_000, "x" * 999 + " " + "y" * 5_000, "one\n" + "漢" * 4_500, "a b " * 2_000]
)
def test_a_line_without_end_stands_in_parts(qtbot: QtBot, text: str) -> None:
    """In one piece it took 15 seconds for 10 MB."""
    shown = StreamedText()
    qtbot.addWidget(shown)
    shown.grow([("text", text)])
    put = shown.toPlainText()
    assert put.replace("\n", "") == text.replace("\n", "")
    assert max(map(len, put.split("\n"))) <= LINE


def test_a_line_that_grows_is_broken_where_it_goes_on(qtbot: QtBot) -> None:
    shown = StreamedText()
    qtbot.addWidget(shown)
    text = ""
    for _ in range(40):
        text += "word" * 50
        shown.grow([("text", text)])
    put = shown.toPlainText()
    assert put.replace("\n", "") == text
    assert max(map(len, put.split("\n"))) <= LINE
