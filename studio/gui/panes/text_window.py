"""Text for reading, however long: up to 256 KB at once, of longer ones a window that moves on with two buttons.

Above: the HTTP and the Stream events dock. Below: the JSON editor. Knows not what the text is.
"""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.words import fill, number

LONGEST = 256_000
_LINE = 2_000
"""Characters after which a line without an end is broken: very long lines cost a frame for every key."""


class TextWindow(QWidget):
    """`json` shows JSON laid out, as long as it is not too long for that."""

    def __init__(self, parent: QWidget | None = None, *, json: bool = False) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._text, self._at, self._is_json = "", 0, json
        self.editor: QPlainTextEdit = JsonEditor("", self) if json else QPlainTextEdit(self)
        self.editor.setReadOnly(True)
        self.editor.setFrameShape(QFrame.Shape.NoFrame)
        self.editor.setProperty("look", "pane")
        self._heads: tuple[int, ...] = ()
        self._bar = QWidget(self)
        self._place = ElidedLabel("", self._bar, colour="muted", size=12)
        self._before, self._after = Button("", self._bar, look="link"), Button("", self._bar, look="link")
        self._before.clicked.connect(lambda: self._go(self._at - LONGEST))
        self._after.clicked.connect(lambda: self._go(self._at + LONGEST))
        self._lay_out()
        self._reword()
        theme().changed.connect(self._restyle)
        self._restyle()

    def text(self) -> str:
        """The whole text, not only the window."""
        return self._text

    def set_name(self, name: str) -> None:
        """What the text is, for those who hear it."""
        self.editor.setAccessibleName(name)

    def set_text(self, text: str) -> None:
        """Show another text from its beginning; the same text stays where it is, and one that has only grown goes on."""
        former, self._text = self._text, text
        if text == former:
            return
        if former and not self._is_json and len(text) <= LONGEST and text.startswith(former):
            self._append(text[len(former) :])
        else:
            self._go(0)

    def set_heads(self, lines: tuple[int, ...]) -> None:
        """The lines that are headings; they stand back in colour."""
        self._heads = lines
        found = []
        for line in lines if len(self._text) <= LONGEST else ():
            one = QTextEdit.ExtraSelection()
            one.format.setForeground(theme().color("muted"))
            one.format.setFontWeight(QFont.Weight.DemiBold)
            one.cursor = QTextCursor(self.editor.document().findBlockByNumber(line))
            one.cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            found.append(one)
        if not self._is_json:
            self.editor.setExtraSelections(found)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(12, 2, 8, 2)
        for widget, stretch in ((self._place, 1), (self._before, 0), (self._after, 0)):
            row.addWidget(widget, stretch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.editor, 1)
        column.addWidget(self._bar)

    def _restyle(self) -> None:
        if not self._is_json:
            self.editor.setFont(theme().editor_font())
            self.editor.document().setDocumentMargin(8)
        self.set_heads(self._heads)

    def _reword(self) -> None:
        self._before.set_words(self.tr("Previous part"))
        self._after.set_words(self.tr("Next part"))
        self._show_place()

    def _go(self, at: int) -> None:
        self._at = max(0, min(at, len(self._text)))
        if isinstance(self.editor, JsonEditor) and len(self._text) <= LONGEST:
            self.editor.set_text(self._text)
        else:
            self.editor.setPlainText(_broken(self._text[self._at : self._at + LONGEST]))
        self._show_place()

    def _append(self, more: str) -> None:
        """Lay out only what is new; who reads at the end stays there."""
        bar = self.editor.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 4
        cursor = QTextCursor(self.editor.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(_broken(more))
        if follows:
            bar.setValue(bar.maximum())

    def _show_place(self) -> None:
        end, whole = min(self._at + LONGEST, len(self._text)), len(self._text)
        self._bar.setVisible(whole > LONGEST)
        said = self.tr("Characters {start} to {end} of {whole}")
        self._place.set_text(fill(said, start=number(self._at + 1), end=number(end), whole=number(whole)))
        self._before.setEnabled(self._at > 0)
        self._after.setEnabled(end < whole)


def _broken(text: str) -> str:
    """The text without lines so long that an editor suffers."""
    lines = text.split("\n")
    if all(len(line) <= _LINE for line in lines):
        return text
    return "\n".join("\n".join(_pieces(line)) if len(line) > _LINE else line for line in lines)


def _pieces(line: str) -> list[str]:
    return [line[at : at + _LINE] for at in range(0, len(line), _LINE)]
