"""The menu *Open recent*: titles, and beside equal ones when each was last written and where it lies.

Above: `window`. Below: `workspace` (values only), `words`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, Signal
from PySide6.QtWidgets import QMenu, QWidget

if TYPE_CHECKING:
    from studio.workspace.workspace import RecentSession


class RecentMenu(QMenu):
    """Filled each time it opens, from what `recent` gives then."""

    chosen = Signal(Path)

    def __init__(self, parent: QWidget, recent: Callable[[], Sequence["RecentSession"]]) -> None:
        super().__init__(parent)
        self._recent = recent
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """List the sessions anew, newest first."""
        self.clear()
        sessions = self._recent()
        equal = Counter(session.title for session in sessions)
        for session in sessions:
            words = session.title.replace("&", "&&").replace("\t", " ")
            beside = _beside(session) if equal[session.title] > 1 else ""
            action = self.addAction(f"{words}\t{beside}" if beside else words)
            action.setEnabled(not session.missing)
            action.setToolTip(str(session.path))
            action.triggered.connect(lambda _checked=False, path=session.path: self.chosen.emit(path))
        if not sessions:
            self.addAction(self.tr("No session yet")).setEnabled(False)


def _beside(session: "RecentSession") -> str:
    """When it was last written, and the folder it is in; a file that is gone has no time."""
    moment = QDateTime.fromSecsSinceEpoch(int(session.when)).toString("yyyy-MM-dd HH:mm:ss") if session.when else ""
    return "   ".join(part for part in (moment, session.path.parent.name) if part)
