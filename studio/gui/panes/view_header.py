"""The header of a pane with its switch of views; in a narrow pane the switch stands in a row of its own.

Above: both panes. Below: header and switch. Knows no session.
"""

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.pane_header import PaneHeader
from studio.gui.widgets.segmented import Segmented

_EDGES = 60


class ViewHeader(QWidget):
    """Holds a header and the switch of its views."""

    def __init__(self, header: PaneHeader, switch: Segmented, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._header, self._switch = header, switch
        self._below = _Row(self)
        self._is_below = False
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._place)
        header.add_widget(switch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self._below)
        self._below.hide()

    def minimumSizeHint(self) -> QSize:
        """As wide as the switch needs when it is one button."""
        return QSize(self._switch.minimumSizeHint().width() + 16, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the switch where it fits, once the rows are laid out: a row that loses a part meanwhile brings the program down."""
        super().resizeEvent(event)
        self._later.start()

    def _place(self) -> None:
        room = self.width() - self._header.name_width() - self._switch.sizeHint().width() - theme().px(_EDGES)
        # Beside tabs it becomes one button: a window with tabs is low, too.
        below = room < 0 and not self._header.has_lead
        if below == self._is_below:
            return
        self._is_below = below
        if below:
            self._below.row.insertWidget(0, self._switch)
        else:
            self._header.add_widget(self._switch)
        self._below.setVisible(below)
        self._switch.show()


class _Row(QWidget):
    """The row below the header."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(8, 4, 8, 5)
        self.row.addStretch(1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("raised"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))
