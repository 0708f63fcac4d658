"""The path of the value at the caret, step by step, with *Copy path* and *Watch this*.

Above: panes with a JSON editor. Below: the JSON editor, `present/json_path`. A long text has no path: reading it at every key is dear.
"""

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.gui.editors.caret_place import LONGEST_READ
from studio.gui.editors.json_editor import JsonEditor
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.elided_label import ElidedLabel
from studio.present.json_path import expression_of, steps_of

_AFTER_MS = 120
_BETWEEN = " › "


class PathBar(QWidget):
    """Follows the caret of one editor, a moment later."""

    def __init__(self, editor: JsonEditor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor, self._pointer = editor, ""
        self.said = ElidedLabel("", self, colour="muted", size=11, code=True)
        self.copy, self.watch = IconButton("copy", "", self), IconButton("eye", "", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 8, 2)
        row.setSpacing(4)
        row.addWidget(self.said, 1)
        row.addWidget(self.copy)
        row.addWidget(self.watch)
        self._later = QTimer(self, singleShot=True, interval=_AFTER_MS)
        self._later.timeout.connect(self.look)
        editor.cursorPositionChanged.connect(self._later.start)
        editor.document().contentsChanged.connect(self._later.start)
        self.copy.clicked.connect(editor.commands.copy_path)
        self.watch.clicked.connect(editor.commands.watch)
        theme().changed.connect(self._fit)
        self._reword()

    def look(self) -> None:
        """Say where the caret is now."""
        short = len(self._editor.shown()) <= LONGEST_READ
        self._pointer = self._editor.pointer() if short and self.isVisible() else ""
        self.watch.setVisible(self._editor.commands.root is not None)
        self.copy.setEnabled(bool(self._pointer))
        self.watch.setEnabled(bool(self._pointer))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The outer steps give way first."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line above."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("raised"))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _reword(self) -> None:
        self.copy.set_words(self.tr("Copy path (Alt+Shift+C)"))
        self.watch.set_words(self.tr("Watch this"))
        self._fit()

    def _fit(self) -> None:
        steps = [words for words, _ in steps_of(self._pointer)]
        metrics, room = QFontMetrics(theme().code_font(11)), self.said.width()
        cut = 0
        while cut + 1 < len(steps) and metrics.horizontalAdvance(self._line(steps, cut)) > room:
            cut += 1
        self.said.set_text(self._line(steps, cut))
        whole = expression_of(self._pointer) if self._pointer else ""
        self.said.setToolTip(whole)
        self.said.setAccessibleName(whole)

    def _line(self, steps: list[str], cut: int) -> str:
        return _BETWEEN.join((["…"] if cut else []) + steps[cut:]) if steps else self.tr("The whole text")
