"""What stands where nothing is yet: one sentence and one button. In a low place it gives up its air and its sign before its words.

Knows not what the button does.
"""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.focus_ring import FocusRing
from studio.gui.widgets.pane_header import IconSign

_AIR, _GAP, _TIGHT, _USUAL, _FINE = 24, 12, 4, 160, 4


class EmptyState(QWidget):
    """`pressed` is `button`; without words for it there is none. `airy`: in a column that scrolls, where there is always room."""

    pressed = Signal()

    def __init__(
        self, sentence: str, action: str = "", parent: QWidget | None = None, *, icon: str = "", airy: bool = False
    ) -> None:
        super().__init__(parent)
        self._airy = airy
        self._sentence = QLabel(sentence, self)
        self._sentence.setProperty("role", "muted")
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = Button(action, self)
        self._sign = IconSign(icon, "faint", self, size=24)
        self._has_sign = bool(icon)
        self._column = column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._sentence)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        self.button.clicked.connect(lambda _on=False: self.pressed.emit())
        self._ring = FocusRing(self)
        self._name(sentence, action)
        self._fit()
        theme().changed.connect(self._fit)

    def set(self, sentence: str, action: str = "", icon: str = "") -> None:
        """Change the sentence, the button's words and the icon."""
        self._sentence.setText(sentence)
        self.button.set_words(action)
        self._name(sentence, action)
        self._sign.set(icon, "faint")
        self._has_sign = bool(icon)
        self._fit()

    def _name(self, sentence: str, action: str) -> None:
        """Without a button the page itself takes the keyboard: else who goes there by key hears nothing, and stays elsewhere."""
        self.button.setVisible(bool(action))
        self.setAccessibleName(sentence)
        if action and self.hasFocus():
            self.button.setFocus()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if sentence and not action else Qt.FocusPolicy.NoFocus)

    def sentence(self) -> str:
        """The sentence."""
        return self._sentence.text()

    def minimumSizeHint(self) -> QSize:
        """Room for the words and the button, without air."""
        return QSize(super().minimumSizeHint().width(), self._needed(_TIGHT, _TIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the air there is."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        sign = self._sign.height() + _GAP if self._has_sign else 0
        is_low = not self._airy and self.height() < self._needed(_AIR, _GAP) + sign
        edge = _TIGHT if is_low else _AIR
        self._column.setContentsMargins(_AIR, edge, _AIR, edge)
        self._balance(self.width() - 2 * _AIR)
        self._column.setSpacing(_TIGHT if is_low else _GAP)
        self._sign.setVisible(self._has_sign and not is_low)
        self.updateGeometry()

    def _balance(self, width: int) -> None:
        """Break the sentence so that its lines are about as long as one another: no word stands alone on the last."""
        words = self._sentence
        words.setContentsMargins(0, 0, 0, 0)
        high, low, most = words.heightForWidth(width), width // 2, width
        while most - low > _FINE:
            tried = (low + most) // 2
            low, most = (low, tried) if words.heightForWidth(tried) <= high else (tried, most)
        aside = max(0, (width - most) // 2)
        words.setContentsMargins(aside, 0, aside, 0)

    def _needed(self, edge: int, gap: int) -> int:
        # Before it has a place it is very narrow, and its words very high.
        aside = 2 * self._sentence.contentsMargins().left()
        words = self._sentence.heightForWidth(max(self.width() - 2 * _AIR, theme().px(_USUAL)) + aside)
        button = 0 if self.button.isHidden() else self.button.sizeHint().height() + gap
        return words + button + 2 * edge
