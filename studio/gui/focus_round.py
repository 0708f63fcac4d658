"""Where the keyboard is: the parts of the window in their order, and what kind of text has the focus.

Above: `window`. Below: Qt. Knows the parts by name and what each holds.
"""

from collections.abc import Callable, Mapping
from typing import Literal, Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

_ROW = 10
"""Pixels by which the middles of widgets in one row may differ."""


@runtime_checkable
class HasWayIn(Protocol):
    """A part that says where the keyboard goes when it is entered: to what is worked on, not to what stands at its top."""

    def way_in(self) -> QWidget: ...


class FocusRound:
    """F6 goes through the parts that are in view."""

    def __init__(self, parts: Callable[[], Mapping[str, QWidget]]) -> None:
        """`parts` gives those that are there by name, in the order of the round."""
        self._all = parts

    @property
    def _parts(self) -> Mapping[str, QWidget]:
        return self._all()

    def go(self, by: int) -> None:
        """Enter the next part in view (1) or the one before (-1)."""
        names = [name for name, part in self._parts.items() if not part.visibleRegion().isEmpty()]  # not behind others
        focus = QApplication.focusWidget()
        here = next((at for at, name in enumerate(names) if focus is not None and self._holds(name, focus)), -1)
        for step in range(1, len(names) + 1):
            if self.enter(names[(here + by * step) % len(names)]):
                return

    def enter(self, name: str) -> bool:
        """Put the keyboard into a part; False when nothing there takes it."""
        part = self._parts[name]
        wanted = part.way_in() if isinstance(part, HasWayIn) else None
        target = _way_into(wanted) if wanted is not None and wanted.isVisible() and wanted.isEnabled() else None
        target = target or _way_into(part)
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)
        return target is not None

    def name(self) -> str:
        """The part that has the keyboard; empty when none of them has."""
        focus = QApplication.focusWidget()
        return next((name for name in self._parts if focus is not None and self._holds(name, focus)), "")

    def edit(self, verb: Literal["cut", "copy", "paste"]) -> None:
        """Cut, copy or paste in the text that has the keyboard."""
        focus = QApplication.focusWidget()
        if isinstance(focus, QLineEdit | QPlainTextEdit | QTextEdit):
            getattr(focus, verb)()

    def _holds(self, name: str, widget: QWidget) -> bool:
        part = self._parts[name]
        return part is widget or part.isAncestorOf(widget)


def _way_into(part: QWidget) -> QWidget | None:
    return part if part.focusPolicy() & Qt.FocusPolicy.TabFocus else first_focusable(part)


def first_focusable(part: QWidget) -> QWidget | None:
    """The first widget in view inside a part that Tab reaches: the leftmost of the topmost ones.

    Never by `nextInFocusChain`: PySide6 takes what it returns for a child of the widget asked, and when that one is deleted
    every widget further on in the window counts as deleted too.
    """
    found = [widget for widget in part.findChildren(QWidget) if _takes(widget)]
    middles = {widget: widget.mapTo(part, widget.rect().center()).y() for widget in found}
    top = min(middles.values(), default=0)
    row = [widget for widget in found if middles[widget] <= top + _ROW]
    return min(row, key=lambda widget: widget.mapTo(part, widget.rect().topLeft()).x(), default=None)


def _takes(widget: QWidget) -> bool:
    tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return tab and widget.isEnabled() and not widget.visibleRegion().isEmpty()


def text_focus(window: QWidget) -> Literal["", "read", "edit"]:
    """What kind of text of the window has the keyboard."""
    focus = QApplication.focusWidget()
    return text_kind(focus) if focus is not None and window.isAncestorOf(focus) else ""


def text_kind(focus: QWidget | None) -> Literal["", "read", "edit"]:
    """What kind of text a widget with the keyboard is."""
    if not isinstance(focus, QLineEdit | QPlainTextEdit | QTextEdit):
        return ""
    return "read" if focus.isReadOnly() else "edit"
