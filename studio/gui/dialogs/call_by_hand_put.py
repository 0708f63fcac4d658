"""Where the result of a call made by hand can go: to an open call of that tool, or into a message.

Above: the calls by hand. Below: the session. Puts nothing by itself.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from studio.gui.words import fill
from studio.session.nodes import CallKey
from studio.workspace.by_hand import MadeCall
from studio.workspace.opened import OpenedSession


class PutMenu(QMenu):
    """Filled anew whenever it opens. `chosen` gives the key of a call, None for a message."""

    chosen = Signal(object)

    def __init__(self, session: OpenedSession, made: Callable[[], MadeCall | None], parent: QWidget) -> None:
        """`made` gives the call whose result is shown."""
        super().__init__(parent)
        self._session, self._made = session, made
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """The places that there are now."""
        self.clear()
        made = self._made()
        for key, words in self._open_calls(made.tool) if made is not None else ():
            self.addAction(words).triggered.connect(partial(self._choose, key))
        self.addAction(self.tr("As a message of yours")).triggered.connect(partial(self._choose, None))

    def _choose(self, key: CallKey | None, _on: bool = False) -> None:
        self.chosen.emit(key)

    def _open_calls(self, tool: str) -> list[tuple[CallKey, str]]:
        """The calls of the last reply that wait for a result of this tool."""
        reply, found = self._session.state.open, list[tuple[CallKey, str]]()
        for at, each in enumerate(reply.calls if reply is not None else (), 1):
            if each.status == "open" and each.call.name == tool:
                named = self.tr("As the result of call {n} ({id})")
                words = named if each.call.id else self.tr("As the result of call {n}")
                found.append((each.key, fill(words, n=at, id=each.call.id)))
        return found
