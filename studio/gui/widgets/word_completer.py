"""Offers for the word that is typed in a line of input: a list below it, taken by Enter or a click; Down or Alt+/ shows it, Esc closes it.

Above: filter fields. Below: the theme. Knows nothing of what the words mean: `offers` gives for a half typed word what it may become.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit

from studio.gui.look.theme import theme

_ENDS = " \t"
_MOST_SHOWN = 12
_SHEET = """
QListView#word_offers {{ background: {surface}; color: {text}; border: 1px solid {strong}; }}
QListView#word_offers::item {{ padding: {gap}px {side}px; }}
QListView#word_offers::item:selected {{ background: {sel}; color: {text}; }}
"""


class WordCompleter(QObject):
    """`begins` says whether the list opens by itself over a word."""

    def __init__(self, field: QLineEdit, offers: Callable[[str], Sequence[str]], begins: Callable[[str], bool]) -> None:
        super().__init__(field)
        self._field, self._offers, self._begins = field, offers, begins
        self._words = QStringListModel(self)
        self.list = QCompleter(self._words, self)
        self.list.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.list.setMaxVisibleItems(_MOST_SHOWN)
        self.list.setWidget(field)
        self.list.activated.connect(self.take)
        field.textEdited.connect(lambda _text: self._typed())
        field.installEventFilter(self)

    @property
    def offered(self) -> list[str]:
        """What is offered now."""
        return self._words.stringList()

    def word(self) -> tuple[int, str]:
        """Where the word before the caret begins, and what is typed of it."""
        before = self._field.text()[: self._field.cursorPosition()]
        start = max(before.rfind(end) for end in _ENDS) + 1
        return start, before[start:]

    def open(self) -> bool:
        """Show what the word may become; False when there is nothing to offer."""
        _, word = self.word()
        found = [each for each in self._offers(word) if each != word]
        self._words.setStringList(found)
        if not found:
            self.close()
            return False
        self._style()
        self.list.complete()
        return True

    def _style(self) -> None:
        """The list is a window of its own: it is styled when it is shown."""
        shown = self.list.popup()
        if shown is None:
            return
        now = theme()
        names = {name: now.name_of(name) for name in ("surface", "text", "strong", "sel")}
        shown.setObjectName("word_offers")
        shown.setAccessibleName(self._field.accessibleName())
        shown.setFont(now.font(13))
        shown.setStyleSheet(_SHEET.format(gap=now.px(3), side=now.px(10), **names))

    def close(self) -> None:
        """Offer nothing."""
        shown = self.list.popup()
        if shown is not None:
            shown.hide()

    def take(self, word: str) -> None:
        """Put a word in the place of the typed one. One that still wants a value goes on to that."""
        start, typed = self.word()
        text, end = self._field.text(), start + len(typed)
        ends = "" if word.endswith(":") or (text[end : end + 1] in _ENDS and text[end:]) else " "
        self._field.setText(f"{text[:start]}{word}{ends}{text[end:]}")
        self._field.setCursorPosition(start + len(word) + len(ends))
        if word.endswith(":"):
            self.open()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down and Alt+/ show the offers."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and _asks(event):
            return self.open()
        return super().eventFilter(watched, event)

    def _typed(self) -> None:
        if self._begins(self.word()[1]):
            self.open()
        else:
            self.close()


def _asks(event: QKeyEvent) -> bool:
    alone = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
    slash = event.key() == Qt.Key.Key_Slash and event.modifiers() == Qt.KeyboardModifier.AltModifier
    return slash or (alone and event.key() == Qt.Key.Key_Down)
