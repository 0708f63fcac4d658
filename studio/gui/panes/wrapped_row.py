"""A row of widgets that goes on in a next line where it does not fit: buttons keep their words at any text size.

Above: bars of both panes. A widget and no layout: Qt ends the items of a layout written in Python at moments of its own.
Knows not what it holds.
"""

from PySide6.QtCore import QEvent, QMargins, QObject, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

_TELLING = frozenset({QEvent.Type.ShowToParent, QEvent.Type.HideToParent})
_RESTYLING = frozenset({QEvent.Type.FontChange, QEvent.Type.StyleChange})
"""They come for every widget of the window at once: the row is placed when all have come."""


Line = list[tuple[QWidget, QSize]]
"""The widgets of a line, each with the size it asks for: that is asked for once."""


class WrappedRow(QWidget):
    """Widgets from left to right, centred in their line; `add_right` puts one at the right end of its line."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 8, right: bool = False) -> None:
        """`gap` stands between widgets and lines; with `right` every line ends at the right edge."""
        super().__init__(parent)
        self._widgets: list[QWidget] = []
        self._right: list[QWidget] = []
        self._gap, self._at_right = gap, right
        self._margins = QMargins()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._renew)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, widget: QWidget) -> None:
        """Add a widget at the end."""
        self.insert(len(self._widgets), widget)

    def insert(self, at: int, widget: QWidget) -> None:
        """Add a widget at a place, counted from the left."""
        hidden = widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide) and widget.isHidden()
        widget.setParent(self)
        widget.setVisible(not hidden)
        widget.installEventFilter(self)
        if at < len(self._widgets):
            widget.stackUnder(self._widgets[at])  # those who go through the tree meet it where it stands
        self._widgets.insert(at, widget)

    def add_right(self, widget: QWidget) -> None:
        """Add a widget that stands at the right end."""
        self.add(widget)
        self._right.append(widget)

    def take(self, widget: QWidget) -> None:
        """Let go of a widget; ending it is the caller's."""
        widget.removeEventFilter(self)
        self._widgets.remove(widget)
        self._renew()

    def set_margins(self, left: int, top: int, right: int, bottom: int) -> None:
        """Room around the widgets."""
        self._margins = QMargins(left, top, right, bottom)
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """The height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines at a width."""
        return self._place(width, apply=False)

    def sizeHint(self) -> QSize:
        """All in one line."""
        sizes = [_size(widget) for widget in self._shown()]
        width = sum(size.width() for size in sizes) + self._gap * max(len(sizes) - 1, 0)
        return self._with_margins(width, max((size.height() for size in sizes), default=0))

    def minimumSizeHint(self) -> QSize:
        """As wide as the widget that needs the most."""
        least = [min(_least(widget), _size(widget).width()) for widget in self._shown()]
        return self._with_margins(max(least, default=0), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the widgets anew."""
        super().resizeEvent(event)
        self._place(self.width(), apply=True)

    def event(self, event: QEvent) -> bool:
        """A widget wants another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._renew()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A widget comes, goes or changes its words."""
        if event.type() in _TELLING:
            self._renew()
        elif event.type() in _RESTYLING:
            self._later.start()  # never an event of our own: Qt deletes it, and then Python does
        return super().eventFilter(watched, event)

    def _renew(self) -> None:
        self.updateGeometry()
        self._place(self.width(), apply=True)

    def _shown(self) -> list[QWidget]:
        return [widget for widget in self._widgets if not widget.isHidden()]

    def _with_margins(self, width: int, height: int) -> QSize:
        edges = self._margins
        return QSize(width + edges.left() + edges.right(), height + edges.top() + edges.bottom())

    def _place(self, width: int, *, apply: bool) -> int:
        edges = self._margins
        inner = max(width - edges.left() - edges.right(), 1)
        y = edges.top()
        for line in self._lines(inner):
            height = max(size.height() for _, size in line)
            if apply:
                self._place_line(line, QRect(edges.left(), y, inner, height))
            y += height + self._gap
        return max(y - self._gap, edges.top()) + edges.bottom()

    def _lines(self, width: int) -> list[Line]:
        lines: list[Line] = []
        left = 0
        for widget in self._shown():
            size = _size(widget)
            needed = size.width()
            if not lines or needed > left:
                lines.append([])
                left = width
            lines[-1].append((widget, size))
            left -= needed + self._gap
        return lines

    def _place_line(self, line: Line, rect: QRect) -> None:
        x = rect.left()
        if self._at_right:
            x = max(x, rect.right() + 1 - sum(size.width() + self._gap for _, size in line) + self._gap)
        for widget, size in line:
            width = min(size.width(), rect.width())
            at = rect.right() + 1 - width if widget in self._right else x
            widget.setGeometry(at, rect.top() + (rect.height() - size.height()) // 2, width, size.height())
            x += width + self._gap


def _size(widget: QWidget) -> QSize:
    """The size a widget asks for, within the bounds that were set for it."""
    return widget.sizeHint().expandedTo(widget.minimumSize()).boundedTo(widget.maximumSize())


def _least(widget: QWidget) -> int:
    return max(widget.minimumSizeHint().width(), widget.minimumWidth())
