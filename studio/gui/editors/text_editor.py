"""A plain text editor that grows with its text: for messages, results and reasons.

Ctrl+Enter asks to commit, Esc leaves; both keep the draft, which is the editor's own. Knows no message.
"""

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from studio.gui.editors.plain_text import PlainText
from studio.gui.look.theme import theme
from studio.gui.widgets.find_bar import FindBar
from studio.gui.widgets.find_place import FindPlace


class TextEditor(PlainText):
    """`edited` gives the text at every change by the person or by undo, never for `set_text`."""

    edited = Signal(str)
    commit_requested = Signal()
    left = Signal()

    def __init__(self, name: str, parent: QWidget | None = None, *, placeholder: str = "", code: bool = False) -> None:
        super().__init__(parent)
        self._code, self._fit = code, (1, 12)
        self._silent = self._windows_lines = False
        self._source = self._baseline = ""
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder)
        self.setProperty("look", "field")
        self.setTabChangesFocus(True)
        self._height_timer = QTimer(self, singleShot=True, interval=0)
        self._height_timer.timeout.connect(self._fit_now)
        self.textChanged.connect(self._changed)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._height_timer.start())
        self.finding = FindPlace(self)
        self.finding.margin_changed.connect(self._fit_now)
        theme().changed.connect(self._restyle)
        self._restyle()

    @property
    def find_bar(self) -> FindBar:
        """The line that finds words here."""
        return self.finding.bar

    def text(self) -> str:
        """The text as it stands: the very text that was set if nothing was changed; its line ends are kept."""
        shown = self._shown()
        if shown == self._baseline:
            return self._source
        return shown.replace("\n", "\r\n") if self._windows_lines else shown

    def set_text(self, text: str) -> None:
        """Show another text without telling; the undo history begins anew."""
        if text == self.text():
            return
        self._silent = True
        self.show_text(text)
        self._silent = False
        self._source, self._baseline = text, self._shown()
        self._windows_lines = "\r\n" in text and text.count("\r\n") == text.count("\n")
        self._fit_now()

    def fit_height(self, least: int, most: int) -> None:
        """Grow with the text between so many lines."""
        self._fit = (least, most)
        self._fit_now()

    def set_problem(self, problem: bool) -> None:
        """Outline the field in the error colour, or not; the sentence stands beside it, not here."""
        self.setProperty("problem", problem)
        self.style().unpolish(self)
        self.style().polish(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter and Esc."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.commit_requested.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Only now the style's edges are known."""
        super().showEvent(event)
        self._height_timer.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps otherwise."""
        super().resizeEvent(event)
        self._height_timer.start()

    def sizeHint(self) -> QSize:
        """As high as the text, within the limits."""
        return QSize(240, self._needed_height())

    def minimumSizeHint(self) -> QSize:
        """Narrow as may be."""
        return QSize(80, self._needed_height())

    def _changed(self) -> None:
        if not self._silent:
            self.edited.emit(self.text())

    def _shown(self) -> str:
        """The text in the editor. (Qt's own plain text makes no-break spaces into blanks.)"""
        return self.document().toRawText().replace("\u2029", "\n")

    def _lines(self) -> int:
        lines, block = 0, self.document().firstBlock()
        while block.isValid() and lines <= self._fit[1]:
            lines += max(block.layout().lineCount(), 1)
            block = block.next()
        return min(max(lines, self._fit[0]), self._fit[1])

    def _line_height(self) -> float:
        """As lines are laid out: some fonts take a pixel more than they say."""
        layout = self.document().firstBlock().layout()
        laid_out = layout.lineAt(0).height() if layout.lineCount() else 0.0
        return max(laid_out, self.fontMetrics().lineSpacing())

    def _needed_height(self) -> int:
        edges = self.height() - self.viewport().height() if self.isVisible() else 6 + self.finding.height()
        inner = self._lines() * self._line_height() + 3 * self.document().documentMargin() + 1
        return max(round(inner + 0.5) + edges, theme().px(28))

    def _fit_now(self) -> None:
        height = self._needed_height()
        if height != self.height():
            self.setFixedHeight(height)
            self.updateGeometry()

    def _restyle(self) -> None:
        self.setFont(theme().code_font(12) if self._code else theme().font(13))
        self.document().setDocumentMargin(2)
        self._height_timer.start()
