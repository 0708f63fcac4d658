"""A bar over a reply that the provider paused: the turn is not over, and what the next step does.

Above: the Response pane. Below: `reply_bar`, `present/labels`. Knows no session.
"""

from PySide6.QtWidgets import QWidget

from studio.gui.panes.reply_bar import ReplyBar
from studio.gui.words import say, together
from studio.present.words import Words


class TurnGoesOn(ReplyBar):
    """Hidden for any other reply."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("clock", parent)
        self._is_last = True
        self.reword()

    def show_state(self, *, resumable: bool, is_last: bool) -> None:
        """`is_last`: nothing came after the reply yet, so that the next step sends it back."""
        self._is_last = is_last
        self.setVisible(resumable)
        self.reword()

    def sentence(self) -> str:
        """That the turn goes on."""
        said = [say(Words("reply.paused"))]
        if self._is_last:
            said.append(say(Words("reply.paused_next")))
        return together(*said)
