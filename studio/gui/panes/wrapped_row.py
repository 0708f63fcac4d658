"""A row of widgets that goes on in a next line where it does not fit: buttons keep their words at any text size.

Above: the call card's bars. Knows not what it holds.
"""

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class WrappedRow(QLayout):
    """Widgets from left to right, centred in their line; `add_right` puts one at the right end of its line."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 8, right: bool = False) -> None:
        """`gap` stands between widgets and lines; with `right` every line ends at the right edge."""
        super().__init__(parent)
        self._at_right = right
        self._items: list[QLayoutItem] = []
        self._right: set[int] = set()
        self._gap = gap

    def add_right(self, widget: QWidget) -> None:
        """Add a widget that stands at the right end."""
        self.addWidget(widget)
        self._right.add(len(self._items) - 1)

    def addItem(self, item: QLayoutItem) -> None:
        """Take in an item."""
        self._items.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at a place; None when there is none."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take an item out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Grows in no direction."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines at a width."""
        return self._place(QRect(0, 0, width, 0), apply=False)

    def sizeHint(self) -> QSize:
        """All in one line."""
        sizes = [item.sizeHint() for item in self._shown()]
        margins = self.contentsMargins()
        width = sum(size.width() for size in sizes) + self._gap * max(len(sizes) - 1, 0)
        height = max((size.height() for size in sizes), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def minimumSize(self) -> QSize:
        """As wide as the widest item."""
        widest = max((item.minimumSize().width() for item in self._shown()), default=0)
        margins: QMargins = self.contentsMargins()
        return QSize(widest + margins.left() + margins.right(), self.sizeHint().height())

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        self._place(rect, apply=True)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _place(self, rect: QRect, *, apply: bool) -> int:
        inner = rect.marginsRemoved(self.contentsMargins())
        y = inner.top()
        for line in self._lines(inner.width()):
            height = max(item.sizeHint().height() for item in line)
            if apply:
                self._place_line(line, QRect(inner.left(), y, inner.width(), height))
            y += height + self._gap
        margins = self.contentsMargins()
        return max(y - self._gap, inner.top()) - rect.top() + margins.bottom()

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        left = 0
        for item in self._shown():
            needed = item.sizeHint().width()
            if not lines or needed > left:
                lines.append([])
                left = width
            lines[-1].append(item)
            left -= needed + self._gap
        return lines

    def _place_line(self, line: list[QLayoutItem], rect: QRect) -> None:
        x = rect.left()
        if self._at_right:
            x = max(x, rect.right() + 1 - sum(item.sizeHint().width() + self._gap for item in line) + self._gap)
        for item in line:
            size = item.sizeHint()
            width = min(size.width(), rect.width())
            at = rect.right() + 1 - width if self._items.index(item) in self._right else x
            item.setGeometry(
                QRect(QPoint(at, rect.top() + (rect.height() - size.height()) // 2), QSize(width, size.height()))
            )
            x += width + self._gap
