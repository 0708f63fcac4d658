"""The line below the problems that says how many rules are off, with the way to them. Not there while none is.

Above: `problems_pane`. Below: Qt. Knows no rule.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button


class RulesOffLine(QWidget):
    """`show` is the link."""

    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._off: tuple[str, ...] = ()
        self._words, self.link = QLabel(self), Button("", self, look="link")
        self._words.setProperty("role", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 12, 2)
        row.setSpacing(theme().px(8))
        row.addWidget(self._words)
        row.addWidget(self.link)
        row.addStretch(1)
        self.link.clicked.connect(lambda _on=False: self.wanted.emit())
        self._reword()
        self.hide()

    @property
    def text(self) -> str:
        """What the line says."""
        return self._words.text()

    def tell(self, off: Sequence[str]) -> None:
        """These rules are off."""
        if tuple(off) != self._off:
            self._off = tuple(off)
            self._reword()
            self.setVisible(bool(off))

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()

    def _reword(self) -> None:
        self._words.setText(self.tr("%n rule(s) are off", "", len(self._off)))
        self._words.setToolTip("\n".join(self._off))
        self.link.set_words(self.tr("Show"))
        self.link.setAccessibleName(self.tr("Show the rules that are off"))
