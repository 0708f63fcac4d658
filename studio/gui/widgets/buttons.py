"""Buttons in four looks: main, plain, quiet and link, and buttons that are only an icon.

Icons take their colour from the theme and change with it. Above them stand all panes; they know no action.
"""

from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton, QWidget

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme

Look = Literal["main", "plain", "quiet", "link"]
SMALLEST_TARGET = 24


class Button(QPushButton):
    """A button with words and perhaps an icon; its words are its accessible name."""

    def __init__(
        self,
        words: str,
        parent: QWidget | None = None,
        *,
        look: Look = "plain",
        icon_name: str = "",
        colour: str = "",
    ) -> None:
        super().__init__(words, parent)
        self._icon_name, self._colour = icon_name, colour
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_look(look)
        theme().changed.connect(self._restyle)

    def set_look(self, look: Look) -> None:
        """Change the look; one main button a place at most."""
        self.setProperty("look", look)
        self.style().unpolish(self)
        self.style().polish(self)
        self._restyle()

    def set_words(self, words: str) -> None:
        """Change the words and the accessible name with them."""
        self.setText(words)
        self.setAccessibleName(words)

    def set_icon_name(self, icon_name: str, colour: str = "") -> None:
        """Change the icon; empty takes it away."""
        self._icon_name, self._colour = icon_name, colour
        self._restyle()

    def sizeHint(self) -> QSize:
        """As wide as its words and never wider than its focus ring allows."""
        hint = super().sizeHint()
        least = theme().px(SMALLEST_TARGET)
        return QSize(max(hint.width() + 2, least), max(hint.height(), least))

    def _restyle(self) -> None:
        size = theme().px(16)
        self.setIconSize(QSize(size, size))
        if self._icon_name:
            self.setIcon(icon(self._icon_name, self._colour or self._own_colour(), size))

    def _own_colour(self) -> str:
        return {"main": "accent_text", "link": "accent"}.get(str(self.property("look")), "text")


class IconButton(QToolButton):
    """A button that is only an icon; `words` are its tooltip and accessible name. At least 24 × 24."""

    def __init__(self, icon_name: str, words: str, parent: QWidget | None = None, *, colour: str = "muted") -> None:
        super().__init__(parent)
        self._icon_name, self._colour = icon_name, colour
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAutoRaise(True)
        self.set_words(words)
        self._restyle()
        theme().changed.connect(self._restyle)

    def set_words(self, words: str) -> None:
        """Change tooltip and accessible name."""
        self.setToolTip(words)
        self.setAccessibleName(words)

    def set_icon_name(self, icon_name: str, colour: str = "") -> None:
        """Change the icon and, if given, its colour."""
        self._icon_name, self._colour = icon_name, colour or self._colour
        self._restyle()

    def _restyle(self) -> None:
        size = theme().px(16)
        self.setIconSize(QSize(size, size))
        self.setIcon(icon(self._icon_name, self._colour, size))
        side = max(theme().px(SMALLEST_TARGET), SMALLEST_TARGET, size + 8)
        self.setFixedSize(side, side)
