"""What the checks say of the session's tools, all in one list; Enter opens the page of a tool.

Above: `tool_room`. Below: `note_list`, `workspace/tool_advice`. Changes nothing.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, plain_button
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.note_list import NoteList
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.words import fill, number
from studio.workspace.opened import OpenedSession
from studio.workspace.tool_advice import tool_advice
from studio.workspace.workspace import Workspace


class ToolNotesDialog(TabbedDialog):
    """`list` holds the notes. `page_wanted` gives the name of a tool."""

    page_wanted = Signal(str)

    def __init__(
        self, parent: QWidget, workspace: Workspace, bridge: Bridge, session: OpenedSession, tool: str = ""
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._known: object = None
        self._frame = DialogFrame(self, self.tr("Tool checks"), " ")
        self.list = NoteList(self, named=True)
        self._none = EmptyState(self.tr("Nothing to say: these tools are described well."), parent=self, icon="tick")
        self._close = plain_button(self.tr("Close"), self)
        for part in (self.list, self._none):
            self._frame.body.addWidget(part, 1)
        self._frame.add_buttons((), (self._close,))
        self.list.opened.connect(self._open)
        self._close.clicked.connect(self.reject)
        bridge.refreshed.connect(self._refresh)
        self._refresh()
        self._frame.resize(760, 620)
        keep_size(self, workspace, "tool_notes")
        if tool:
            self.list.show_tool(tool)

    def _refresh(self) -> None:
        """Look at the tools again when they are others."""
        tools = self._session.state.setup.tools
        if self._known is tools:
            return
        self._known = tools
        notes = tool_advice(self._session)
        self.list.show_notes(notes)
        self.list.setVisible(bool(notes))
        self._none.setVisible(not notes)
        words = self.tr(
            "{tools} tools, {notes} notes. They are advice on the declarations; nothing is changed by itself."
        )
        self._frame.hint.setText(fill(words, tools=number(len(tools)), notes=number(len(notes))))

    def _open(self, name: str) -> None:
        if name:
            self.page_wanted.emit(name)
