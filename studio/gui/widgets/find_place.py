"""Joins a find bar to a text edit: Ctrl+F, Ctrl+H, F3 and Shift+F3 work in the edit, the bar stands in its upper margin.

Above: editors and text views; `bar_near` is for actions of the window. Below: the find bar. Knows not what the text is.
"""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractScrollArea, QPlainTextEdit, QTextEdit, QWidget

from studio.gui.widgets.find_bar import FindBar
from studio.gui.widgets.find_target import EditTarget, Searched


class FindPlace(QObject):
    """The bar is made when it is first asked for. `margin_changed` tells that the edit has another upper margin, which is `height()`."""

    margin_changed = Signal()

    def __init__(self, edit: QAbstractScrollArea, target: Searched | None = None) -> None:
        """`target` says how the edit is searched; one of Qt's own text edits needs none."""
        super().__init__(edit)
        self._edit = edit
        self._target = target if target is not None else _own_target(edit)
        self._bar: FindBar | None = None
        edit.installEventFilter(self)

    @property
    def bar(self) -> FindBar:
        """The bar of this edit."""
        if self._bar is None:
            self._bar = bar = FindBar(self._target, self._edit)
            bar.fit_changed.connect(self._fit)
            bar.installEventFilter(self)
            self._edit.viewport().installEventFilter(self)
            if isinstance(self._edit, QPlainTextEdit | QTextEdit):
                self._edit.document().contentsChange.connect(self._changed)
        return self._bar

    def search_again(self) -> None:
        """The text is another one, or there is more of it."""
        if self._bar is not None:
            self._bar.search_again()

    def close(self) -> None:
        """Put the bar away, without moving the keyboard."""
        if self._bar is not None:
            self._bar.hide()
            self._fit()

    def height(self) -> int:
        """What the bar takes of the edit now."""
        return 0 if self._bar is None or self._bar.isHidden() else self._needed()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that find, and keep the bar at the upper edge."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._asks(event):
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress and watched is self._edit and isinstance(event, QKeyEvent):
            return self._take(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fit()
        return super().eventFilter(watched, event)

    def _asks(self, event: QKeyEvent) -> bool:
        open_ = self._bar is not None and not self._bar.isHidden()
        if event.key() == Qt.Key.Key_Escape:
            return open_
        if event.key() == Qt.Key.Key_F3:
            return not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        plain = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        return plain and (event.key() == Qt.Key.Key_F or (event.key() == Qt.Key.Key_H and self._target.can_replace()))

    def _take(self, event: QKeyEvent) -> bool:
        if not self._asks(event):
            return False
        if event.key() == Qt.Key.Key_Escape:
            self.bar.leave()
        elif event.key() == Qt.Key.Key_F3:
            self._go_on(-1 if event.modifiers() else 1)
        else:
            self.bar.open_bar(replace=event.key() == Qt.Key.Key_H)
        return True

    def _go_on(self, by: int) -> None:
        if self.bar.rows.field.text():
            self.bar.go(by)
        else:
            self.bar.open_bar()

    def _changed(self, _at: int, removed: int, added: int) -> None:
        if removed or added:
            self.bar.search_again()

    def _needed(self) -> int:
        return self._bar.sizeHint().height() if self._bar is not None else 0

    def _fit(self) -> None:
        if self._bar is None:
            return
        inner, margins, port = self._edit.contentsRect(), self._edit.viewportMargins(), self._edit.viewport().geometry()
        if not self._bar.isHidden():
            self._bar.setGeometry(inner.left(), inner.top(), port.right() + 1 - inner.left(), self._needed())
            self._bar.raise_()
        if margins.top() != self.height():
            self._edit.setViewportMargins(margins.left(), self.height(), margins.right(), margins.bottom())
            self.margin_changed.emit()


def _own_target(edit: QAbstractScrollArea) -> Searched:
    assert isinstance(edit, QPlainTextEdit | QTextEdit)
    return EditTarget(edit)


def bar_near(widget: QWidget | None) -> FindBar | None:
    """The find bar of the view that has `widget` in it: the nearest one upward that offers a `find_bar`."""
    while widget is not None:
        offered = getattr(widget, "find_bar", None)
        if isinstance(offered, FindBar):
            return offered
        widget = widget.parentWidget()
    return None
