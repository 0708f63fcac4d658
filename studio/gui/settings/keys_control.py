"""The settings' page of keys: found by words or by pressing a key, changed by pressing another; written into a file and read from one.

Above: `page_keyboard`. Below: `key_rows`, `key_giver`, `present/key_table`. The keys act at once in every window.
"""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QFileDialog, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.own_keys import key_table, key_text
from studio.gui.settings.key_field import KeyField
from studio.gui.settings.key_giver import KeyGiver
from studio.gui.settings.key_rows import KeyRows, native
from studio.gui.settings.page import Control, SettingsPort
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.field_sign import FieldSign
from studio.gui.words import fill, together, told_error
from studio.paths import file_bytes
from studio.present.key_table import KeyFileError, read, written

_MOST = 1_000_000


class KeysControl(Control):
    """`rows` are the actions, `giver` changes the one that is looked at; `say` is the line below."""

    def __init__(self, port: SettingsPort) -> None:
        super().__init__()
        self._port, self._table = port, key_table({})
        self.words, self.key = QLineEdit(self), KeyField(self)
        self.words.setClearButtonEnabled(True)
        FieldSign(self.words, "search")
        self.forget, self.changed = Button("", self, look="quiet"), QCheckBox(self)
        self.rows, self.giver = KeyRows(self), KeyGiver(self)
        self.say = QLabel(self)
        wrap_plainly(self.say)
        self.say.setProperty("role", "warn")
        self.save, self.load = Button("", self), Button("", self)
        self._lay_out()
        self._join()

    def _lay_out(self) -> None:
        top, foot = QHBoxLayout(), QHBoxLayout()
        for row in (top, foot):
            row.setSpacing(theme().px(8))
        top.addWidget(self.words, 3)
        top.addWidget(self.key, 2)
        top.addWidget(self.forget)
        top.addWidget(self.changed)
        foot.addWidget(self.say, 1)
        foot.addWidget(self.save)
        foot.addWidget(self.load)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addLayout(top)
        column.addWidget(self.rows, 1)
        column.addWidget(self.giver)
        column.addLayout(foot)
        self.rows.setMinimumHeight(theme().px(160))

    def _join(self) -> None:
        self.words.textChanged.connect(lambda _text: self._find())
        self.key.pressed.connect(lambda _key: self._find())
        self.forget.clicked.connect(self._forget)
        self.changed.toggled.connect(lambda _on: self._find())
        self.rows.currentItemChanged.connect(lambda *_: self._show_chosen())
        self.rows.itemActivated.connect(lambda *_: self.giver.begin())
        self.giver.given.connect(self.given)
        self.giver.done.connect(lambda: self.rows.setFocus(Qt.FocusReason.OtherFocusReason))
        self.save.clicked.connect(self._ask_where)
        self.load.clicked.connect(self._ask_what)

    def tell(self, value: Any) -> None:
        """Show the keys that hold now."""
        self._table = key_table(value)
        self.rows.show_table(self._table)
        self._find()
        self._show_chosen()
        self.save.setEnabled(bool(value))
        self.say.setText(together(*self._met()))

    def name_it(self, words: str, hint: str) -> None:
        """The list bears the name."""
        self.rows.setAccessibleName(words)
        self.rows.setAccessibleDescription(hint)

    def target(self) -> QWidget:
        """The words to find an action by."""
        return self.words

    def reword(self) -> None:
        """Words in the language of the window."""
        for field, words in ((self.words, self.tr("Find an action")), (self.key, self.tr("or press it"))):
            field.setPlaceholderText(words)
            field.setAccessibleName(words)
        self.key.setAccessibleName(self.tr("Find an action by pressing its key"))
        self.forget.set_words(self.tr("Any key"))
        self.changed.setText(self.tr("Changed only"))
        self.save.set_words(self.tr("Export…"))
        self.load.set_words(self.tr("Import…"))
        self.rows.reword()
        self.rows.show_table(self._table)
        self.giver.reword()
        self._find()
        self._show_chosen()
        self.say.setText(together(*self._met()))

    def export_to(self, path: Path) -> None:
        """Write the changed keys."""
        try:
            path.write_text(written(self._table.own) + "\n", encoding="utf-8")
        except OSError as error:
            self.say.setText(fill(self.tr("{file} cannot be written: {why}"), file=path.name, why=error.strerror))
        else:
            self.say.setText(fill(self.tr("Written to {file}."), file=path.name))

    def import_from(self, path: Path) -> None:
        """Take the keys of a file in place of those that were changed here; what nothing can be made of is named."""
        try:
            text = file_bytes(path, _MOST).decode("utf-8", "replace")
            own, odd = read(text, self._table.usual, key_text)
        except OSError as error:
            self.say.setText(fill(self.tr("{file} cannot be read: {why}"), file=path.name, why=error.strerror))
        except KeyFileError as error:
            self.say.setText(told_error(error))
        else:
            self.given.emit(own)
            left = fill(self.tr("Left out: {names}."), names=", ".join(odd)) if odd else ""
            self.say.setText(together(left, *self._met()))

    def _met(self) -> list[str]:
        """A sentence for each key that belongs to several actions."""
        return [
            fill(self.tr("{key} belongs to %n actions, so it does nothing.", "", len(ids)), key=native(key))
            for key, ids in self._table.met().items()
        ]

    def _find(self) -> None:
        self.rows.narrow(self.words.text(), self.key.key, self._table, changed=self.changed.isChecked())
        self.forget.setEnabled(bool(self.key.key))
        self._show_chosen()

    def _forget(self) -> None:
        self.key.show_key("")
        self.key.setFocus(Qt.FocusReason.OtherFocusReason)
        self._find()

    def _show_chosen(self) -> None:
        self.giver.show_action(self.rows.chosen, self._table)

    def _ask_where(self) -> None:
        dialog = self._dialog(self.tr("Export keys"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.selectFile("toolcall-studio-keys.json")
        dialog.fileSelected.connect(lambda name: self.export_to(Path(name)))
        self._port.show(dialog)

    def _ask_what(self) -> None:
        dialog = self._dialog(self.tr("Import keys"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.import_from(Path(name)))
        self._port.show(dialog)

    def _dialog(self, title: str) -> QFileDialog:
        return QFileDialog(self.window(), title, "", self.tr("Keys (*.json)"))
