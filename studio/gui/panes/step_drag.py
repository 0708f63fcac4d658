"""A step that is dragged out of the timeline by the mouse, onto what takes one (Compare).

Above: the timeline pane. Below: Qt. No drag of the system, which would run a loop of its own: while the button is down the pointer shows
whether the place under it takes the step, and letting go there is a drop. The keyboard way is *Compare with…* of the row's menu.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QTableView, QWidget

STEP = "application/x-toolcall-step"
"""The kind of what is dragged: the number of a node."""


class StepDrag(QObject):
    """`node_at` gives the node of the row at a height of the view, 0 for none; `starts` is left of which nothing is dragged."""

    def __init__(self, view: QTableView, node_at: Callable[[int], int], starts: Callable[[], int]) -> None:
        super().__init__(view)
        self._view, self._node_at, self._starts = view, node_at, starts
        self._from: QPoint | None = None
        self._node = 0
        self._drags = False
        view.viewport().installEventFilter(self)

    @property
    def drags(self) -> bool:
        """Whether a step is being dragged now."""
        return self._drags

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the mouse while its left button is down."""
        if not isinstance(event, QMouseEvent):
            return super().eventFilter(watched, event)
        at = event.position().toPoint()
        if event.type() == QEvent.Type.MouseButtonPress:
            self._press(event, at)
        elif (
            event.type() == QEvent.Type.MouseMove
            and self._from is not None
            and event.buttons() & Qt.MouseButton.LeftButton
        ):
            return self._move(event, at)
        elif event.type() == QEvent.Type.MouseButtonRelease and self._from is not None:
            return self._release(event)
        return super().eventFilter(watched, event)

    def _press(self, event: QMouseEvent, at: QPoint) -> None:
        on_row = event.button() == Qt.MouseButton.LeftButton and at.x() >= self._starts()
        self._node = self._node_at(at.y()) if on_row else 0
        self._from = at if self._node else None

    def _move(self, event: QMouseEvent, at: QPoint) -> bool:
        if not self._drags and self._from is not None:
            self._drags = (at - self._from).manhattanLength() >= QApplication.startDragDistance()
        if self._drags:
            takes = self._taker(event.globalPosition().toPoint()) is not None
            self._view.viewport().setCursor(Qt.CursorShape.DragCopyCursor if takes else Qt.CursorShape.ForbiddenCursor)
        return True  # the row that was pressed stays the one looked at

    def _release(self, event: QMouseEvent) -> bool:
        dragged, self._drags, self._from = self._drags, False, None
        self._view.viewport().unsetCursor()
        if dragged:
            where = event.globalPosition().toPoint()
            taker = self._taker(where)
            if taker is not None:
                data = self._data()  # the event does not keep it
                taker.dropEvent(QDropEvent(QPointF(taker.mapFromGlobal(where)), *_how(data)))
        return dragged

    def _data(self) -> QMimeData:
        data = QMimeData()
        data.setData(STEP, str(self._node).encode())
        return data

    def _taker(self, where: QPoint) -> QWidget | None:
        """The widget under the pointer, or the nearest around it, that takes a step."""
        widget = QApplication.widgetAt(where)
        while widget is not None and widget is not self._view:
            if widget.acceptDrops():
                data = self._data()
                enter = QDragEnterEvent(widget.mapFromGlobal(where), *_how(data))
                enter.ignore()
                widget.dragEnterEvent(enter)
                if enter.isAccepted():
                    return widget
            widget = widget.parentWidget()
        return None


def _how(data: QMimeData) -> tuple[Qt.DropAction, QMimeData, Qt.MouseButton, Qt.KeyboardModifier]:
    return Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
