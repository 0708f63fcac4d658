"""Says what is wrong with the file of a session that was opened, and shows the damaged line; says why a session is only read.

Above: `session_side`. Below: `bridge`, `desk`, the dialog. Nothing is repaired here.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from studio.gui.shell import Shell
from studio.gui.words import sentence, together
from studio.late import Late

if TYPE_CHECKING:
    from studio.gui.dialogs import damaged_line
else:
    damaged_line = Late("studio.gui.dialogs.damaged_line")


class DamageRoom(QObject):
    """`show` puts a dialog up."""

    def __init__(self, shell: Shell, show: Callable[[QDialog], object]) -> None:
        super().__init__(shell.window)
        self._window: QWidget = shell.window
        self._bridge, self._desk, self._workspace, self._show = shell.bridge, shell.desk, shell.workspace, show
        shell.bridge.session_changed.connect(self._look)

    def show_line(self, number: int) -> None:
        """Show a damaged line as it stands in the file."""
        session = self._bridge.session
        if session is None:
            return
        opened = session

        async def look() -> None:
            text = await self._workspace.damaged_line(opened, number)
            if self._bridge.session is opened:
                said = next((said for said, line in opened.damaged_lines.items() if line == number), "")
                dialog = damaged_line.DamagedLineDialog(self._window, opened.path.name, number, sentence(said), text)
                dialog.copy_wanted.connect(lambda: self._desk.look_in_copy(opened.path))
                self._show(dialog)

        self._bridge.spawn("look at a line", look())

    def _look(self) -> None:
        session = self._bridge.session
        if session is None:
            return
        if session.read_only:
            self._bridge.notice.emit(sentence(session.read_only))
        if session.damaged_lines:
            said, line = next(iter(session.damaged_lines.items()))
            events = self.tr("%n event(s) were opened.", "", len(session.tree))
            self._bridge.offered.emit(
                together(sentence(said), events), self.tr("Show line"), lambda: self.show_line(line)
            )
