"""The head of a call's card: a long name, and a call whose server waits for the person."""

from pytestqt.qtbot import QtBot

from studio.gui.panes.call_head import CallHead
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec
from studio.session.server_view import Question
from tests.gui.panes.conftest import Panes
from tests.gui.panes.refund import paused_session


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


def test_a_call_whose_server_waits_for_the_person_says_so_and_counts_no_seconds(panes: Panes) -> None:
    session, key, _ = paused_session()
    panes.open(session)
    card = panes.response.calls.card(key)
    assert card is not None
    session.start_call(key)
    session.become(kind="tools", calls=frozenset({key}))
    said: list[str] = []
    for asked in ((), (Question(number=1, server="shop", what="form", call=key),), ()):
        session.questions = asked
        panes.bridge.refreshed.emit()
        said.append(card.head.chip.text().split()[0])
    assert said == ["RUNNING", "ASKS", "RUNNING"]
