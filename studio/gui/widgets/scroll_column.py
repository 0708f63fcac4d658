"""A column of widgets that scrolls; it never forces its place to be taller.

Knows not what it holds.
"""

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from studio.gui.widgets.focus_ring import FocusRing


class ScrollColumn(QScrollArea):
    """Widgets one under another, as wide as the view; room that is left stays below the last one."""

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        *,
        look: Literal["surface", "plain"] = "surface",
        inset: int = 0,
        gap: int = 0,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setProperty("look", look)
        holder = QWidget()
        holder.setProperty("look", look)
        self._column = QVBoxLayout(holder)
        self._column.setContentsMargins(inset, inset, inset, inset)
        self._column.setSpacing(gap)
        self._column.addStretch(1)
        self.setWidget(holder)
        FocusRing(self)

    def add(self, widget: QWidget) -> None:
        """Put a widget at the end."""
        self._column.insertWidget(self._column.count() - 1, widget)

    def take_room(self, widget: QWidget) -> None:
        """Let a widget of the column have the room that is left, in place of the end."""
        self._column.setStretchFactor(widget, 1)
        self._column.setStretch(self._column.count() - 1, 0)

    def insert(self, place: int, widget: QWidget) -> None:
        """Put a widget at a place, counted from 0."""
        self._column.insertWidget(min(place, self._column.count() - 1), widget)

    def widget_at(self, place: int) -> QWidget | None:
        """The widget at a place, counted from 0; None where there is none."""
        item = self._column.itemAt(place)
        return item.widget() if item is not None else None

    def widgets(self) -> list[QWidget]:
        """The widgets from top to bottom."""
        items = (self._column.itemAt(at) for at in range(self._column.count()))
        return [widget for item in items if item is not None and (widget := item.widget()) is not None]

    def remove(self, widget: QWidget) -> None:
        """Take a widget out and end it."""
        self._column.removeWidget(widget)
        widget.hide()
        widget.deleteLater()

    def clear(self) -> None:
        """Take all widgets out and end them."""
        for widget in self.widgets():
            self.remove(widget)

    def reveal(self, widget: QWidget) -> None:
        """Scroll so that a widget of the column is seen."""
        self.ensureWidgetVisible(widget, 0, 16)
