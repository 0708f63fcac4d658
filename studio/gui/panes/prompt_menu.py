"""The button of saved prompts: insert one into the message, save what is written, remove one.

Above: the composer. Below: the saved prompts, which are handed in. Knows no session and no file.
"""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QEvent, QPoint, Signal
from PySide6.QtWidgets import QMenu, QWidget

from studio.gui.widgets.buttons import IconButton
from studio.gui.words import fill

_LONGEST = 60


class Prompts(Protocol):
    """What is kept."""

    def all(self) -> tuple[str, ...]: ...
    def save(self, text: str) -> None: ...
    def remove(self, text: str) -> None: ...


class NoPrompts:
    """Nowhere to keep any."""

    def all(self) -> tuple[str, ...]:
        """None."""
        return ()

    def save(self, text: str) -> None:
        """Nothing is kept."""

    def remove(self, text: str) -> None:
        """Nothing is there."""


class PromptMenu(IconButton):
    """`inserted` gives a saved text; `written` is asked for what is written now."""

    inserted = Signal(str)

    def __init__(self, written: Callable[[], str], parent: QWidget | None = None) -> None:
        super().__init__("message", "", parent)
        self.prompts: Prompts = NoPrompts()
        self._written = written
        self.clicked.connect(lambda _on=False: self.make_menu().popup(self.mapToGlobal(QPoint(0, self.height()))))
        self._reword()

    def make_menu(self) -> QMenu:
        """What can be done with saved prompts now."""
        menu, kept, now = QMenu(self), self.prompts.all(), self._written().strip()
        for text in kept:
            action = menu.addAction(_short(text))
            action.triggered.connect(lambda _on=False, text=text: self.inserted.emit(text))
        if not kept:
            menu.addAction(self.tr("No prompts are saved yet")).setEnabled(False)
        menu.addSeparator()
        save = menu.addAction(self.tr("Save this message as a prompt"))
        save.setEnabled(bool(now) and now not in kept)
        save.triggered.connect(lambda _on=False: self.prompts.save(now))
        remove = menu.addMenu(self.tr("Remove a saved prompt"))
        remove.setEnabled(bool(kept))
        for text in kept:
            action = remove.addAction(_short(text))
            action.triggered.connect(lambda _on=False, text=text: self.prompts.remove(text))
        return menu

    def changeEvent(self, event: QEvent) -> None:
        """Word it anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.set_words(self.tr("Saved prompts"))


def _short(text: str) -> str:
    """A prompt in a line of a menu, in which & is no key."""
    line = " ".join(text.split()).replace("&", "&&")
    return line if len(line) <= _LONGEST else fill("{text}…", text=line[: _LONGEST - 1])
