"""A notice of something that was done by one click, with a button that takes it back.

Above: `window`. Below: `bridge`, the notice of `widgets`. It goes as soon as the session stands elsewhere: the button never takes back
anything else.
"""

from PySide6.QtCore import QObject

from studio.gui.bridge import Bridge
from studio.gui.widgets.notice import Notice
from studio.session.nodes import NodeId


class UndoOffer(QObject):
    """Lives as long as the notice."""

    def __init__(self, bridge: Bridge, notice: Notice) -> None:
        super().__init__(notice)
        self._bridge, self._notice = bridge, notice
        self._at: NodeId | None = None
        bridge.undoable.connect(self._offer)
        bridge.refreshed.connect(self._look)
        bridge.notice.connect(self._forget)
        bridge.offered.connect(self._forget)

    @property
    def _head(self) -> NodeId | None:
        return self._bridge.session.head if self._bridge.session is not None else None

    def _offer(self, text: str) -> None:
        self._at = self._head
        self._notice.show_notice(text, self.tr("Undo"), self._take)

    def _look(self) -> None:
        if self._at is not None and self._head != self._at:
            self._forget()
            self._notice.close_notice()

    def _forget(self, *_said: object) -> None:
        self._at = None

    def _take(self) -> None:
        if self._at is not None and self._head == self._at:
            self._bridge.do(lambda opened: opened.undo())
