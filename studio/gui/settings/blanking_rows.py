"""The person's patterns for what is blanked: a list, and a line for another one, which says why it cannot be used.

Above: `page_privacy`. Below: `entry_rows`, `workspace/own_patterns`.
"""

from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.settings.entry_rows import Entry, EntryButton, EntryRows
from studio.gui.settings.page import Control, SettingsPort, worded
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill, sentence
from studio.present.marked import QT_TRANSLATE_NOOP
from studio.workspace.own_patterns import refusal

_NONE = QT_TRANSLATE_NOOP("Settings", "Only secrets are blanked.")
_PLACE = QT_TRANSLATE_NOOP("Settings", "a pattern, such as \\b\\d{13,19}\\b")
_NEW = QT_TRANSLATE_NOOP("Settings", "New pattern")
_ADD = QT_TRANSLATE_NOOP("Settings", "Add")
_REMOVE = QT_TRANSLATE_NOOP("Settings", "Remove")
_REMOVE_IT = QT_TRANSLATE_NOOP("Settings", "Remove the pattern {pattern}")
_THERE = QT_TRANSLATE_NOOP("Settings", "This pattern is there already.")


class BlankingRows(Control):
    """`field` is the line of a new pattern, `add` its button, `wrong` what is wrong with it, `rows` the list."""

    def __init__(self, _port: SettingsPort) -> None:
        super().__init__()
        self._patterns: list[str] = []
        self.field, self.add, self.wrong, self.rows = QLineEdit(self), Button("", self), QLabel(self), EntryRows(self)
        self.field.setFont(theme().code_font(12))
        self.wrong.setProperty("role", "error")
        wrap_plainly(self.wrong)
        self.wrong.hide()
        line = QHBoxLayout()
        line.setSpacing(theme().px(8))
        line.addWidget(self.field, 1)
        line.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(4))
        column.addWidget(self.rows)
        column.addLayout(line)
        column.addWidget(self.wrong)
        self.add.clicked.connect(lambda _on=False: self._add())
        self.field.returnPressed.connect(self._add)
        self.field.textEdited.connect(lambda _text: self.wrong.hide())
        self.reword()

    def tell(self, value: Any) -> None:
        """Show the patterns; one that cannot be used says why."""
        self._patterns = list(value)
        self.rows.show_entries([self._entry(pattern) for pattern in self._patterns], worded(_NONE))

    def target(self) -> QWidget:
        """The line of a new one."""
        return self.field

    def reword(self) -> None:
        """The words in another language."""
        self.field.setPlaceholderText(worded(_PLACE))
        self.field.setAccessibleName(worded(_NEW))
        self.add.set_words(worded(_ADD))
        self.wrong.hide()
        self.tell(self._patterns)

    def _entry(self, pattern: str) -> Entry:
        name = fill(worded(_REMOVE_IT), pattern=pattern)
        remove = EntryButton(worded(_REMOVE), name, lambda: self._remove(pattern))
        why = sentence(refusal(pattern))
        return Entry(pattern, why, (remove,), ("warn", "warn") if why else None, code=True)

    def _remove(self, pattern: str) -> None:
        self.given.emit([each for each in self._patterns if each != pattern])

    def _add(self) -> None:
        pattern = self.field.text().strip()
        why = worded(_THERE) if pattern in self._patterns else sentence(refusal(pattern))
        self.wrong.setText(why)
        self.wrong.setVisible(bool(why))
        if not why:
            self.field.clear()
            self.given.emit([*self._patterns, pattern])
