"""A short notice at the bottom of a place: what was done, and perhaps one button that goes there.

It goes after six seconds, but not while the pointer or the focus is on it. One that comes while another is up pushes that upward, where
it stays for the rest of its time. What its button does is handed in, or told by `pressed`.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QEnterEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.pane_header import IconSign

SHOWN_MS = 6000
_MOST = 3
_GAP = 8


class Notice(QWidget):
    """Lies over the bottom of its parent; `pressed` is its button, `closed` says that it is gone. Esc closes it."""

    pressed = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget, *, shown_ms: int = SHOWN_MS) -> None:
        super().__init__(parent)
        self._older: list[Notice] = []
        self._below, self._look = 0, ("info", "accent")
        self._do: Callable[[], object] | None = None
        self._sign = IconSign("info", "accent", self)
        self._text = ElidedLabel("", self)
        self._action = Button("", self, look="link")
        self._close = IconButton("close", self.tr("Close"), self)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 6, 6)
        row.setSpacing(8)
        for widget in (self._sign, self._text, self._action, self._close):
            row.addWidget(widget)
        self._timer = QTimer(self, singleShot=True, interval=shown_ms)
        self._timer.timeout.connect(self._time_over)
        self._action.clicked.connect(self._pressed)
        self._close.clicked.connect(self.close_notice)
        for watched in (parent, self._action, self._close):
            watched.installEventFilter(self)
        theme().changed.connect(self._place)
        self.hide()

    def show_notice(
        self,
        text: str,
        action: str = "",
        do: Callable[[], object] | None = None,
        *,
        icon: str = "info",
        colour: str = "accent",
    ) -> None:
        """Show a sentence and, with `action`, one button, which does `do`."""
        if self.isVisible() and self._text.text() not in ("", text):
            self._push_up()
        self._text.set_text(text)
        self._do = do
        self._look = (icon, colour)
        self._sign.set(icon, colour)
        self._action.set_words(action)
        self._action.setVisible(bool(action))
        self.setAccessibleName(text)
        self.show()
        self.raise_()
        self._place()
        self._timer.start()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    @property
    def older(self) -> tuple["Notice", ...]:
        """Those that were pushed up and are still to be seen, the newest first."""
        return tuple(self._older)

    def _push_up(self) -> None:
        """What is shown goes on above this one, without its button: that was about how things stood then."""
        parent = self.parentWidget()
        if parent is None:
            return
        kept = Notice(parent, shown_ms=max(self._timer.remainingTime(), 1000))
        kept.closed.connect(lambda: self._drop(kept))
        self._older.insert(0, kept)
        kept.show_notice(self._text.text(), icon=self._look[0], colour=self._look[1])
        for gone in self._older[_MOST - 1 :]:
            gone.close_notice()

    def _drop(self, kept: "Notice") -> None:
        if kept in self._older:
            self._older.remove(kept)
            kept.deleteLater()
            self._place()

    def stay(self, seconds: int) -> None:
        """How long a notice stays from now on."""
        self._timer.setInterval(seconds * 1000)

    def text(self) -> str:
        """The sentence shown last."""
        return self._text.text()

    def close_notice(self) -> None:
        """Take the notice away."""
        self._timer.stop()
        if self.isVisible():
            self.hide()
            self._place()
            self.closed.emit()

    def is_held(self) -> bool:
        """Whether the pointer or the focus keeps it."""
        return self.underMouse() or self._action.hasFocus() or self._close.hasFocus()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Stay while the pointer is here."""
        super().enterEvent(event)
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Count anew when the pointer has gone."""
        super().leaveEvent(event)
        self._timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the parent's size; stay while a button has the focus."""
        if event.type() == QEvent.Type.Resize and watched is self.parent():
            self._place()
        elif event.type() == QEvent.Type.FocusIn:
            self._timer.stop()
        elif event.type() == QEvent.Type.FocusOut:
            self._timer.start()
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """The button that closes it is there for good; what a notice says was said in the language of then."""
        if event.type() == QEvent.Type.LanguageChange:
            self._close.set_words(self.tr("Close"))
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_notice()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().color("strong"), 1))
        painter.setBrush(theme().color("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)

    def lie_above(self, height: int) -> None:
        """Leave so much room below it."""
        self._below = height
        self._place()

    def _pressed(self) -> None:
        do = self._do
        self.close_notice()
        self.pressed.emit() if do is None else do()

    def _time_over(self) -> None:
        if not self.is_held():
            self.close_notice()

    def _place(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        size, below = self.sizeHint(), self._below
        if not self.isHidden():
            width = min(size.width(), max(parent.width() - 24, 1))
            top = parent.height() - size.height() - 12 - below
            self.setGeometry((parent.width() - width) // 2, top, width, size.height())
            below += size.height() + _GAP
        for each in self._older:
            each.lie_above(below)
            below += each.height() + _GAP
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)
