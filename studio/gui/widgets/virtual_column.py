"""A column of widgets that scrolls, of which only those in and near the view are there: thousands of rows cost no more than a screen.

Rows are told by their keys; `make` gives the widget of one, `free` takes it back. Knows not what they show.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

ALWAYS = 24
"""Rows up to which all are there."""
_PASSES = 6


class VirtualColumn(QAbstractScrollArea):
    """Each row is as wide as the view and as high as it asks for at that width; until it was seen its height is an `estimate`."""

    realized_changed = Signal()
    """Rows got or lost their widget."""
    at_top = Signal()
    """The person scrolled to the first row."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.make: Callable[[Hashable], QWidget] = lambda _key: QWidget()
        self.free: Callable[[Hashable, QWidget], bool] = lambda _key, _widget: True
        """Takes a widget back that is not seen; False: it has to stay."""
        self.estimate: Callable[[Hashable, int], int] = lambda _key, _width: 48
        self.loose: frozenset[Hashable] = frozenset()
        """Rows that nothing is kept in place by: rows come before the next one."""
        self._keys: list[Hashable] = []
        self._widgets: dict[Hashable, QWidget] = {}
        self._known: dict[Hashable, int] = {}
        self._heights: list[int] = []
        self._tops: list[int] = [0]
        self._width = -1
        self._anchor: tuple[Hashable, int] | None = None
        """The row that stays where it is, and how far below the top of the view it begins; None: the end is followed."""
        self._placing = False
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.place)
        bar = self.verticalScrollBar()
        bar.setSingleStep(20)
        bar.valueChanged.connect(self._scrolled)

    # ---- what is shown

    def set_rows(self, keys: Sequence[Hashable], *, changed: Sequence[Hashable] = ()) -> None:
        """Show these rows; the heights of those that `changed` are not known any more. Widgets of rows that are gone are given back."""
        self._keys = list(keys)
        here = set(self._keys)
        for key in [key for key in self._widgets if key not in here]:
            self._give_back(key, by_force=True)
        for key in changed:
            self._known.pop(key, None)
        self._heights = []
        self.place()

    def widget(self, key: Hashable) -> QWidget | None:
        """The widget of a row, when it is there."""
        return self._widgets.get(key)

    def realized(self) -> list[QWidget]:
        """The widgets that are there, from top to bottom."""
        return [self._widgets[key] for key in self._keys if key in self._widgets]

    @property
    def follows(self) -> bool:
        """Whether the end is in view, and stays there."""
        return self._anchor is None

    def show_end(self) -> None:
        """Go to the last row and follow it."""
        self._anchor = None
        self.place()

    def reveal(self, key: Hashable) -> None:
        """Scroll as little as needed so that a row is seen; it has its widget then."""
        if key not in self._keys:
            return
        at, height = self._keys.index(key), self.viewport().height()
        self._measure()
        top = self._tops[at] - self.verticalScrollBar().value()
        if top < 0 or self._heights[at] > height:
            self._anchor = (key, 0)
        else:
            self._anchor = (key, min(top, height - self._heights[at]))
        self.place()
        self.place_bottom(key)

    def place_bottom(self, key: Hashable) -> None:
        """Its height was a guess until now: the row is seen whole where it fits."""
        at, height = self._keys.index(key), self.viewport().height()
        below = self._tops[at] + self._heights[at] - self.verticalScrollBar().value() - height
        if below > 0 and self._heights[at] <= height:
            self._anchor = (key, height - self._heights[at])
            self.place()

    # ---- events

    def viewportEvent(self, event: QEvent) -> bool:
        """A row asks for another height."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._later.start()
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width asks for other heights."""
        super().resizeEvent(event)
        self.place()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """At the first row nothing moves any more, and yet more is wanted."""
        before = self.verticalScrollBar().value()
        super().wheelEvent(event)
        if event.angleDelta().y() > 0 and before == 0:
            self.at_top.emit()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """What gets the focus comes into view."""
        moved = super().focusNextPrevChild(forward)
        focus = QApplication.focusWidget()
        if moved and focus is not None and self.viewport().isAncestorOf(focus):
            key = next(
                (key for key, widget in self._widgets.items() if widget is focus or widget.isAncestorOf(focus)), None
            )
            if key is not None:
                self.reveal(key)
        return moved

    # ---- placing

    def place(self) -> None:
        """Give the rows in view their widgets and places. Heights that turn out otherwise than estimated move what is below, never
        the row that the person looks at."""
        if self._placing:
            return
        if not self._keys:
            self.verticalScrollBar().setRange(0, 0)
            return
        self._placing = True
        before = set(self._widgets)
        for _ in range(_PASSES):
            self._measure()
            top = self._top()
            first, last = self._range(top)
            if not self._realize(first, last, self.viewport().width()):
                break
        self._measure()
        self._let_go(first, last)
        self._set_places(self._top())
        self._placing = False
        if set(self._widgets) != before:
            self.realized_changed.emit()

    def _measure(self) -> None:
        """Heights and tops of all rows, as far as they are known."""
        width = self.viewport().width()
        if width != self._width:
            self._width = width
            self._known.clear()
            self._heights = []
        if len(self._heights) != len(self._keys):
            known = self._known
            self._heights = [known.get(key) or self.estimate(key, width) for key in self._keys]
            self._tops = [0, *accumulate(self._heights)]

    def _top(self) -> int:
        """Where the view begins."""
        most = max(self._tops[-1] - self.viewport().height(), 0)
        if self._anchor is None or self._anchor[0] not in self._keys:
            return most
        key, offset = self._anchor
        return min(max(self._tops[self._keys.index(key)] - offset, 0), most)

    def _range(self, top: int) -> tuple[int, int]:
        """The rows that are to be there: those in view and half a screen around."""
        if len(self._keys) <= ALWAYS:
            return 0, len(self._keys)
        height = self.viewport().height()
        first = max(bisect_right(self._tops, top - height // 2) - 1, 0)
        return first, min(bisect_left(self._tops, top + height + height // 2), len(self._keys))

    def _realize(self, first: int, last: int, width: int) -> bool:
        """Give rows their widgets; says whether one is of another height than it was held for."""
        other = False
        for at in range(first, last):
            key = self._keys[at]
            widget = self._widgets.get(key)
            if widget is None:
                widget = self._widgets[key] = self.make(key)
                widget.setParent(self.viewport())
            if widget.width() != width:
                widget.resize(width, widget.height())
            height = _height(widget, width)
            self._known[key] = height
            other = other or height != self._heights[at]
        if other:
            self._heights = []
        return other

    def _let_go(self, first: int, last: int) -> None:
        """Take the widgets of rows back that are not seen, unless somebody types there."""
        kept = set(self._keys[first:last])
        focus = QApplication.focusWidget()
        for key, widget in list(self._widgets.items()):
            if key not in kept and not (focus is not None and (widget is focus or widget.isAncestorOf(focus))):
                self._give_back(key)

    def _give_back(self, key: Hashable, *, by_force: bool = False) -> None:
        widget = self._widgets.get(key)
        if widget is not None and (self.free(key, widget) or by_force):
            self._widgets.pop(
                key, None
            )  # before it is hidden: that moves the keyboard, and who follows it may set other rows at once
            widget.hide()

    def _set_places(self, top: int) -> None:
        width, height = self.viewport().width(), self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setRange(0, max(self._tops[-1] - height, 0))
        bar.setPageStep(height)
        bar.setValue(top)
        for at, key in enumerate(self._keys):
            widget = self._widgets.get(key)
            if widget is not None:
                widget.setGeometry(0, self._tops[at] - top, width, self._heights[at])
                widget.show()

    def _scrolled(self, value: int) -> None:
        """The person scrolled: the first row in view is the one that stays; at the end, the end."""
        if self._placing or not self._keys:
            return
        bar = self.verticalScrollBar()
        self._measure()
        self._anchor = None if value >= bar.maximum() else self._anchor_at(value)
        self.place()
        if value == 0 and bar.maximum() > 0:
            self.at_top.emit()

    def _anchor_at(self, value: int) -> tuple[Hashable, int]:
        at = min(max(bisect_right(self._tops, value) - 1, 0), len(self._keys) - 1)
        while self._keys[at] in self.loose and at + 1 < len(self._keys):
            at += 1
        return self._keys[at], self._tops[at] - value


def _height(widget: QWidget, width: int) -> int:
    """The height that a widget asks for at a width."""
    asked = widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
    return min(max(asked, widget.minimumHeight(), 1), widget.maximumHeight())
