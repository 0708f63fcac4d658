"""What was and what is, in one column or side by side, with the words that changed; from difference to difference by Alt+F8.

Above: both panes, the call card, Compare. Below: `diff_text`, `text_diff`. Knows no session: `revert_wanted` gives the other text.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.diff_bar import DiffBar
from studio.gui.panes.diff_text import DiffText
from studio.gui.widgets.find_bar import FindBar
from studio.gui.words import fill, number
from studio.present.text_diff import DiffLine, diff_lines, reverted, side_by_side

_MOST_LINES = 5000
_WIDE = 520
"""Pixels at 100 % from which two columns have room."""


class DiffView(QWidget):
    """Shows two texts; says so when they are equal. `revert_wanted` gives the text as it is with one difference undone."""

    revert_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, bar: bool = True, keys: bool = True) -> None:
        """With `bar` a line above says how many differences there are and has what can be done with them. Without `keys` whoever holds it
        goes from difference to difference by the same keys, among more than these two texts."""
        super().__init__(parent)
        self._texts: tuple[str, str] | None = None
        self._lines: list[DiffLine] = []
        self._has_bar, self._reverts = bar, False
        self.bar, self.column = DiffBar(self), DiffText(self)
        self.was, self.now = DiffText(self), DiffText(self)
        self._sides, self._stack = QWidget(self), QStackedWidget(self)
        self._lay_out()
        self._wire(keys=keys)
        self._reword()

    def set_texts(self, before: str, now: str) -> None:
        """Show what was and what is."""
        if self._texts != (before, now):
            self._texts = (before, now)
            self._draw()

    def has_difference(self) -> bool:
        """Whether the two texts differ."""
        return self._texts is not None and self._texts[0] != self._texts[1]

    def set_reverts(self, reverts: bool) -> None:
        """Whether one difference can be undone by itself."""
        self._reverts = reverts
        self._show_bar()

    def text(self) -> str:
        """What the one column says."""
        return self.column.toPlainText()

    def fit_height(self, least: int, most: int) -> None:
        """Take the height of so many lines."""
        lines = min(max(self.column.blockCount(), least), most)
        above = self.bar.sizeHint().height() if self.bar.isVisibleTo(self) else 0
        self.setFixedHeight(lines * self.column.fontMetrics().lineSpacing() + theme().px(14) + above)

    def go(self, by: int) -> None:
        """Go to the next difference (1) or the one before (-1), round the ends."""
        count = self.count()
        if not count:
            return
        shown = self._shown()
        at = shown.change_at_caret()
        here = at >= 0 and not shown.textCursor().atStart() and shown.property("change") == at
        self._go_to((at + by) % count if here or by < 0 else max(at, 0))

    def count(self) -> int:
        """How many differences are shown."""
        return max((line.change for line in self._lines), default=-1) + 1

    @property
    def find_bar(self) -> FindBar:
        """The line that finds words in what is shown."""
        return self._shown().find_bar

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two columns need room."""
        super().resizeEvent(event)
        self._show_columns()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._draw()
        super().changeEvent(event)

    # ---- inside

    def _lay_out(self) -> None:
        sides = QHBoxLayout(self._sides)
        sides.setContentsMargins(0, 0, 0, 0)
        sides.setSpacing(1)
        sides.addWidget(self.was, 1)
        sides.addWidget(self.now, 1)
        self._stack.addWidget(self.column)
        self._stack.addWidget(self._sides)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self._stack, 1)
        self.setFocusProxy(self.column)
        self.bar.hide()

    def _wire(self, *, keys: bool) -> None:
        self.bar.go.connect(self.go)
        self.bar.sides_wanted.connect(self._show_columns)
        self.bar.revert.connect(self._revert)
        for one, other in ((self.was, self.now), (self.now, self.was)):
            one.verticalScrollBar().valueChanged.connect(other.verticalScrollBar().setValue)
            one.horizontalScrollBar().valueChanged.connect(other.horizontalScrollBar().setValue)
        for key, by in (("Alt+F8", 1), ("Alt+Shift+F8", -1)) if keys else ():
            made = QShortcut(QKeySequence(key), self)
            made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            made.activated.connect(lambda by=by: self.go(by))
        theme().changed.connect(self._draw)

    def _reword(self) -> None:
        self.column.setAccessibleName(self.tr("What was and what is"))
        self.was.setAccessibleName(self.tr("What was"))
        self.now.setAccessibleName(self.tr("What is"))

    def _shown(self) -> DiffText:
        if self._stack.currentWidget() is self.column:
            return self.column
        return self.was if self.was.hasFocus() else self.now

    def _show_columns(self) -> None:
        room = self.width() >= theme().px(_WIDE)
        self.bar.set_room(room)
        two = room and self.bar.wants_sides and self.has_difference()
        self._stack.setCurrentWidget(self._sides if two else self.column)
        self.setFocusProxy(self.now if two else self.column)
        if two and not self.now.toPlainText():
            self._draw_sides()

    def _go_to(self, change: int) -> None:
        for part in (self.column, self.was, self.now):
            part.setProperty("change", change)
            part.go_to_change(change)
        self.bar.show_place(change, self.count())

    def _revert(self) -> None:
        at = self._shown().change_at_caret()
        if at >= 0 and self._texts is not None:
            self.revert_wanted.emit(reverted(*self._texts, at))

    def _draw(self) -> None:
        texts = self._texts or ("", "")
        self._lines = diff_lines(*texts)[:_MOST_LINES]
        for part in (self.column, self.was, self.now):
            part.setProperty("change", -1)
        self.column.show_lines(self._lines, self._gap, self.tr("Nothing was changed."))
        self.was.clear()
        self.now.clear()
        self._show_columns()
        self._show_bar()

    def _draw_sides(self) -> None:
        pairs = side_by_side(self._lines)
        self.was.show_lines([was for was, _ in pairs], self._gap, "")
        self.now.show_lines([now for _, now in pairs], self._gap, "")

    def _show_bar(self) -> None:
        self.bar.setVisible(self._has_bar and self.has_difference())
        self.bar.show_state(self.count(), reverts=self._reverts)

    def _gap(self, left_out: int) -> str:
        if left_out == 1:
            return self.tr("… 1 equal line")
        return fill(self.tr("… {n} equal lines"), n=number(left_out))
