"""What a screen reader is told: each change of state once, a reply when it is whole, nothing while text streams."""

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.gui.announcer import Announcer
from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply
from studio.session.breakpoints import Breakpoint
from studio.session.events import ReplyReceived, ResultRecorded, SetupChanged
from studio.session.notes import BreakpointSet
from studio.workspace.changes import Activity, PartialReply
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.refund import asked_session, paused_session


@pytest.fixture
def heard(qtbot: QtBot) -> tuple[MemoryBridge, list[str]]:
    bridge, window, said = MemoryBridge(), QWidget(), list[str]()
    qtbot.addWidget(window)
    bridge.setParent(window)
    Announcer(window, bridge, said.append)
    bridge.open(asked_session())
    return bridge, said


def _is_doing(bridge: MemoryBridge, kind: str) -> None:
    session = bridge.session
    assert session is not None
    session.activity = Activity(kind)  # type: ignore[misc,arg-type]
    bridge.tick()


def test_each_change_of_state_is_said_once_and_text_that_streams_is_not(
    heard: tuple[MemoryBridge, list[str]],
) -> None:
    bridge, said = heard
    bridge.tick()
    said.clear()
    for kind in ("sending", "sending", "streaming", "streaming"):
        _is_doing(bridge, kind)
        bridge.partial.emit(PartialReply)
    _is_doing(bridge, "tools")
    assert said == ["Sending", "Streaming", "Running tools"]


def test_a_reply_is_said_when_it_is_whole(heard: tuple[MemoryBridge, list[str]]) -> None:
    bridge, said = heard
    said.clear()
    bridge.happened.emit(ReplyReceived(reply=ChatReply((Text("It is on its way. "),))))
    bridge.happened.emit(ReplyReceived(reply=ChatReply((Text("I look."), Call("get_order", "{}", "c1")))))
    assert said[0] == "Reply: It is on its way."
    assert said[1].endswith("I look.")
    assert len(said) == 2


def test_each_result_is_said_with_its_tool_and_an_error_as_such(heard: tuple[MemoryBridge, list[str]]) -> None:
    bridge, said = heard
    session, first, second = paused_session()
    bridge.open(session)
    said.clear()
    names = []
    for key, is_error in ((first, False), (second, True)):
        call = session.state.call(key)
        assert call is not None
        names.append(call.call.name)
        bridge.happened.emit(ResultRecorded(call=key, text=" done ", is_error=is_error))
    assert said == [f"Result of {names[0]}: done", f"Error of {names[1]}: done"]


def test_a_new_branch_is_said_once_and_one_that_was_there_is_not(heard: tuple[MemoryBridge, list[str]]) -> None:
    bridge, said = heard
    bridge.tick()
    session = bridge.session
    assert session is not None
    said.clear()
    tip, under = session.head, session.tree.parent(session.head)
    session.journal.move(under)
    session.journal.append(SetupChanged())
    bridge.tick()
    bridge.tick()
    assert said == ["Branch B begins here."]
    session.journal.move(tip)
    bridge.tick()
    assert said == ["Branch B begins here."]


def test_what_is_done_with_a_breakpoint_is_said(heard: tuple[MemoryBridge, list[str]]) -> None:
    bridge, said = heard
    said.clear()
    point = Breakpoint("b1", place="before_call", tool="refund")
    for each in (point, replace(point, on=False), None):
        bridge.happened.emit(BreakpointSet(id="b1", breakpoint=each))
    assert said == ["Breakpoint: Before refund", "Breakpoint off: Before refund", "Breakpoint removed"]
