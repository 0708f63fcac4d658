"""What the bridge tells while a reply streams in: its text each frame, all else now and then."""

from collections.abc import Callable
from typing import Any, cast

from pytestqt.qtbot import QtBot

from studio.gui.bridge import Bridge
from studio.workspace.changes import Activity, PartialReply
from studio.workspace.opened import OpenedSession


class Streaming:
    """The little that the bridge asks of a session."""

    partial = None

    def __init__(self) -> None:
        self.tell: Callable[[Any], None] = lambda _: None

    def subscribe(self, listener: Callable[[Any], None]) -> Callable[[], None]:
        self.tell = listener
        return lambda: None


def test_while_only_text_streams_in_the_rest_of_the_window_is_looked_at_less_often(qtbot: QtBot) -> None:
    bridge, session, told = Bridge(), Streaming(), []
    bridge.show(cast(OpenedSession, session))
    bridge.partial.connect(lambda _reply: told.append("text"))
    bridge.refreshed.connect(lambda: told.append("all"))
    for _ in range(12):
        with qtbot.waitSignal(bridge.partial):
            session.tell(PartialReply(("text", "a")))
    assert told.count("text") == 12
    assert told.count("all") == 3
    told.clear()
    with qtbot.waitSignal(bridge.refreshed):
        session.tell(Activity("idle"))
    assert told == ["text", "all"]
