"""A bar above the panes that says in one sentence why things stand still, and offers up to three ways on.

Yellow for a stop, red for an error, blue for a hint; it knows not what its buttons do. Words wrap, and no button loses its own.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from PySide6.QtCore import QEvent, QRectF, QSize, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button, Look
from studio.gui.widgets.focus_ring import draw_ring
from studio.gui.widgets.headline import Headline
from studio.gui.widgets.pane_header import IconSign

Kind = Literal["paused", "error", "warn", "info"]
_COLOURS: dict[str, tuple[str, str, str]] = {
    "paused": ("paused_ground", "paused_line", "paused_text"),
    "error": ("soft_err", "error", "error"),
    "warn": ("soft_warn", "warn", "warn"),
    "info": ("inset", "strong", "text"),
}
MOST_BUTTONS = 3
_GAP, _LEFT, _RIGHT = 8, 16, 12
_SLACK = 0.62
"""The share of its width in one line that a text needs in two lines, whose first one seldom ends at the edge."""


class BannerButton(msgspec.Struct, frozen=True):
    """One way on: `key` comes back in `pressed`; `letter` presses it while the bar has the focus."""

    key: str
    words: str
    look: Look = "plain"
    letter: str = ""


class Banner(QWidget):
    """`pressed` gives the key of the button."""

    pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: Kind = "paused"
        self._buttons: list[tuple[BannerButton, Button]] = []
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._icon = IconSign("paused", "paused_text", self)
        self._words = Headline(self)
        row = QHBoxLayout()
        row.setSpacing(_GAP)
        row.addWidget(self._icon)
        row.addSpacing(4)
        row.addWidget(self._words, 1)
        self._row, self._below = row, QVBoxLayout()
        self._below.setSpacing(_GAP)
        self._rows: list[QHBoxLayout] = []
        self._lines: list[list[Button]] = []
        """The buttons in lines of their own; none while they stand beside the words."""
        self._column = QVBoxLayout(self)
        self._column.addLayout(row, 1)
        self._column.addLayout(self._below)
        self._restyle()
        theme().changed.connect(self._restyle)

    def show_stop(
        self,
        bold: str,
        text: str = "",
        buttons: Sequence[BannerButton] = (),
        *,
        kind: Kind = "paused",
        icon: str = "paused",
    ) -> None:
        """Say what happened and offer at most three buttons, the likeliest last."""
        self._kind = kind
        ink = _COLOURS[kind][2]
        self._icon.set(icon, ink)
        self._words.set_words(bold, text, ink if kind == "paused" else "text")
        self.setAccessibleName(f"{bold} — {text}" if text else bold)
        self._set_buttons(buttons)
        self._restyle()

    def words(self) -> str:
        """What the bar says, for those who do not see it."""
        return self.accessibleName()

    def buttons(self) -> list[Button]:
        """The buttons from left to right."""
        return [button for _, button in self._buttons]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A button's letter presses it."""
        for given, button in self._buttons:
            if given.letter and event.text().lower() == given.letter.lower() and button.isEnabled():
                button.click()
                return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground, the line below, and the ring while the keyboard is on the bar itself."""
        ground, line, _ = _COLOURS[self._kind]
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color(ground))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color(line))
        if self.hasFocus():
            draw_ring(painter, QRectF(self.rect()))

    def minimumSizeHint(self) -> QSize:
        """As narrow as the widest button in a line of its own allows."""
        width = max((button.sizeHint().width() for button in self.buttons()), default=0) + 28
        return QSize(max(width, theme().px(200)), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons into lines of their own where they and the words do not fit beside each other."""
        super().resizeEvent(event)
        self._place_buttons()

    def changeEvent(self, event: QEvent) -> None:
        """Keep the height when the font changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._restyle()

    def _set_buttons(self, buttons: Sequence[BannerButton]) -> None:
        self._arrange([])
        for _, old in self._buttons:
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = []
        for given in buttons[:MOST_BUTTONS]:
            button = Button(given.words, self, look=given.look)
            button.clicked.connect(lambda _on=False, key=given.key: self.pressed.emit(key))
            self._buttons.append((given, button))
        self._arrange([])

    def _place_buttons(self) -> None:
        """Beside the words where those fit into two lines then; else in lines of their own."""
        width = self.contentsRect().width() - _LEFT - _RIGHT
        words = width - self._icon.width() - 2 * _GAP - 4
        beside = words - sum(button.sizeHint().width() + _GAP for button in self.buttons())
        whole = self._words.width_in_one_line()
        fits = beside >= min(whole, max(whole * _SLACK, theme().px(240)))
        lines = self._in_lines(width) if self._buttons and not fits else []
        if lines != self._lines:
            self._arrange(lines)
        self._take_height(words if lines else beside, lines)

    def _in_lines(self, width: int) -> list[list[Button]]:
        """As many in a line as fit, the likeliest always in the last."""
        lines: list[list[Button]] = []
        left = 0
        for button in reversed(self.buttons()):
            if not lines or button.sizeHint().width() > left:
                lines.insert(0, [])
                left = width
            lines[0].insert(0, button)
            left -= button.sizeHint().width() + _GAP
        return lines

    def _arrange(self, lines: list[list[Button]]) -> None:
        """Beside the words, or in these lines below them."""
        for row, line in zip(self._rows, self._lines, strict=True):
            for button in line:  # before the row ends: its items must not outlive their buttons
                row.removeWidget(button)
            self._below.removeItem(row)
            row.deleteLater()
        self._lines, self._rows = lines, []
        for line in lines:
            row = QHBoxLayout()
            row.setSpacing(_GAP)
            row.addStretch(1)
            for button in line:
                self._row.removeWidget(button)
                row.addWidget(button)
            self._below.addLayout(row)
            self._rows.append(row)
        for button in () if lines else self.buttons():
            self._row.addWidget(button)

    def _restyle(self) -> None:
        self._place_buttons()
        self.update()

    def _take_height(self, room: int, lines: list[list[Button]]) -> None:
        edge, gap = (10 if len(lines) == 1 else 6, _GAP) if lines else (0, 0)
        self._column.setContentsMargins(_LEFT, edge, _RIGHT, edge)
        self._column.setSpacing(gap)
        words = max(self._icon.height(), self._words.height_at(room))
        below = words + len(lines) * (theme().px(28) + _GAP) + 2 * edge
        beside = max(theme().px(42), theme().px(28) + 12, words + 12)
        self.setFixedHeight(below if lines else beside)
