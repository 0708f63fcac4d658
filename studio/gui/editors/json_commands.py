"""What can be done in an editor of JSON beside typing: format, sort, complete, go to a line, copy the path, show a folded string.

Above: the JSON editor. Below: `json_offers`, `whole_string`, `present/json_path`. Each has a key and stands in the editor's menu.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QInputDialog, QMenu, QPlainTextEdit

from studio.gui.editors.json_offers import Offer, Offers, offers_at
from studio.gui.editors.whole_string import WholeString
from studio.present.json_path import expression_of

_LONGEST_COMPLETED = 2_000_000


class Commanded(Protocol):
    """What is asked of the editor."""

    def shown(self) -> str: ...
    def caret_offset(self) -> int: ...
    def pointer(self) -> str: ...
    def put(self, start: int, end: int, text: str) -> None: ...
    def format_text(self) -> None: ...
    def sort_keys(self) -> None: ...
    def folded_at_caret(self) -> str | None: ...
    def go_to(self, offset: int) -> None: ...


class JsonCommands(QObject):
    """`watch_wanted` gives an expression; `root` is what comes before a path, None where nothing here can be watched."""

    watch_wanted = Signal(str)

    def __init__(self, editor: Any) -> None:
        super().__init__(editor)
        self._edit: QPlainTextEdit = editor
        self._does: Commanded = editor
        self._schema: Mapping[str, Any] = {}
        self.root: str | None = None
        self.menu: QMenu | None = None
        """The offers, while they are shown."""
        self.dialog: WholeString | QInputDialog | None = None

    def set_schema(self, schema: Mapping[str, Any]) -> None:
        """What `complete` knows of the members and values that are allowed."""
        self._schema = schema

    def take(self, event: QKeyEvent) -> bool:
        """Do what a key asks for; False when it is none of these keys."""
        slash = event.key() == Qt.Key.Key_Slash and event.modifiers() & Qt.KeyboardModifier.AltModifier
        # On many keyboards the slash itself is typed with Shift.
        pressed = QKeySequence("Alt+/") if slash else QKeySequence(event.keyCombination())
        for keys, does, edits in self._keys():
            if pressed == QKeySequence(keys) and not (edits and self._edit.isReadOnly()):
                does()
                return True
        return False

    def add_to(self, menu: QMenu) -> None:
        """Put the commands at the end of the editor's menu."""
        menu.addSeparator()
        words = self._words()
        for keys, does, edits in self._keys():
            action = menu.addAction(words[keys], does)
            action.setShortcut(QKeySequence(keys))
            action.setEnabled(not edits or not self._edit.isReadOnly())
        if self.root is not None:
            menu.addAction(self.tr("Watch this"), self.watch)
        if self._does.folded_at_caret() is not None:
            menu.addAction(self.tr("Show the whole string…"), self.show_folded)

    def complete(self) -> None:
        """Offer what the schema allows at the caret; a single offer is taken at once."""
        shown = self._does.shown()
        if len(shown) > _LONGEST_COMPLETED:
            return
        found = offers_at(shown, self._does.caret_offset(), self._schema)
        if len(found.offers) == 1:
            self._take_offer(found, found.offers[0])
        else:
            self._show(found)

    def go_to_line(self) -> None:
        """Ask for a line and go there."""
        count = self._edit.blockCount()
        dialog = QInputDialog(self._edit)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setIntRange(1, count)
        dialog.setIntValue(self._edit.textCursor().blockNumber() + 1)
        dialog.setWindowTitle(self.tr("Go to line"))
        dialog.setLabelText(self.tr("Line (of %n):", "", count))
        dialog.intValueSelected.connect(self._to_line)
        self.dialog = dialog
        dialog.finished.connect(self._ended)
        dialog.open()

    def path(self) -> str:
        """The path of the value at the caret, as expressions write it."""
        return expression_of(self._does.pointer(), self.root or "")

    def copy_path(self) -> None:
        """Put the path on the clipboard."""
        QGuiApplication.clipboard().setText(self.path())

    def watch(self) -> None:
        """Ask for the value at the caret to be watched."""
        if self.root is not None:
            self.watch_wanted.emit(self.path())

    def show_folded(self) -> None:
        """Show the folded string at the caret whole, to read, copy or save it."""
        real = self._does.folded_at_caret()
        if real is not None:
            dialog = WholeString(real, self._edit)
            dialog.finished.connect(self._ended)
            self.dialog = dialog
            dialog.open()

    # ---- inside

    def _keys(self) -> tuple[tuple[str, Callable[[], None], bool], ...]:
        """(key, what it does, whether it changes the text)."""
        return (
            ("Alt+/", self.complete, True),
            ("Alt+Shift+F", self._does.format_text, True),
            ("Alt+Shift+S", self._does.sort_keys, True),
            ("Alt+Shift+G", self.go_to_line, False),
            ("Alt+Shift+C", self.copy_path, False),
        )

    def _words(self) -> dict[str, str]:
        return {
            "Alt+/": self.tr("Complete"),
            "Alt+Shift+F": self.tr("Format"),
            "Alt+Shift+S": self.tr("Sort keys"),
            "Alt+Shift+G": self.tr("Go to line…"),
            "Alt+Shift+C": self.tr("Copy path"),
        }

    def _show(self, found: Offers) -> None:
        self.menu = menu = QMenu(self._edit)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.aboutToHide.connect(self._hidden)
        for offer in found.offers:
            hint = " · ".join(word for word in (offer.hint, self.tr("required") if offer.required else "") if word)
            # What stands behind a tabulator is drawn at the right, as keys are.
            action = menu.addAction(f"{_shown(offer.words)}\t{hint}")
            action.triggered.connect(lambda _on=False, offer=offer: self._take_offer(found, offer))
        if not found.offers:
            menu.addAction(self.tr("The schema offers nothing here.")).setEnabled(False)
        menu.popup(self._edit.viewport().mapToGlobal(self._edit.cursorRect().bottomLeft()))
        if found.offers:
            menu.setActiveAction(menu.actions()[0])

    def _hidden(self) -> None:
        self.menu = None

    def _ended(self) -> None:
        self.dialog = None
        self._edit.setFocus()

    def _take_offer(self, found: Offers, offer: Offer) -> None:
        self._does.put(found.start, found.end, offer.text)

    def _to_line(self, line: int) -> None:
        self._edit.setTextCursor(QTextCursor(self._edit.document().findBlockByNumber(line - 1)))
        self._edit.centerCursor()


def _shown(words: str) -> str:
    """Words as a menu shows them: an ampersand is no key there."""
    return (words if len(words) <= 60 else f"{words[:60]}…").replace("&", "&&")
