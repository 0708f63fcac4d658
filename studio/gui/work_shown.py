"""Shows at one place of the window what takes longer than two seconds, and lets Esc cut it short.

Above: `window`. Below: `works`, the bar of `widgets`. An Esc that something else takes (a find bar, a menu) never comes here.
"""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from studio.gui.widgets.work_bar import WorkBar
from studio.gui.works import Works

PATIENCE = 2000
"""Milliseconds after which work is shown: what ends before that would only flash."""
_LOOK = 100


class WorkShown(QObject):
    """Lives as long as the window. `patience` in milliseconds."""

    def __init__(self, window: QWidget, works: Works, bar: WorkBar, *, patience: int = PATIENCE) -> None:
        super().__init__(window)
        self._works, self._bar = works, bar
        self._wait = QTimer(self, singleShot=True, interval=patience)
        self._look = QTimer(self, interval=_LOOK)
        self._wait.timeout.connect(self._begin)
        self._look.timeout.connect(self._show)
        works.changed.connect(self._changed)
        bar.cancelled.connect(works.cancel)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """An Esc that nobody in the window took."""
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if pressed and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and self._bar.isVisible():
            self._works.cancel()
            return True
        return super().eventFilter(watched, event)

    def _changed(self) -> None:
        if self._works.current is None:
            self._wait.stop()
            self._look.stop()
            self._bar.show_idle()
        elif self._look.isActive():
            self._show()
        elif not self._wait.isActive():
            self._wait.start()

    def _begin(self) -> None:
        self._look.start()
        self._show()

    def _show(self) -> None:
        work = self._works.current
        if work is not None:
            self._bar.show_work(work.said, work.fraction)
