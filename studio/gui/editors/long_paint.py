"""Draws single lines of a long text in the colours of a language, with grounds behind parts of them.

Above: the long view. Below: Qt's text layout, `look/highlight`. Knows no scrolling.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption

from studio.gui.editors.text_units import from_units, to_units
from studio.gui.look import highlight
from studio.gui.look.theme import theme

_MOST_KEPT = 400
Ground = tuple[int, int, str]
"""From column to column, and the token of the ground."""


class LinePainter:
    """Lines that were drawn are kept for the next frame."""

    def __init__(self, language: highlight.Language) -> None:
        self._language: highlight.Language = language
        self._kept: dict[int, QTextLayout] = {}
        self._height = 0

    def clear(self) -> None:
        """Another text: nothing that was drawn is true any more."""
        self._kept.clear()

    def restyle(self) -> int:
        """Take over font and colours; the height of a line."""
        self.clear()
        font = theme().editor_font(12)
        layout = QTextLayout("Mg", font)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        self._height = max(round(line.height() + 0.49), QFontMetrics(font).lineSpacing())
        return self._height

    def draw(self, painter: QPainter, at: int, text: str, place: QPointF, grounds: Sequence[Ground]) -> None:
        """Draw the line `at`."""
        painter.setPen(theme().color("text"))
        self._layout(at, text).draw(
            painter, place, [_range(text, start, end, ground) for start, end, ground in grounds]
        )

    def x_of(self, at: int, text: str, column: int) -> float:
        """How far from the left a column begins."""
        x: Any = self._layout(at, text).lineAt(0).cursorToX(to_units(text, column))
        return float(x[0])

    def column_at(self, at: int, text: str, x: float) -> int:
        """The column nearest to a place."""
        return from_units(text, self._layout(at, text).lineAt(0).xToCursor(x))

    def _layout(self, at: int, text: str) -> QTextLayout:
        kept = self._kept.get(at)
        if kept is None or kept.text() != text:
            if len(self._kept) > _MOST_KEPT:
                self._kept.clear()
            kept = self._kept[at] = self._laid_out(text)
        return kept

    def _laid_out(self, text: str) -> QTextLayout:
        layout = QTextLayout(text, theme().editor_font(12))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        layout.setTextOption(option)
        spans = highlight.spans(self._language, text)
        layout.setFormats([_colour(text, start, start + length, token) for start, length, token in spans])
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        return layout


def _colour(text: str, start: int, end: int, token: str) -> QTextLayout.FormatRange:
    made = _place(text, start, end)
    look = QTextCharFormat()
    look.setForeground(theme().color(token))
    made.format = look
    return made


def _range(text: str, start: int, end: int, ground: str) -> QTextLayout.FormatRange:
    made = _place(text, start, end)
    look = QTextCharFormat()
    look.setBackground(theme().color(ground))
    look.setForeground(theme().color("accent_text" if ground == "accent" else "text"))
    made.format = look
    return made


def _place(text: str, start: int, end: int) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start = to_units(text, start)
    made.length = to_units(text, end) - made.start
    return made
