"""A bar over the panes that says what an MCP server asks, and offers to answer; it takes no keyboard from anybody.

Above: `centre`. Below: the bar of `widgets`, `session/server_view`. Knows no session: `answer_wanted` gives the number of a question.
"""

from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, QEvent, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.widgets.banner import Banner, BannerButton
from studio.gui.words import fill
from studio.session.server_view import Question

_LONGEST = 160
_UNREAD = 500
"""Milliseconds after a question took the place of another one in which a press is still meant for that one."""


class QuestionBanner(QWidget):
    """Hidden while nobody asks. The oldest question stands here."""

    answer_wanted = Signal(int)
    decline_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Question, ...] = ()
        self._since = QElapsedTimer()
        self.bar = Banner(self)
        self.bar.pressed.connect(self._pressed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.bar)
        self.hide()

    def tell(self, questions: Sequence[Question]) -> None:
        """Show the oldest of these questions, and how many more there are."""
        now = tuple(questions)
        if [each.number for each in now] == [each.number for each in self._shown]:
            return
        first = not self._shown or not now or now[0].number != self._shown[0].number
        if first and self._shown and now:
            self._since.start()
        self._shown = now
        self.setVisible(bool(now))
        if now:
            self._show()
            if first:
                QAccessible.updateAccessibility(QAccessibleEvent(self.bar, QAccessible.Event.Alert))

    @property
    def words(self) -> str:
        """What is said; empty while hidden."""
        return "" if self.isHidden() else self.bar.words()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange and self._shown:
            self._show()
        super().changeEvent(event)

    def _show(self) -> None:
        asked = self._shown[0]
        kinds = {
            "form": self.tr("{server} asks you to fill in a form"),
            "url": self.tr("{server} asks you to visit an address"),
            "sampling": self.tr("{server} asks for a model's answer"),
        }
        more = self.tr("%n more wait(s)", "", len(self._shown) - 1) if len(self._shown) > 1 else ""
        said = " ".join(asked.message.split())
        said = said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"
        text = " · ".join(part for part in (said, more) if part)
        buttons = [BannerButton("decline", self.tr("Decline")), BannerButton("answer", self.tr("Answer…"), "main")]
        self.bar.show_stop(fill(kinds[asked.what], server=asked.server), text, buttons, kind="warn", icon="server")

    def _pressed(self, key: str) -> None:
        meant_before = self._since.isValid() and self._since.elapsed() < _UNREAD
        if self._shown and not meant_before:
            (self.answer_wanted if key == "answer" else self.decline_wanted).emit(self._shown[0].number)
