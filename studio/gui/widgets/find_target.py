"""What a find bar looks into: any view that can give its text and show hits; here the one of Qt's text edits.

Above: the find bar. Below: Qt's documents. Knows not what the text is.
"""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from studio.gui.look.theme import theme
from studio.gui.widgets.find_text import Cover, Hit

HIT_PROPERTY = QTextFormat.Property.UserProperty.value + 77
"""Extra selections with this property are hits; who sets others leaves these where they are."""
_MOST_DRAWN = 400

TextEdit = QPlainTextEdit | QTextEdit


class Searched(Protocol):
    """A view that can be searched. Places are counted in UTF-16 units of its text."""

    def search_text(self) -> str: ...
    def search_covers(self) -> Sequence[Cover]: ...
    def search_start(self) -> int: ...
    def chosen_words(self) -> str: ...
    def show_hits(self, hits: Sequence[Hit], current: int) -> None: ...
    def go_to_hit(self, hit: Hit, *, chosen: bool) -> None: ...
    def can_replace(self) -> bool: ...
    def replace(self, changes: Sequence[tuple[int, int, str]]) -> None: ...
    def take_focus(self) -> None: ...


class EditTarget:
    """A text edit of Qt's as something to be searched; the hits in sight get a ground."""

    def __init__(self, edit: TextEdit) -> None:
        self._edit = edit
        self._hits: Sequence[Hit] = ()
        self._current = -1
        edit.verticalScrollBar().valueChanged.connect(lambda _value: self._draw())

    def search_text(self) -> str:
        """The text as it stands. (Qt's own plain text makes no-break spaces into blanks.)"""
        return self._edit.document().toRawText().replace("\u2029", "\n")

    def search_covers(self) -> Sequence[Cover]:
        """The places that stand for longer texts."""
        give = getattr(self._edit, "covers", None)
        return give() if give is not None else ()

    def search_start(self) -> int:
        """From where the first hit is looked for."""
        return self._edit.textCursor().selectionStart()

    def chosen_words(self) -> str:
        """What is selected, if it lies in one line."""
        chosen = self._edit.textCursor().selection().toRawText()
        return "" if "\u2029" in chosen or len(chosen) > 200 else chosen

    def show_hits(self, hits: Sequence[Hit], current: int) -> None:
        """Give these places a ground, the current one another."""
        self._hits, self._current = hits, current
        self._draw()

    def go_to_hit(self, hit: Hit, *, chosen: bool) -> None:
        """Put the caret at a hit and bring it into sight, or select it: while the bar is open its own ground shows it better."""
        cursor = self._cursor(*hit)
        self._edit.setTextCursor(cursor)
        self._edit.ensureCursorVisible()
        if not chosen:
            cursor.setPosition(cursor.selectionStart())
            self._edit.setTextCursor(cursor)
        self._draw()

    def can_replace(self) -> bool:
        """Whether the text can be changed here."""
        return not self._edit.isReadOnly()

    def replace(self, changes: Sequence[tuple[int, int, str]]) -> None:
        """Put other texts in the place of these (they stand in order), as one step that can be undone."""
        cursor = QTextCursor(self._edit.document())
        cursor.beginEditBlock()
        for start, end, words in reversed(changes):
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(words)
        cursor.endEditBlock()

    def take_focus(self) -> None:
        """The keyboard goes into the text."""
        self._edit.setFocus()

    def _cursor(self, start: int, end: int) -> QTextCursor:
        last = self._edit.document().characterCount() - 1
        made = QTextCursor(self._edit.document())
        made.setPosition(min(start, last))
        made.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        return made

    def _draw(self) -> None:
        others = [one for one in self._edit.extraSelections() if not is_hit(one)]
        drawn = [self._drawn(at) for at in self._in_sight()]
        if drawn or len(others) < len(self._edit.extraSelections()):
            self._edit.setExtraSelections([*others, *drawn])

    def _in_sight(self) -> list[int]:
        if not self._hits:
            return []
        port = self._edit.viewport().rect()
        first = self._edit.cursorForPosition(port.topLeft()).block().position()
        last = self._edit.cursorForPosition(QPoint(port.right(), port.bottom())).block()
        end = last.position() + last.length()
        found = [at for at, hit in enumerate(self._hits) if hit[1] >= first and hit[0] <= end]
        return found[:_MOST_DRAWN]

    def _drawn(self, at: int) -> QTextEdit.ExtraSelection:
        made = QTextEdit.ExtraSelection()
        look = QTextCharFormat()
        current = at == self._current
        look.setBackground(theme().color("accent" if current else "search_hit"))
        look.setForeground(theme().color("accent_text" if current else "text"))
        look.setProperty(HIT_PROPERTY, True)
        made.cursor, made.format = self._cursor(*self._hits[at]), look
        return made


def is_hit(one: QTextEdit.ExtraSelection) -> bool:
    """Whether an extra selection is one of a find bar."""
    return bool(one.format.hasProperty(HIT_PROPERTY))
