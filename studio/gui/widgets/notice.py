"""A short notice at the bottom of a place: what was done, and perhaps one button that goes there.

It goes after six seconds, but not while the pointer or the focus is on it. Knows not what its button does.
"""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.pane_header import IconSign

SHOWN_MS = 6000


class Notice(QWidget):
    """Lies over the bottom of its parent; `pressed` is its button, `closed` says that it is gone."""

    pressed = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget, *, shown_ms: int = SHOWN_MS) -> None:
        super().__init__(parent)
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

    def show_notice(self, text: str, action: str = "", *, icon: str = "info", colour: str = "accent") -> None:
        """Show a sentence and, with `action`, one button."""
        self._text.set_text(text)
        self._sign.set(icon, colour)
        self._action.set_words(action)
        self._action.setVisible(bool(action))
        self.setAccessibleName(text)
        self.show()
        self.raise_()
        self._place()
        self._timer.start()

    def text(self) -> str:
        """The sentence shown last."""
        return self._text.text()

    def close_notice(self) -> None:
        """Take the notice away."""
        self._timer.stop()
        if self.isVisible():
            self.hide()
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

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().color("strong"), 1))
        painter.setBrush(theme().color("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)

    def _pressed(self) -> None:
        self.pressed.emit()
        self.close_notice()

    def _time_over(self) -> None:
        if not self.is_held():
            self.close_notice()

    def _place(self) -> None:
        parent = self.parentWidget()
        if parent is None or self.isHidden():
            return
        size = self.sizeHint()
        width = min(size.width(), max(parent.width() - 24, 1))
        self.setGeometry((parent.width() - width) // 2, parent.height() - size.height() - 12, width, size.height())
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)
