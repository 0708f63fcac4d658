"""A long text for reading: it draws the lines in sight and no more, so that megabytes are there at once; marks, copies, finds.

Above: panes that show long texts. Below: `long_lines`, `long_caret`, the gutter. Knows not what the text is; it cannot be edited here.
"""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QMenu, QWidget

from studio.gui.editors.gutter import Gutter
from studio.gui.editors.long_caret import MOVES, Place, moved, word_at
from studio.gui.editors.long_lines import LongLines
from studio.gui.editors.long_paint import LinePainter
from studio.gui.editors.long_target import LongTarget
from studio.gui.look import highlight
from studio.gui.look.theme import theme
from studio.gui.widgets.find_bar import FindBar
from studio.gui.widgets.find_place import FindPlace

_PAGE_AT_FIRST = 2
_EDGE = 4


class LongView(QAbstractScrollArea):
    """`left` is Esc, `edit_wanted` Enter; `read` tells that all lines are there, `caret_moved` that the caret stands elsewhere."""

    left = Signal()
    edit_wanted = Signal()
    read = Signal()
    caret_moved = Signal()

    def __init__(self, name: str, parent: QWidget | None = None, *, language: highlight.Language = "text") -> None:
        super().__init__(parent)
        self._language: highlight.Language = language
        self._text, self.lines = "", LongLines()
        self.lines.more()
        self._caret: Place = (0, 0)
        self._anchor: Place = (0, 0)
        self._goal: int | None = None
        self._to_end = self._is_reading = False
        self._painter = LinePainter(language)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("look", "pane")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.gutter = Gutter(self, self)
        self._target = LongTarget(self)
        self.finding = FindPlace(self, self._target)
        self._reading = QTimer(self, singleShot=True, interval=0)
        self._reading.timeout.connect(self._read_on)
        self.finding.margin_changed.connect(self._place_gutter)
        self.read.connect(self.finding.search_again)
        self.verticalScrollBar().valueChanged.connect(lambda _value: self._moved())
        theme().changed.connect(self._restyle)
        self._restyle()

    # ---- the text

    def set_text(self, text: str, *, line: int | None = 0) -> None:
        """Show another text: what is in sight at once, the rest while the window is heard. The caret goes to a line, to the last one for
        None, as soon as it is read, unless it was moved by then."""
        self._text, self._goal = text, line or None
        self._to_end, self._is_reading = line is None, True
        self.lines = LongLines(text, json=self._language == "json")
        self._caret = self._anchor = (0, 0)
        self._painter.clear()
        self.lines.more(_PAGE_AT_FIRST)
        self.verticalScrollBar().setValue(0)
        self.horizontalScrollBar().setValue(0)
        self._grown()

    def add_text(self, more: str) -> None:
        """The text goes on (one that is no JSON); who is at its end stays there."""
        bar = self.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 1
        self._text += more
        self.lines.add(more)
        self._is_reading = True
        self.lines.more(_PAGE_AT_FIRST)
        self._grown()
        if follows:
            bar.setValue(bar.maximum())

    def text(self) -> str:
        """The whole text as it was set."""
        return self._text

    @property
    def find_bar(self) -> FindBar:
        """The line that finds words here."""
        return self.finding.bar

    def selected_text(self) -> str:
        """What is marked, with folded strings whole."""
        return self.lines.between(*self.selection())

    def caret(self) -> Place:
        """Line and column of the caret, from 0."""
        return self._caret

    def selection(self) -> tuple[Place, Place]:
        """Start and end of what is marked."""
        first, last = sorted((self._anchor, self._caret))
        return first, last

    def go_to(self, place: Place, anchor: Place | None = None) -> None:
        """Put the caret at a place (and mark from `anchor`), and bring it into sight; lines that are not there yet are read."""
        while place[0] >= len(self.lines.lines) and not self.lines.is_whole:
            self.lines.more(8)
        self._goal, self._to_end = None, False
        last = len(self.lines.lines) - 1
        line = min(place[0], last)
        self._caret = (line, min(place[1], len(self.lines.lines[line])))
        self._anchor = self._caret if anchor is None else anchor
        self._bring_into_sight()
        self.setAccessibleDescription(self.lines.lines[line][:200])
        self.caret_moved.emit()
        self.gutter.update()
        self.viewport().update()

    def take_focus(self) -> None:
        """The keyboard goes into the text."""
        self.setFocus()

    # ---- for the gutter

    def visible_lines(self) -> list[tuple[int, float, float]]:
        """(number, top, height) of the lines in sight."""
        first = self.verticalScrollBar().value()
        count = self.viewport().height() // self._height + 2
        last = min(first + count, len(self.lines.lines))
        return [(at, _EDGE + (at - first) * float(self._height), float(self._height)) for at in range(first, last)]

    def baseline(self) -> float:
        """From the top of a line to the foot of its letters."""
        return QFontMetricsF(theme().editor_font(12)).ascent()

    def line_count(self) -> int:
        """How many lines there are so far."""
        return len(self.lines.lines)

    def caret_line(self) -> int:
        """The caret's line, from 0."""
        return self._caret[0]

    def changed_lines(self) -> frozenset[int]:
        """None: nothing is edited here."""
        return frozenset()

    # ---- events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, mark and copy as in any text; Esc leaves, Enter asks for the editor."""
        key = QKeySequence.StandardKey
        how = next((how for how in MOVES if event.matches(getattr(key, f"MoveTo{how}"))), "")
        marking = next((how for how in MOVES if event.matches(getattr(key, f"Select{how}"))), "")
        if how or marking:
            place = moved(self._all_lines(how or marking), self._caret, how or marking, self._page())
            self.go_to(place, self._anchor if marking else None)
        elif event.matches(key.Copy):
            self.copy()
        elif event.matches(key.SelectAll):
            self.select_all()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit_wanted.emit()
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """Put what is marked on the clipboard."""
        if self._anchor != self._caret:
            QGuiApplication.clipboard().setText(self.selected_text())

    def select_all(self) -> None:
        """Mark the whole text."""
        lines = self._all_lines("EndOfDocument")
        self.go_to((len(lines) - 1, len(lines[-1])), (0, 0))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Put the caret there; with Shift, mark up to there."""
        if event.button() == Qt.MouseButton.LeftButton:
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.go_to(self._place_at(event.position()), self._anchor if shift else None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark up to there."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.go_to(self._place_at(event.position()), self._anchor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Mark a word."""
        start, end = word_at(self.lines.lines, self._place_at(event.position()))
        self.go_to(end, start)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy and mark all."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Copy"), self.copy).setEnabled(self._anchor != self._caret)
        menu.addAction(self.tr("Select all"), self.select_all)
        menu.popup(event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More or fewer lines are in sight."""
        super().resizeEvent(event)
        self._place_gutter()
        self._grown()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the caret's line."""
        super().focusInEvent(event)
        self.viewport().update()
        self.gutter.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leave the caret's line unmarked."""
        super().focusOutEvent(event)
        self.viewport().update()
        self.gutter.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the lines in sight."""
        painter = QPainter(self.viewport())
        left = _EDGE - self.horizontalScrollBar().value()
        for at, top, height in self.visible_lines():
            text = self.lines.lines[at]
            if at == self._caret[0] and self.hasFocus():
                painter.fillRect(QRectF(0, top, self.viewport().width(), height), theme().color("caret_line"))
            grounds = [*self._target.grounds(at), *self._marked(at, len(text))]
            self._painter.draw(painter, at, text, QPointF(left, top), grounds)
            if at == self._caret[0] and self.hasFocus():
                x = left + self._painter.x_of(at, text, self._caret[1])
                painter.fillRect(QRectF(x, top, 1.5, height), theme().color("text"))

    def sizeHint(self) -> QSize:
        """Some lines."""
        return QSize(320, 160)

    # ---- inside

    def _marked(self, line: int, length: int) -> list[tuple[int, int, str]]:
        first, last = self.selection()
        if first == last or not first[0] <= line <= last[0]:
            return []
        return [(first[1] if line == first[0] else 0, last[1] if line == last[0] else length, "sel")]

    def _all_lines(self, how: str) -> list[str]:
        while how == "EndOfDocument" and not self.lines.is_whole:
            self.lines.more(8)
        return self.lines.lines

    def _page(self) -> int:
        return max(self.viewport().height() // self._height - 1, 1)

    def _place_at(self, point: QPointF) -> Place:
        line = self.verticalScrollBar().value() + int((point.y() - _EDGE) // self._height)
        line = min(max(line, 0), len(self.lines.lines) - 1)
        x = point.x() - _EDGE + self.horizontalScrollBar().value()
        return line, self._painter.column_at(line, self.lines.lines[line], x)

    def _bring_into_sight(self) -> None:
        self._set_ranges()
        bar, page = self.verticalScrollBar(), max(self.viewport().height() // self._height, 1)
        line, column = self._caret
        if line < bar.value():
            bar.setValue(line)
        elif line >= bar.value() + page:
            bar.setValue(line - page + 1)
        x = round(self._painter.x_of(line, self.lines.lines[line], column))
        across, width = self.horizontalScrollBar(), self.viewport().width()
        if not across.value() <= x <= across.value() + width - 2 * _EDGE:
            across.setValue(max(x - width // 2, 0) if x > width else 0)

    def _read_on(self) -> None:
        self.lines.more()
        self._grown()

    def _grown(self) -> None:
        self._set_ranges()
        self.viewport().update()
        count = len(self.lines.lines)
        if self._goal is not None and (count > self._goal or self.lines.is_whole):
            self.go_to((self._goal, 0))
        if self._to_end and self.lines.is_whole:
            self.go_to((count - 1, 0))
        if not self.lines.is_whole:
            self._reading.start()
        elif self._is_reading:
            self._is_reading = False
            self._reading.stop()
            self.read.emit()

    def _set_ranges(self) -> None:
        page = max(self.viewport().height() // self._height, 1)
        self.verticalScrollBar().setPageStep(page)
        self.verticalScrollBar().setRange(0, max(len(self.lines.lines) - page + 1, 0))
        width = round(self.lines.longest * self._letter) + 2 * _EDGE
        self.horizontalScrollBar().setPageStep(self.viewport().width())
        self.horizontalScrollBar().setSingleStep(round(4 * self._letter))
        self.horizontalScrollBar().setRange(0, max(width - self.viewport().width(), 0))
        self._fit_gutter()

    def _fit_gutter(self) -> None:
        margins, width = self.viewportMargins(), self.gutter.needed_width()
        if margins.left() != width:
            self.setViewportMargins(width, margins.top(), margins.right(), margins.bottom())
            self._place_gutter()

    def _place_gutter(self) -> None:
        edge, above = self.contentsRect(), self.finding.height()
        self.gutter.setGeometry(
            QRect(edge.left(), edge.top() + above, self.gutter.needed_width(), edge.height() - above)
        )

    def _moved(self) -> None:
        self.gutter.update()
        self.viewport().update()

    def _restyle(self) -> None:
        metrics = QFontMetricsF(theme().editor_font(12))
        self._height = self._painter.restyle()
        self._letter = metrics.horizontalAdvance("m")
        self._set_ranges()
        self.viewport().update()
