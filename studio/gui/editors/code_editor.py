"""An editor for code: line numbers, colours on the visible lines only, marks with their sentence, caret line, brackets.

The JSON editor stands on it; it knows no JSON but the colours of a language.
"""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QFontMetricsF,
    QInputMethodEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from studio.gui.editors.brackets import matching_bracket
from studio.gui.editors.gutter import Gutter
from studio.gui.editors.habits import habit, habits
from studio.gui.editors.line_changes import changed_lines
from studio.gui.editors.mark import COLOURS, SIGNS, Mark
from studio.gui.editors.text_units import from_units, to_units
from studio.gui.look import highlight
from studio.gui.look.icons import paint_icon
from studio.gui.look.theme import theme
from studio.gui.widgets.find_bar import FindBar
from studio.gui.widgets.find_place import FindPlace
from studio.gui.widgets.find_target import is_hit

_MOST_MARKS = 200
_NO_ROOM = 60


class CodeEditor(QPlainTextEdit):
    """`left` is Esc, `commit_requested` Ctrl+Enter; marks and changed lines are set from outside."""

    commit_requested = Signal()
    left = Signal()

    def __init__(self, name: str, parent: QWidget | None = None, *, language: highlight.Language = "text") -> None:
        super().__init__(parent)
        self._language: highlight.Language = language
        self._marks: tuple[Mark, ...] = ()
        self._spots: list[QTextCursor] = []
        self._shown: str | None = None
        self._original: list[str] | None = None
        self._changed: frozenset[int] = frozenset()
        self._fit: tuple[int, int] | None = None
        self._generation = 1
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("look", "pane")
        self.setTabChangesFocus(True)
        self.gutter = Gutter(self, self)
        self.finding = FindPlace(self)
        self._wire()
        self._wrap()
        self._restyle()

    def _wire(self) -> None:
        self._height_timer = QTimer(self, singleShot=True, interval=0)
        self._height_timer.timeout.connect(self.fit_now)
        self.finding.margin_changed.connect(self._margin_changed)
        self.document().contentsChange.connect(self._forget_shown)
        self.blockCountChanged.connect(self._block_count_changed)
        self.updateRequest.connect(self._view_moved)
        self.cursorPositionChanged.connect(self._show_selections)
        theme().changed.connect(self._restyle)
        habit().changed.connect(self._wrap)

    def _wrap(self) -> None:
        wraps = habits().wrap
        self.setLineWrapMode(self.LineWrapMode.WidgetWidth if wraps else self.LineWrapMode.NoWrap)
        self._height_timer.start()

    # ---- what is shown

    def shown(self) -> str:
        """The text as it stands in the editor. (Qt's own plain text makes no-break spaces into blanks.)"""
        if self._shown is None:
            self._shown = self.document().toRawText().replace("\u2029", "\n")
        return self._shown

    def set_marks(self, marks: Sequence[Mark]) -> None:
        """Underline these places (offsets in the shown text) and write their sentences beside the lines."""
        self._marks = tuple(marks[:_MOST_MARKS])
        # Cursors move with the text, so that underlines stay at their words until the next check.
        self._spots = [self._cursor(mark.start, mark.end) for mark in self._marks]
        self.setAccessibleDescription("; ".join(mark.sentence for mark in self._marks[:5]))
        self._show_selections()
        self.viewport().update()

    def marks(self) -> tuple[Mark, ...]:
        """The marks shown."""
        return self._marks

    def set_original_lines(self, lines: Sequence[str] | None) -> None:
        """The text to compare with line by line; None compares with nothing."""
        self._original = None if lines is None else list(lines)
        self.compare_lines()

    def compare_lines(self) -> None:
        """Find anew which lines differ from the original."""
        if self._original is None:
            self._changed = frozenset()
        else:
            self._changed = changed_lines(self._original, self.shown().split("\n"))
        self.gutter.update()

    @property
    def find_bar(self) -> FindBar:
        """The line that finds words here."""
        return self.finding.bar

    def fit_height(self, least: int, most: int) -> None:
        """Follow the height of the content between so many lines."""
        self._fit = (least, most)
        self.fit_now()

    def go_to(self, offset: int) -> None:
        """Put the caret at an offset of the shown text and bring it into view."""
        cursor = self.textCursor()
        cursor.setPosition(self._position(offset))
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    # ---- for the gutter

    def baseline(self) -> float:
        """From the top of a line to the foot of its letters."""
        return QFontMetricsF(self.font()).ascent()

    def visible_lines(self) -> list[tuple[int, float, float]]:
        """(number, top, height) of the lines in view."""
        return [(block.blockNumber(), rect.top(), rect.height()) for block, rect in self._visible_blocks()]

    def line_count(self) -> int:
        """How many lines the text has."""
        return self.blockCount()

    def caret_line(self) -> int:
        """The caret's line, from 0."""
        return self.textCursor().blockNumber()

    def changed_lines(self) -> frozenset[int]:
        """Lines that differ from the original."""
        return self._changed

    # ---- events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The gutter keeps the left edge."""
        super().resizeEvent(event)
        self._place_gutter()
        if habits().wrap and event.oldSize().width() != event.size().width():
            self._height_timer.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter asks to commit, Esc leaves; both keep the draft."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.commit_requested.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """While an input method composes, Qt has the colours of the line; after it they are ours again."""
        super().inputMethodEvent(event)
        if not event.preeditString():
            self.textCursor().block().setUserState(-1)
            self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Mark the caret's line."""
        super().focusInEvent(event)
        self._show_selections()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leave the caret's line unmarked."""
        super().focusOutEvent(event)
        self._show_selections()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Colour the lines in view, draw the text, then sentences and the focus ring."""
        self._colour_visible()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        self._paint_sentences(painter)

    def sizeHint(self) -> QSize:
        """Wide, and as high as was asked for."""
        return QSize(320, self.minimumHeight() or 120)

    # ---- colours

    def _visible_blocks(self) -> list[tuple[QTextBlock, QRectF]]:
        found = []
        block, bottom = self.firstVisibleBlock(), self.viewport().height()
        while block.isValid():
            rect = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if rect.top() > bottom:
                break
            if block.isVisible():
                found.append((block, rect))
            block = block.next()
        return found

    def _colour_visible(self) -> None:
        """Give formats to lines in view that have none yet since their last change or the last theme."""
        if self._language == "text":
            return
        document = self.document()
        for block, _ in self._visible_blocks():
            state = block.revision() * 64 + self._generation
            if block.userState() != state:
                block.setUserState(state)
                block.layout().setFormats(self._formats(block.text()))
                document.markContentsDirty(block.position(), block.length())

    def _formats(self, line: str) -> list[QTextLayout.FormatRange]:
        found = []
        for start, length, token in highlight.spans(self._language, line):
            made = QTextLayout.FormatRange()
            made.start = to_units(line, start)
            made.length = to_units(line, start + length) - made.start
            look = QTextCharFormat()
            look.setForeground(theme().color(token))
            made.format = look
            found.append(made)
        return found

    # ---- caret line, brackets, underlines

    def _show_selections(self) -> None:
        found = [self._caret_line()] if self.hasFocus() and not self.isReadOnly() else []
        found += [self._bracket(position) for position in self._bracket_positions()]
        found += [self._underline(*pair) for pair in zip(self._marks, self._spots, strict=True)]
        found += [one for one in self.extraSelections() if is_hit(one)]
        self.setExtraSelections(found)
        self.gutter.update()

    def _caret_line(self) -> QTextEdit.ExtraSelection:
        made = QTextEdit.ExtraSelection()
        cursor = self.textCursor()
        cursor.clearSelection()
        _set(made, cursor, ground=theme().color("caret_line"))
        made.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        return made

    def _bracket_positions(self) -> list[int]:
        if self._language != "json" or not self.hasFocus():
            return []
        return matching_bracket(self.textCursor())

    def _bracket(self, position: int) -> QTextEdit.ExtraSelection:
        made = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
        _set(made, cursor, ground=theme().color("sel"))
        return made

    def _underline(self, mark: Mark, spot: QTextCursor) -> QTextEdit.ExtraSelection:
        made = QTextEdit.ExtraSelection()
        look = QTextCharFormat()
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        look.setUnderlineColor(theme().color(COLOURS[mark.severity]))
        made.cursor = spot
        made.format = look
        return made

    def _cursor(self, start: int, end: int) -> QTextCursor:
        """A cursor that selects from `start` to `end`, offsets in the shown text."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._position(start))
        cursor.setPosition(self._position(max(start, end)), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _position(self, offset: int) -> int:
        """Qt's position of an offset in the shown text."""
        last = self.document().characterCount() - 1
        shown = self.shown()
        return min(max(offset, 0) if len(shown) == last else to_units(shown, max(offset, 0)), last)

    def _offset(self, position: int) -> int:
        """The offset in the shown text of a position of Qt's."""
        shown = self.shown()
        return position if len(shown) == self.document().characterCount() - 1 else from_units(shown, position)

    # ---- sentences beside the lines

    def _paint_sentences(self, painter: QPainter) -> None:
        if not self._marks:
            return
        pairs = zip(self._spots, self._marks, strict=True)
        lines = {self._line_of(spot): mark for spot, mark in reversed(list(pairs))}
        for block, rect in self._visible_blocks():
            if block.blockNumber() in lines:
                self._paint_sentence(painter, lines[block.blockNumber()], block, rect)

    def _line_of(self, spot: QTextCursor) -> int:
        return self.document().findBlock(spot.selectionStart()).blockNumber()

    def _paint_sentence(self, painter: QPainter, mark: Mark, block: QTextBlock, rect: QRectF) -> None:
        line = block.layout().lineAt(block.layout().lineCount() - 1)
        side = theme().px(13)
        left = rect.left() + line.naturalTextWidth() + theme().px(18)
        left = min(left, self.viewport().width() - side - 4.0)
        top = rect.bottom() - line.height() + (line.height() - side) / 2
        paint_icon(painter, SIGNS[mark.severity], COLOURS[mark.severity], QRectF(left, top, side, side))
        room = self.viewport().width() - left - side - 12
        if room < _NO_ROOM:
            return
        font = theme().font(12)
        painter.setFont(font)
        painter.setPen(theme().color(COLOURS[mark.severity]))
        words = QFontMetricsF(font).elidedText(mark.sentence, Qt.TextElideMode.ElideRight, room)
        box = QRectF(left + side + 6, rect.bottom() - line.height(), room, line.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)

    # ---- geometry

    def _restyle(self) -> None:
        self._generation = self._generation % 63 + 1
        self.setFont(theme().editor_font(12))
        self.document().setDocumentMargin(4)
        self.setTabStopDistance(4 * QFontMetricsF(self.font()).horizontalAdvance(" "))
        self._block_count_changed()
        self._show_selections()
        self.viewport().update()

    def _block_count_changed(self, _count: int = 0) -> None:
        self.setViewportMargins(self.gutter.needed_width(), self.finding.height(), 0, 0)
        self._height_timer.start()

    def _place_gutter(self) -> None:
        edge, above = self.contentsRect(), self.finding.height()
        width = self.gutter.needed_width()
        self.gutter.setGeometry(QRect(edge.left(), edge.top() + above, width, edge.height() - above))

    def _margin_changed(self) -> None:
        self._place_gutter()
        self._height_timer.start()

    def _forget_shown(self) -> None:
        self._shown = None

    def _view_moved(self, rect: QRect, dy: int) -> None:
        if dy:
            self.gutter.scroll(0, dy)
        else:
            self.gutter.update(0, rect.y(), self.gutter.width(), rect.height())

    def fit_now(self) -> None:
        """Take the height that the content needs, if `fit_height` was asked for."""
        if self._fit is None:
            return
        bar = self.horizontalScrollBar()
        margins = self.viewportMargins()  # not the heights of now: before the first layout they say nothing
        edges = 2 * self.frameWidth() + margins.top() + margins.bottom()
        inner = self._content_height(*self._fit) + 2 * round(self.document().documentMargin())
        self.setFixedHeight(inner + edges + (bar.sizeHint().height() if bar.maximum() else 0))

    def _content_height(self, least: int, most: int) -> int:
        """The height of the lines, as far as they are to be seen at once; lines of other fonts may be higher."""
        spacing = QFontMetrics(self.font()).lineSpacing()
        height, block = 0.0, self.document().firstBlock()
        while block.isValid() and block.blockNumber() < most:
            height += self.blockBoundingRect(block).height()
            block = block.next()
        return round(max(height, least * spacing)) + 1


def _set(made: QTextEdit.ExtraSelection, cursor: QTextCursor, *, ground: QColor) -> None:
    """Fill an extra selection with a ground."""
    look = QTextCharFormat()
    look.setBackground(ground)
    made.cursor = cursor
    made.format = look
