"""A bar above the panes that says in one sentence why things stand still, and offers up to three ways on.

Yellow for a stop, red for an error, blue for a hint; it knows not what its buttons do.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button, Look
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.pane_header import IconSign

Kind = Literal["paused", "error", "warn", "info"]
_COLOURS: dict[str, tuple[str, str, str]] = {
    "paused": ("paused_ground", "paused_line", "paused_text"),
    "error": ("soft_err", "error", "error"),
    "warn": ("soft_warn", "warn", "warn"),
    "info": ("inset", "strong", "text"),
}
MOST_BUTTONS = 3


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
        self._bold = ElidedLabel("", self, semibold=True, least=240)
        self._text = ElidedLabel("", self)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._icon)
        row.addSpacing(4)
        row.addWidget(self._bold)
        row.addWidget(self._text, 1)
        self._row, self._below, self._is_below = row, QHBoxLayout(), False
        self._below.setSpacing(8)
        self._below.addStretch(1)
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
        self._bold.set_text(bold)
        self._text.set_text(f"— {text}" if text else "")
        for label in (self._bold, self._text):
            label.set_colour(ink if kind == "paused" else "text")
        self.setAccessibleName(f"{bold}. {text}" if text else bold)
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
        """Draw the ground and the line below."""
        ground, line, _ = _COLOURS[self._kind]
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color(ground))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color(line))

    def minimumSizeHint(self) -> QSize:
        """As narrow as the buttons in a row of their own allow."""
        width = sum(button.sizeHint().width() + 8 for button in self.buttons()) + 28
        return QSize(max(width, theme().px(200)), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons into a row of their own where they and the words do not fit beside each other."""
        super().resizeEvent(event)
        self._place_buttons()

    def changeEvent(self, event: QEvent) -> None:
        """Keep the height when the font changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._restyle()

    def _set_buttons(self, buttons: Sequence[BannerButton]) -> None:
        for _, old in self._buttons:
            (self._below if self._is_below else self._row).removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = []
        for given in buttons[:MOST_BUTTONS]:
            button = Button(given.words, self, look=given.look)
            button.clicked.connect(lambda _on=False, key=given.key: self.pressed.emit(key))
            (self._below if self._is_below else self._row).addWidget(button)
            self._buttons.append((given, button))

    def _place_buttons(self) -> None:
        gap = self._row.spacing()
        buttons = sum(button.sizeHint().width() + gap for button in self.buttons())
        words = (
            self._icon.sizeHint().width() + 4 + sum(each.sizeHint().width() + gap for each in (self._bold, self._text))
        )
        edges = self.contentsRect().width() - 16 - 12 - 2 * gap
        below = bool(self._buttons) and edges < words + buttons
        if below != self._is_below:
            old, new = (self._row, self._below) if below else (self._below, self._row)
            self._is_below = below
            for button in self.buttons():
                old.removeWidget(button)
                new.addWidget(button)
        self._take_height()

    def _restyle(self) -> None:
        self._place_buttons()
        self.update()

    def _take_height(self) -> None:
        edge, gap = (10, 8) if self._is_below else (0, 0)
        self._column.setContentsMargins(16, edge, 12, edge)
        self._column.setSpacing(gap)
        words = max(each.sizeHint().height() for each in (self._icon, self._bold, self._text))
        below = words + gap + theme().px(28) + 2 * edge
        self.setFixedHeight(below if self._is_below else max(theme().px(42), theme().px(28) + 12))
