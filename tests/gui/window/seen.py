"""What a person would see cut, overlapping or outside of its place in a window; used by tests that change size, language and text size.

Each finding is a line: what, which widget, which words.
"""

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QLabel,
    QPushButton,
    QRadioButton,
    QTabBar,
    QToolButton,
    QWidget,
)

from studio.gui.widgets.elided_combo import ElidedCombo
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.focus_ring import FocusRing
from studio.gui.widgets.notice import Notice

_OVER = (FocusRing, Notice)
"""These lie over others on purpose."""


def faults(root: QWidget) -> list[str]:
    """All that is not as it should be among the widgets in view."""
    shown = [widget for widget in root.findChildren(QWidget) if in_view(widget)]
    found = [words for widget in shown for words in (*cut(widget), *outside(widget))]
    return found + [words for widget in shown for words in overlaps(widget)]


def in_view(widget: QWidget) -> bool:
    """Whether at least a part of it is seen, and is no part of Qt's own widgets."""
    own = not widget.objectName().startswith(("qt_", "Scroll"))  # arrows of tabs lie a pixel over one another
    return widget.isVisible() and not widget.visibleRegion().isEmpty() and own


def named(widget: QWidget) -> str:
    """A widget as a finding names it."""
    words = widget.text() if isinstance(widget, QLabel | QAbstractButton | ElidedLabel) else widget.accessibleName()
    return f"{type(widget).__name__} {widget.objectName()} «{words[:60]}» in {type(widget.parent()).__name__}"


def cut(widget: QWidget) -> Iterator[str]:
    """Words that have less room than they need and do not say so by …, with a tooltip that has them whole."""
    if isinstance(widget, ElidedLabel):
        if widget.is_elided() and not (widget.toolTip() or _tip_around(widget)):
            yield f"cut without a tip: {named(widget)}"
    elif isinstance(widget, QLabel):
        yield from _cut_label(widget)
    elif isinstance(widget, QPushButton | QCheckBox | QRadioButton | QToolButton):
        if widget.text() and widget.width() < widget.sizeHint().width() - 2:
            yield f"cut: {named(widget)} has {widget.width()} of {widget.sizeHint().width()}"
    elif isinstance(widget, QComboBox) and not isinstance(widget, ElidedCombo):
        room, needed = widget.width(), widget.fontMetrics().horizontalAdvance(widget.currentText())
        if room < needed:
            yield f"cut: {named(widget)} «{widget.currentText()}» has {room} of {needed}"
    elif isinstance(widget, QTabBar) and not widget.usesScrollButtons():
        needed = sum(widget.tabRect(at).width() for at in range(widget.count()))
        if widget.width() < needed:
            yield f"cut: {named(widget)} has {widget.width()} of {needed}"


def _cut_label(label: QLabel) -> Iterator[str]:
    room = label.contentsRect().size()
    if not label.text() or not label.pixmap().isNull():
        return
    if label.wordWrap():
        if label.heightForWidth(label.width()) > label.height() + 2:
            yield f"cut below: {named(label)} has {label.height()} of {label.heightForWidth(label.width())}"
    elif label.sizeHint().width() > label.width() + 1:
        yield f"cut: {named(label)} has {room.width()} of {label.sizeHint().width()}"


def outside(widget: QWidget) -> Iterator[str]:
    """A widget that sticks out of its parent, where nothing scrolls."""
    parent = widget.parentWidget()
    if parent is None or widget.isWindow() or _scrolls(parent) or isinstance(widget, _OVER):
        return
    if not parent.rect().adjusted(-1, -1, 1, 1).contains(widget.geometry()):
        yield f"outside: {named(widget)} {_text(widget.geometry())} of {_text(parent.rect())}"


def overlaps(parent: QWidget) -> Iterator[str]:
    """Children that lie over one another."""
    if _scrolls(parent) or isinstance(parent, QAbstractScrollArea | QComboBox):
        return
    children = [
        child
        for child in parent.children()
        if isinstance(child, QWidget) and not child.isWindow() and in_view(child) and not isinstance(child, _OVER)
    ]
    for first, second in combinations(children, 2):
        if first.geometry().intersects(second.geometry()):
            yield f"overlap: {named(first)} {_text(first.geometry())} and {named(second)} {_text(second.geometry())}"


def _tip_around(widget: QWidget) -> str:
    parent = widget.parentWidget()
    return parent.toolTip() if parent is not None else ""


def _scrolls(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    return widget.objectName() == "qt_scrollarea_viewport" or isinstance(parent, QAbstractScrollArea)


def _text(rect: QRect) -> str:
    return f"{rect.x()},{rect.y()} {rect.width()}×{rect.height()}"
