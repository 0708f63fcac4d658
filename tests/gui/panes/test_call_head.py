"""The head of a call's card where there is little room."""

from pytestqt.qtbot import QtBot

from studio.gui.panes.call_head import CallHead
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec


def test_of_a_long_name_the_beginning_is_shown_and_all_of_it_when_pointed_at(qtbot: QtBot) -> None:
    head, name = CallHead(), "everything_trigger_a_long_running_operation_with_many_words"
    qtbot.addWidget(head)
    head.resize(360, 90)
    head.show_call(Call(name=name, id="call_0"), (ToolSpec(name),), editable=False)
    head.show()
    line = head.name.lineEdit()
    assert line is not None
    assert line.cursorPosition() == 0
    assert head.name.toolTip() == name
