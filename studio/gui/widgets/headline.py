"""A headline and what belongs to it, in one running text that goes on in a next line where it does not fit: no word is cut.

Above: the banner. Below: Qt's label, the theme. Knows not what it says.
"""

from html import escape

from PySide6.QtCore import QMargins, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from studio.gui.look.theme import theme
from studio.gui.words import tip

LONGEST = 600
"""So many letters are shown; the tooltip has the rest."""


class Headline(QLabel):
    """The first part is semibold. `width_in_one_line` is what it takes without a break."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bold, self._more, self._colour = "", "", "text"
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setIndent(0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        theme().changed.connect(self._restyle)

    def set_words(self, bold: str, more: str = "", colour: str = "text") -> None:
        """Say something else, in a token of the theme."""
        self._bold, self._more, self._colour = bold, more, colour
        self.setAccessibleName(self.plain())
        self._restyle()

    def plain(self) -> str:
        """All words, as they stand in one line."""
        return f"{self._bold} — {self._more}" if self._more else self._bold

    def width_in_one_line(self) -> int:
        """The width at which nothing wraps."""
        bold = QFontMetrics(theme().font(13, semibold=True)).horizontalAdvance(self._bold)
        rest = self.plain()[len(self._bold) :][:LONGEST]
        return bold + QFontMetrics(theme().font(13)).horizontalAdvance(rest) + 4

    def minimumSizeHint(self) -> QSize:
        """One line of some words: the height follows from the width."""
        return QSize(theme().px(60), self.fontMetrics().height())

    def height_at(self, width: int) -> int:
        """The height of all lines at a width."""
        lines = super().heightForWidth(max(width, 1))
        return max(lines, self.fontMetrics().height())

    def _restyle(self) -> None:
        more = self._more if len(self._more) <= LONGEST else f"{self._more[:LONGEST]}…"
        rest = escape(f" — {more}").replace("\n", " ") if more else ""
        ink = theme().name_of(self._colour)
        self.setContentsMargins(QMargins())
        self.setText(
            f'<span style="color:{ink}; font-weight:600">{escape(self._bold)}</span><span style="color:{ink}">{rest}</span>'
        )
        self.setToolTip(tip(self._more) if more != self._more else "")
