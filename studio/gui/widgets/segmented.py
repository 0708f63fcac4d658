"""A switch of a few named views, one of which is on: Chat | Form | JSON | Diff.

Left and Right move between them; a view may carry a dot (there are edits). Where there is no room for all words the
switch becomes one button with a menu. Knows not what the views are.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QMenu, QSizePolicy, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.words import tip


class Segmented(QWidget):
    """The switch; `chosen` gives the id of a view that the person chose (not one that was set)."""

    chosen = Signal(str)

    def __init__(self, name: str, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        """`name` is the accessible name, `choices` are (id, words); the first is on."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._segments: dict[str, _Segment] = {}
        self._fits = False
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        for key, words in choices:
            self._segments[key] = segment = _Segment(words, self)
            self._group.addButton(segment)
            row.addWidget(segment)
            segment.clicked.connect(lambda _on=False, key=key: self.chosen.emit(key))
        self._short = Button("", self, look="quiet", icon_name="chevron_down")
        self._short.setProperty("in_track", True)
        self._short.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self._short.clicked.connect(self._open_menu)
        self._short.hide()
        row.addWidget(self._short, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute)
        if choices:
            self.set_current(choices[0][0])
        self._group.buttonToggled.connect(self._show_short)
        self._group.buttonToggled.connect(self._choose_stop)
        self._choose_stop()
        theme().changed.connect(self._fit)

    def stand_left(self) -> None:
        """Let the button with the menu stand at the left of what is left free, beside a label."""
        row = self.layout()
        assert row is not None
        row.setAlignment(self._short, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)

    def current(self) -> str:
        """The id of the view that is on."""
        return next(key for key, segment in self._segments.items() if segment.isChecked())

    def set_current(self, key: str) -> None:
        """Switch to a view without telling. Raises KeyError for an id that is none."""
        self._segments[key].setChecked(True)

    def choose(self, key: str) -> None:
        """Switch to a view as if the person had."""
        self._segments[key].click()

    def set_dot(self, key: str, shown: bool, meaning: str = "") -> None:
        """Show or hide the dot of a view; `meaning` is added to its accessible name."""
        segment = self._segments[key]
        segment.dot = shown
        segment.setAccessibleName(f"{segment.text()} ({meaning})" if shown and meaning else segment.text())
        segment.updateGeometry()
        segment.update()
        self._fit()

    def set_words(self, key: str, words: str) -> None:
        """Change the words of a view."""
        self._segments[key].setText(words)
        self._segments[key].setAccessibleName(words)
        self._segments[key].updateGeometry()
        self._fit()

    def set_available(self, key: str, available: bool, reason: str = "") -> None:
        """Switch a view off, with the reason in its tooltip, or on again."""
        self._segments[key].setEnabled(available)
        self._segments[key].setToolTip("" if available else reason)
        self._choose_stop()

    def set_tip(self, key: str, text: str) -> None:
        """Say more about a view in its tooltip, until it is told whether it is available."""
        self._segments[key].setToolTip(tip(text))

    def is_short(self) -> bool:
        """Whether the switch is one button with a menu now."""
        return self.width() < self.sizeHint().width()

    def sizeHint(self) -> QSize:
        """Room for all words."""
        sizes = [segment.sizeHint() for segment in self._segments.values()]
        return QSize(sum(size.width() for size in sizes) + 4, max((size.height() for size in sizes), default=0) + 4)

    def minimumSizeHint(self) -> QSize:
        """Room for the button with the menu."""
        return QSize(self._short.sizeHint().width() + 4, self.sizeHint().height()).boundedTo(self.sizeHint())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Change between all words and one button."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if self._fits:
            return
        self._fits = True
        self._show_parts(self.is_short())
        self._show_parts(self.is_short())  # hiding and showing may have given it another width
        self._fits = False
        self.updateGeometry()
        self.update()

    def _show_parts(self, short: bool) -> None:
        focused = any(segment.hasFocus() for segment in self._segments.values())
        for segment in self._segments.values():
            segment.setVisible(not short)
        self._short.setVisible(short)
        self._show_short()
        if short and focused:
            self._short.setFocus()

    def _show_short(self) -> None:
        key = next((key for key, segment in self._segments.items() if segment.isChecked()), "")
        if key:
            self._short.set_words(self._segments[key].text())
            self._short.setAccessibleName(f"{self.accessibleName()}: {self._segments[key].accessibleName()}")

    def _choose_stop(self) -> None:
        """Tab stops at the view that is on, from where the arrows lead to the others; at all when that one is not available."""
        stuck = not any(segment.isChecked() and segment.isEnabled() for segment in self._segments.values())
        for segment in self._segments.values():
            tab = stuck or segment.isChecked()
            segment.setFocusPolicy(Qt.FocusPolicy.StrongFocus if tab else Qt.FocusPolicy.ClickFocus)
        on = next((segment for segment in self._segments.values() if segment.isChecked() and segment.isEnabled()), None)
        if on is not None and any(segment.hasFocus() for segment in self._segments.values()):
            on.setFocus()  # a key chose another view: the ring goes with it

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key, segment in self._segments.items():
            action = menu.addAction(segment.accessibleName())
            action.setCheckable(True)
            action.setChecked(segment.isChecked())
            action.setEnabled(segment.isEnabled())
            action.triggered.connect(lambda _on=False, key=key: self.choose(key))
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the track."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        flat = theme().name_of("hover") == theme().name_of("raised")
        painter.setPen(QPen(theme().color("strong"), 1) if flat else Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("hover"))
        track = self.rect()
        if self.is_short():
            track.setLeft(self._short.x() - 2)
            track.setWidth(self._short.width() + 4)
        painter.drawRoundedRect(QRectF(track).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)


class _Segment(QAbstractButton):
    """One view of the switch."""

    def __init__(self, words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.dot = False
        self.setText(words)
        self.setAccessibleName(words)
        self.setCheckable(True)
        self.setAutoExclusive(True)  # one of several, also for a screen reader
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._measured: tuple[str, bool] | None = None
        self._size = QSize()
        theme().changed.connect(self._measure_again)

    def _measure_again(self) -> None:
        self._measured = None
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        # Layouts ask very often, and measuring words is dear.
        if self._measured != (self.text(), self.dot):
            self._size, self._measured = self._measure(), (self.text(), self.dot)
        return self._size

    def _measure(self) -> QSize:
        metrics = QFontMetrics(self._own_font(bold=True))
        dot = theme().px(12) if self.dot else 0
        width = metrics.horizontalAdvance(self.text()) + 2 * theme().px(10) + dot
        return QSize(max(width, theme().px(28)), theme().px(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self.isChecked():
            painter.setPen(QPen(theme().color("border"), 1))
            painter.setBrush(theme().color("surface"))
            painter.drawRoundedRect(rect, 5, 5)
        if self.hasFocus():
            painter.setPen(QPen(theme().color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        self._paint_words(painter)

    def _paint_words(self, painter: QPainter) -> None:
        colour = "text" if self.isChecked() or self.underMouse() else "muted"
        painter.setPen(theme().color(colour if self.isEnabled() else "disabled"))
        painter.setFont(self._own_font(bold=self.isChecked()))
        dot = theme().px(12) if self.dot else 0
        painter.drawText(self.rect().adjusted(0, 0, -dot, 0), Qt.AlignmentFlag.AlignCenter, self.text())
        if self.dot:
            radius = theme().px(5) / 2
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("edit"))
            painter.drawEllipse(QPointF(self.width() - theme().px(11), self.height() / 2), radius, radius)

    def _own_font(self, *, bold: bool) -> QFont:
        return theme().font(12, semibold=bold)
