"""The two panes over a session in memory, shown off screen."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.panes.request_pane import RequestPane
from studio.gui.panes.response_pane import ResponsePane
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.memory_session import MemorySession


class Panes:
    """What a test holds: both panes, their bridge and, once opened, the session."""

    def __init__(self, qtbot: QtBot) -> None:
        self.bridge = MemoryBridge()
        self.holder = QWidget()
        self.request, self.response = RequestPane(self.bridge), ResponsePane(self.bridge)
        row = QHBoxLayout(self.holder)
        row.addWidget(self.request)
        row.addWidget(self.response)
        self.holder.resize(1200, 800)
        qtbot.addWidget(self.holder)

    def open(self, session: MemorySession) -> MemorySession:
        """Show a session."""
        self.bridge.open(session)
        self.holder.show()
        return session


@pytest.fixture
def panes(qtbot: QtBot) -> Iterator[Panes]:
    made = Panes(qtbot)
    yield made
    made.bridge.show(None)


@pytest.fixture
def typed(qtbot: QtBot) -> Callable[[QWidget, str], None]:
    """Replace all text of an editor as a person would."""

    def write(editor: QWidget, text: str) -> None:
        editor.setFocus()
        editor.selectAll()  # type: ignore[attr-defined]
        editor.insertPlainText(text)  # type: ignore[attr-defined]

    return write
