"""How many tokens a model reads, as the person says: a list, and a line to write one.

Above: `page_models`. Below: `entry_rows`, `workspace/prices`, which knows what the lists say.
"""

import asyncio
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.look.theme import theme
from studio.gui.settings.entry_rows import Entry, EntryButton, EntryRows
from studio.gui.settings.page import Control, SettingsPort, worded
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill, number
from studio.present.marked import QT_TRANSLATE_NOOP

_NONE = QT_TRANSLATE_NOOP("Settings", "None: the lists that come with the program hold.")
_MODEL = QT_TRANSLATE_NOOP("Settings", "Model or pattern")
_TOKENS = QT_TRANSLATE_NOOP("Settings", "Tokens at most")
_LINE = QT_TRANSLATE_NOOP("Settings", "{n} tokens")
_LOOK_UP = QT_TRANSLATE_NOOP("Settings", "Look up")
_KEEP = QT_TRANSLATE_NOOP("Settings", "Keep")
_REMOVE = QT_TRANSLATE_NOOP("Settings", "Remove")
_REMOVE_IT = QT_TRANSLATE_NOOP("Settings", "Remove the context window of {model}")
_UNKNOWN = QT_TRANSLATE_NOOP("Settings", "The lists do not know this model.")
_WRITE = QT_TRANSLATE_NOOP("Settings", "Write the name of a model first.")


class ReachRows(Control):
    """`model` and `tokens` are the fields of the line."""

    def __init__(self, port: SettingsPort) -> None:
        super().__init__()
        self._spawn = port.bridge.spawn
        self._prices, self._known = port.workspace.prices, dict[str, int]()
        self.rows, self.model, self.said = EntryRows(self), QLineEdit(self), QLabel(self)
        self.tokens = LimitNumber("", self, least=1)
        self.look_up, self.keep = Button("", self), Button("", self)
        self.said.setProperty("role", "muted")
        wrap_plainly(self.said)
        line = QHBoxLayout()
        line.setSpacing(theme().px(8))
        line.addWidget(self.model, 1)
        for widget in (self.tokens, self.look_up, self.keep):
            line.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(4))
        column.addWidget(self.rows)
        column.addLayout(line)
        column.addWidget(self.said)
        column.addStretch(1)
        self.tokens.setValue(128_000)
        self.look_up.clicked.connect(lambda _on=False: self._look_up())
        self.keep.clicked.connect(lambda _on=False: self._keep())
        self.model.returnPressed.connect(self._keep)
        self.reword()

    def tell(self, value: Any) -> None:
        """Show what is known."""
        self._known = dict(value)
        self.rows.show_entries([self._entry(name, tokens) for name, tokens in self._known.items()], worded(_NONE))

    def target(self) -> QWidget:
        """The field of the name."""
        return self.model

    def reword(self) -> None:
        """The words in another language."""
        self.model.setPlaceholderText(worded(_MODEL))
        self.model.setAccessibleName(worded(_MODEL))
        self.tokens.setAccessibleName(worded(_TOKENS))
        self.look_up.set_words(worded(_LOOK_UP))
        self.keep.set_words(worded(_KEEP))
        self.said.setText("")
        self.tell(self._known)

    def _entry(self, name: str, tokens: int) -> Entry:
        gone = EntryButton(worded(_REMOVE), fill(worded(_REMOVE_IT), model=name), lambda: self._remove(name))
        return Entry(name, fill(worded(_LINE), n=number(tokens)), (gone,), code=True)

    def _look_up(self) -> None:
        """The lists are large: they are loaded beside what the window does."""
        if self._prices.ready:
            self._fill()
        else:
            loading = self._spawn("look up a context window", self._load())
            self.destroyed.connect(loading.cancel)

    async def _load(self) -> None:
        await asyncio.to_thread(self._prices.load)
        self._fill()

    def _fill(self) -> None:
        name = self.model.text().strip()
        found = self._prices.listed_window(name) if name else None
        self.said.setText("" if found else worded(_UNKNOWN if name else _WRITE))
        if found:
            self.tokens.setValue(found)

    def _keep(self) -> None:
        name = self.model.text().strip()
        if not name:
            self.said.setText(worded(_WRITE))
            self.model.setFocus()
            return
        self.model.clear()
        self.said.setText("")
        self.given.emit({**self._known, name: self.tokens.whole()})

    def _remove(self, name: str) -> None:
        self.given.emit({each: tokens for each, tokens in self._known.items() if each != name})
