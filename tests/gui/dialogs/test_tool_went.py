"""The line on the page of a tool that says how its calls went."""

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.dialogs.tool_went import ToolWent
from studio.present.tool_statistics import ToolStatistics


@pytest.mark.promise("H1")
@pytest.mark.parametrize(
    ("told", "said"),
    [
        (ToolStatistics(), "Not called in this session yet"),
        (ToolStatistics(3, 1, 0.4, 1.9), "3 call(s) · 1 failed · median 400 ms · longest 1.90 s"),
        (ToolStatistics(2), "2 call(s)"),
    ],
)
def test_calls_errors_and_times_stand_in_one_line(qtbot: QtBot, told: ToolStatistics, said: str) -> None:
    line = ToolWent(told)
    qtbot.addWidget(line)
    assert line.text() == line.accessibleName() == said
