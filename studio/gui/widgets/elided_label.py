"""One line of words that is cut with … where it does not fit, and then shows itself whole in the tooltip.

Knows colours and sizes of the theme, nothing of what it says.
"""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.gui.look.theme import theme
from studio.gui.words import tip


class ElidedLabel(QWidget):
    """A line of text in a colour of the theme, `size` pixels at 100 %, cut at the right end."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        colour: str = "text",
        size: int = 13,
        semibold: bool = False,
        code: bool = False,
        least: int = 0,
        whole: bool = False,
    ) -> None:
        """`least` is a width at 100 % that the label keeps where the text needs it, before others are cut.

        With `whole` a text that does not fit is not drawn at all; the tooltip has it.
        """
        super().__init__(parent)
        self._text, self._colour = text, colour
        self._size, self._semibold, self._code, self._least = size, semibold, code, least
        self._whole = whole
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        theme().changed.connect(self._restyle)

    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text; line breaks are shown as spaces."""
        if text == self._text:
            return
        self._text = text
        self.setAccessibleName(text)
        self._restyle()

    def set_colour(self, colour: str) -> None:
        """Show the text in another token of the theme."""
        self._colour = colour
        self.update()

    def is_elided(self) -> bool:
        """Whether the text is cut at the present width."""
        return self._natural_width() > self.width()

    def sizeHint(self) -> QSize:
        """Wide enough for the whole text."""
        return QSize(self._natural_width(), self._metrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Wide enough for a few letters, or for what it keeps."""
        few = max(self._metrics().horizontalAdvance("mmm…"), theme().px(self._least) if self._least else 0)
        return QSize(min(few, self._natural_width()), self._metrics().height() + 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line, cut where it must be."""
        if self.is_elided() and (self._whole or self.width() < self._metrics().horizontalAdvance("m…")):
            return
        painter = QPainter(self)
        painter.setFont(self._own_font())
        painter.setPen(theme().color(self._colour if self.isEnabled() else "disabled"))
        shown = self._metrics().elidedText(self._line(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the tooltip true: it is there only while the text is cut."""
        super().resizeEvent(event)
        self.setToolTip(tip(self._text) if self.is_elided() else "")

    def changeEvent(self, event: QEvent) -> None:
        """Draw anew when switched off or on."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self.update()

    def _line(self) -> str:
        return self._text.replace("\n", " ")

    def _own_font(self) -> QFont:
        if self._code:
            return theme().code_font(self._size, semibold=self._semibold)
        return theme().font(self._size, semibold=self._semibold)

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self._own_font())

    def _natural_width(self) -> int:
        return self._metrics().horizontalAdvance(self._line()) + 1 if self._text else 0

    def _restyle(self) -> None:
        self.updateGeometry()
        self.setToolTip(tip(self._text) if self.is_elided() else "")
        self.update()
