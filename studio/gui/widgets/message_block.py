"""A message as a block: a colour edge, icon, role and size, then its text, folded when it is long.

Enter or a double click asks to open it. Knows no message: it is given words, colours and text.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.chip import Chip, Kind
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.folded_text import MOST_LINES, FoldedText, Span
from studio.gui.widgets.pane_header import IconSign

FOLDED_LINES = 6
_EDGE = 3


class MessageBlock(QWidget):
    """`activated`: the person wants to open it. `chosen`: it was clicked or got the focus."""

    activated = Signal()
    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edge, self._current, self._open = "request", False, False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._icon = IconSign("message", "request", self)
        self._role = ElidedLabel("", self, semibold=True, size=12)
        self._role.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._meta = ElidedLabel("", self, colour="muted", size=12)
        self._chevron = IconButton("chevron_right", self.tr("Show all"), self)
        self._chevron.clicked.connect(self.toggle)
        self.body = FoldedText(self, lines=FOLDED_LINES)
        self._chips: list[Chip] = []
        self._chevron_shown: tuple[bool, bool, str] | None = None
        self._lay_out()
        self._keep_room()
        self._show_chevron()
        theme().changed.connect(self.update)

    def set_head(self, icon: str, role: str, colour: str, meta: str = "", *, edge: str = "") -> None:
        """Icon and role in the colour of a token, `meta` in muted words; `edge` is the colour at the left."""
        self._icon.set(icon, colour)
        self._role.set_text(role)
        self._role.set_colour(colour)
        self._meta.set_text(meta)
        self._edge = edge or colour
        self._name()

    def set_text(self, text: str, *, code: bool = False, colour: str = "text", spans: Sequence[Span] = ()) -> None:
        """The text, in the code font for JSON and calls; `spans` are (start, length, token)."""
        self.body.set_text(text, code=code, colour=colour, spans=spans)
        self.body.setVisible(bool(text))
        self._name()
        self._show_chevron()

    def set_chips(self, chips: Sequence[tuple[str, Kind]]) -> None:
        """Badges after the role, e.g. EDITED."""
        for old in self._chips:
            self._head.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._chips = [Chip(words, kind, self) for words, kind in chips]
        for place, chip in enumerate(self._chips):
            self._head.insertWidget(3 + place, chip)
        self._name()

    def set_current(self, current: bool) -> None:
        """Mark the block as the one that is selected."""
        self._current = current
        self.update()

    def is_open(self) -> bool:
        """Whether the whole text is shown."""
        return self._open

    def toggle(self) -> None:
        """Show the whole text, or fold it again."""
        self._open = not self._open
        self.body.set_lines(MOST_LINES if self._open else FOLDED_LINES)
        self._show_chevron()
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Narrow as may be, but as high as the text needs."""
        return QSize(120, super().minimumSizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Right and Left unfold and fold."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.activated.emit()
        elif (event.key() == Qt.Key.Key_Right and not self._open and self.body.is_cut()) or (
            event.key() == Qt.Key.Key_Left and self._open
        ):
            self.toggle()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses."""
        super().mousePressEvent(event)
        self.chosen.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click opens."""
        self.activated.emit()
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The focus chooses too."""
        super().focusInEvent(event)
        self.chosen.emit()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        super().focusOutEvent(event)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need the chevron."""
        super().resizeEvent(event)
        self._show_chevron()

    def event(self, event: QEvent) -> bool:
        """The height follows the text at every new layout."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._show_chevron()
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw ground, edge, the line below and the focus ring."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("sel" if self._current else "surface"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))
        painter.fillRect(0, 0, _EDGE, self.height() - 1, theme().color(self._edge))
        if self.hasFocus():
            painter.setPen(QPen(theme().color("accent"), 2))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -2))

    def _lay_out(self) -> None:
        self._head = QHBoxLayout()
        self._head.setSpacing(8)
        self._head.addWidget(self._icon)
        self._head.addWidget(self._role)
        self._head.addWidget(self._meta)
        self._head.addStretch(1)
        self._head.addWidget(self._chevron)
        column = QVBoxLayout(self)
        column.setContentsMargins(_EDGE + 8, 3, 8, 9)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addWidget(self.body)

    def _name(self) -> None:
        words = [
            self._role.text(),
            self._meta.text(),
            *(chip.text() for chip in self._chips),
            self.body.accessibleName(),
        ]
        self.setAccessibleName(", ".join(word for word in words if word)[:500])

    def _keep_room(self) -> None:
        policy = self._chevron.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._chevron.setSizePolicy(policy)

    def _show_chevron(self) -> None:
        """Qt asks for a new layout often: only a change is taken over."""
        said = self.tr("Show less") if self._open else self.tr("Show all")
        now = (self._open, self._open or self.body.is_cut(), said)
        if now == self._chevron_shown:
            return
        self._chevron_shown = now
        self._chevron.setVisible(now[1])
        self._chevron.set_icon_name("chevron_down" if self._open else "chevron_right")
        self._chevron.set_words(said)
