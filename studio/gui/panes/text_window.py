"""Text for reading, however long: up to 256 KB in an editor, a longer one in a view that draws what is in sight.

Above: the HTTP and the Stream events dock, results, dialogs. Below: the JSON editor, the long view. Knows not what the text is.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QStackedWidget, QTextEdit, QVBoxLayout, QWidget

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.editors.long_view import LongView
from studio.gui.look.theme import theme
from studio.gui.widgets.find_bar import FindBar
from studio.gui.widgets.find_place import FindPlace

LONGEST = 256_000
_LINE = 2_000
"""Characters after which a line without an end is broken: very long lines cost a frame for every key."""
_MOST_HEADS = 500
"""Headings that are coloured, of a reply with very many calls the first ones."""


class TextWindow(QWidget):
    """`json` shows JSON laid out. Ctrl+F finds in what is shown."""

    def __init__(self, parent: QWidget | None = None, *, json: bool = False) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._text, self._is_json = "", json
        self.editor: QPlainTextEdit = JsonEditor("", self) if json else QPlainTextEdit(self)
        self.editor.setReadOnly(True)
        self.editor.setFrameShape(QFrame.Shape.NoFrame)
        self.editor.setProperty("look", "pane")
        self._finding = self.editor.finding if isinstance(self.editor, JsonEditor) else FindPlace(self.editor)
        self.long: LongView | None = None
        """Made for the first text that is too long for the editor."""
        self._heads: tuple[int, ...] = ()
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.editor)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        theme().changed.connect(self._restyle)
        self._restyle()

    def text(self) -> str:
        """The whole text."""
        return self._text

    @property
    def find_bar(self) -> FindBar:
        """The line that finds words in what is shown."""
        return self.long.find_bar if self.long is not None and self._is_long else self._finding.bar

    def set_name(self, name: str) -> None:
        """What the text is, for those who hear it."""
        self.editor.setAccessibleName(name)
        if self.long is not None:
            self.long.setAccessibleName(name)

    def set_text(self, text: str) -> None:
        """Show another text from its beginning; the same text stays where it is, and one that has only grown goes on."""
        former, self._text = self._text, text
        if text == former:
            return
        grown = (
            bool(former) and not self._is_json and text.startswith(former) and self._is_long == (len(former) > LONGEST)
        )
        self._stack.setCurrentWidget(self._long_view() if self._is_long else self.editor)
        if self._is_long:
            self._show_long(text, len(former) if grown else 0)
        elif grown:
            self._append(text[len(former) :])
        elif isinstance(self.editor, JsonEditor):
            self.editor.set_text(text)
        else:
            self.editor.setPlainText(_broken(text))

    def set_heads(self, lines: tuple[int, ...]) -> None:
        """The lines that are headings; they stand back in colour."""
        self._heads = lines
        found = []
        for line in lines[:_MOST_HEADS] if not self._is_long else ():
            one = QTextEdit.ExtraSelection()
            one.format.setForeground(theme().color("muted"))
            one.format.setFontWeight(QFont.Weight.DemiBold)
            one.cursor = QTextCursor(self.editor.document().findBlockByNumber(line))
            one.cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            found.append(one)
        if not self._is_json:
            self.editor.setExtraSelections(found)

    @property
    def _is_long(self) -> bool:
        return len(self._text) > LONGEST

    def _long_view(self) -> LongView:
        if self.long is None:
            self.long = LongView(self.editor.accessibleName(), self, language="json" if self._is_json else "text")
            self.setTabOrder(self.editor, self.long)
            self._stack.addWidget(self.long)
        return self.long

    def _show_long(self, text: str, known: int) -> None:
        if known:
            self._long_view().add_text(text[known:])
        else:
            self._long_view().set_text(text)

    def _restyle(self) -> None:
        if not self._is_json:
            self.editor.setFont(theme().editor_font())
            self.editor.document().setDocumentMargin(8)
        self.set_heads(self._heads)

    def _append(self, more: str) -> None:
        """Lay out only what is new; who reads at the end stays there."""
        bar = self.editor.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 4
        cursor = QTextCursor(self.editor.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(_broken(more))
        if follows:
            bar.setValue(bar.maximum())


def _broken(text: str) -> str:
    """The text without lines so long that an editor suffers."""
    lines = text.split("\n")
    if all(len(line) <= _LINE for line in lines):
        return text
    return "\n".join("\n".join(_pieces(line)) if len(line) > _LINE else line for line in lines)


def _pieces(line: str) -> list[str]:
    return [line[at : at + _LINE] for at in range(0, len(line), _LINE)]
