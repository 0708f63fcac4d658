"""The line of what could not be done goes when it is not so any more."""

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.panes.trouble_bar import TroubleBar
from studio.gui.trouble_keeper import TroubleKeeper
from studio.problems import StudioError
from studio.session.events import SetupChanged
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.refund import asked_session

TYPED = "Something typed in the request is not committed yet."


class Room:
    """A bar over a session in memory; `typed` says whether something is typed."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.bridge, self.bar, self.typed = MemoryBridge(), TroubleBar(), True
        qtbot.addWidget(self.bar)
        TroubleKeeper(self.bridge, self.bar, lambda: self.typed)
        self.session = asked_session()
        self.bridge.open(self.session)

    def frame(self) -> None:
        """A turn of the loop goes by, and a frame."""
        self.qtbot.wait(1)
        self.bridge.tick()


@pytest.fixture
def room(qtbot: QtBot) -> Room:
    return Room(qtbot)


def test_it_goes_when_what_was_typed_is_not_typed_any_more(room: Room) -> None:
    room.bridge.refuse(TYPED)
    room.frame()
    assert room.bar.text == TYPED
    room.typed = False
    room.frame()
    assert room.bar.text == ""


def test_it_goes_with_the_next_thing_that_goes_well_but_not_with_what_is_done_in_the_same_breath(room: Room) -> None:
    room.bridge.fail(StudioError("No."))
    room.bridge.do(lambda _session: None)
    assert room.bar.text == "No."
    room.frame()
    assert room.bar.text == "No."
    room.bridge.do(lambda _session: None)
    assert room.bar.text == ""


def test_what_runs_to_its_end_takes_only_an_older_line_away(room: Room) -> None:
    room.bridge.fail(StudioError("Old."))
    room.frame()

    async def fails_meanwhile(_session: object) -> None:
        room.bridge.fail(StudioError("New."))
        room.frame()

    async def goes(_session: object) -> None:
        return None

    room.bridge.start("run", fails_meanwhile)
    assert room.bar.text == "New."
    room.bridge.start("run", goes)
    assert room.bar.text == ""


def test_it_goes_with_the_session_the_branch_and_the_language(room: Room) -> None:
    journal = room.session.journal

    def fork() -> None:
        journal.move(journal.tree.parent(journal.head))
        journal.append(SetupChanged())

    def switch_language() -> None:
        QApplication.sendEvent(room.bar, QEvent(QEvent.Type.LanguageChange))

    for leave in (fork, switch_language, lambda: room.bridge.open(asked_session())):
        room.bridge.fail(StudioError("No."))
        room.frame()
        assert room.bar.text == "No."
        leave()
        room.frame()
        assert room.bar.text == ""
