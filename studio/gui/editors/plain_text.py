"""An editor of plain text that no text holds up: one endless word, and a paste or a drop that no prompt can be.

Above: `text_editor`, the page of a new session. Below: Qt's own editor.
"""

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QToolTip

from studio.gui.words import fill

MOST_PASTED = 1_000_000
"""Characters that are taken at once: as many are laid out in a second or two, and twice as many in more than twice the time."""
_LONG_WORD = 10_000
"""Characters without a blank from which lines end anywhere: Qt looks for a place between words in time that grows with their square."""


class PlainText(QPlainTextEdit):
    """`show_text` sets another text; whoever sets one otherwise tells `fit_wrap` before."""

    def show_text(self, text: str) -> None:
        """Show another text."""
        self.fit_wrap(text, anew=True)
        self.setPlainText(text)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """What is pasted may be one endless word; what is too long is not taken, and that is said."""
        text = source.text()
        if len(text) > MOST_PASTED:
            self._refuse(len(text))
            return
        self.fit_wrap(text)
        super().insertFromMimeData(source)

    def fit_wrap(self, text: str, *, anew: bool = False) -> None:
        """Let lines end anywhere where a text needs that; back between words when it is all that stands here."""
        mode = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
        if len(text) > _LONG_WORD and max(map(len, text.split()), default=0) > _LONG_WORD:
            mode = QTextOption.WrapMode.WrapAnywhere
        elif not anew:
            return
        if mode != self.wordWrapMode():
            if anew:
                self.clear()  # or it would be laid out once more
            self.setWordWrapMode(mode)

    def _refuse(self, size: int) -> None:
        words = self.tr("{n} million characters are too many to be pasted here. Attach them as a file.")
        said = fill(words, n=f"{size / 1e6:.1f}")
        QToolTip.showText(self.mapToGlobal(self.rect().topLeft()), said, self)
