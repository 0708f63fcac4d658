"""Gives another key to one action: the key is pressed, what it means already is said, and the person says what shall be.

Above: `keys_control`. Below: `key_field`, `present/key_table`. Does not know where keys are kept.
"""

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.action_set import worded
from studio.gui.actions import BY_ID
from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.settings.key_field import KeyField
from studio.gui.settings.key_rows import native
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill, plain
from studio.present.key_table import KeyTable, fault


class KeyGiver(QWidget):
    """`given` with the changed keys of all actions; `done` when the keyboard should go back to the list."""

    given = Signal(object)
    done = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table, self._id = KeyTable({}, {}), ""
        self.title, self.said = QLabel(self), QLabel(self)
        self.title.setProperty("role", "strong")
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        wrap_plainly(self.said)
        self.field = KeyField(self)
        self.use, self.add, self.take = Button("", self), Button("", self), Button("", self)
        self.none, self.reset = Button("", self, look="quiet"), Button("", self, look="quiet")
        self._lay_out()
        self.field.pressed.connect(lambda _key: self._tell())
        self.field.entered.connect(self._enter)
        self.use.clicked.connect(lambda: self._put([self.field.key, *self._keys()[1:]]))
        self.add.clicked.connect(lambda: self._put([*self._keys(), self.field.key]))
        self.take.clicked.connect(self._take)
        self.none.clicked.connect(lambda: self._put([]))
        self.reset.clicked.connect(lambda: self._put(self._table.usual[self._id]))

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme().px(8))
        row.addWidget(self.field, 1)
        for button in (self.take, self.use, self.add, self.none, self.reset):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(4))
        column.addWidget(self.title)
        column.addLayout(row)
        column.addWidget(self.said)

    def show_action(self, id: str, table: KeyTable) -> None:
        """Another action, or other keys; what was pressed for the one before is gone."""
        if id != self._id:
            self.field.show_key("")
        self._id, self._table = id, table
        self.setEnabled(bool(id))
        self._tell()

    def begin(self) -> None:
        """Put the keyboard into the field."""
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def reword(self) -> None:
        """Words in the language of the window."""
        self.field.setPlaceholderText(self.tr("Press the new key here"))
        self.use.set_words(self.tr("Use"))
        self.add.set_words(self.tr("Add"))
        self.none.set_words(self.tr("No key"))
        self.reset.set_words(self.tr("Reset"))
        self._tell()

    def _keys(self) -> tuple[str, ...]:
        return self._table.keys(self._id)

    def _others(self) -> list[str]:
        """Whoever has the key that was pressed."""
        return [id for id in self._table.holders(self.field.key) if id != self._id]

    def _tell(self) -> None:
        if not self._id:
            return
        key, others = self.field.key, self._others()
        wrong = QCoreApplication.translate("KeyTable", fault(key)) if key and fault(key) else ""
        has = bool(key) and key in self._keys()
        words = _named(self._id)
        self.title.setText(words)
        self.field.setAccessibleName(fill(self.tr("New key of {action}"), action=words))
        self.take.setVisible(bool(others) and not wrong)
        if others:
            self.take.set_words(self.tr("Take it from there"))
        for button in (self.use, self.add):
            button.setEnabled(bool(key) and not wrong and not has and not others)
            button.setVisible(not others)
        self.none.setEnabled(bool(self._keys()))
        self.reset.setEnabled(not self._table.is_usual(self._id))
        self._say(wrong or self._met(key, others) or (self.tr("It has this key already.") if has else ""), bool(wrong))

    def _met(self, key: str, others: list[str]) -> str:
        if not others:
            return ""
        text = self.tr("{key} belongs to {action}. It can be taken from there, or press another.")
        return fill(text, key=native(key), action=", ".join(map(_named, others)))

    def _say(self, words: str, wrong: bool) -> None:
        self.said.setProperty("role", "error" if wrong else "warn")
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.said.setText(words or " ")
        self.field.setAccessibleDescription(words)

    def _enter(self) -> None:
        """Use the key that was pressed; where it belongs to another action the person decides."""
        if self.use.isEnabled() and not self.use.isHidden():
            self.use.click()
        elif not self.take.isHidden():
            self.take.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take(self) -> None:
        self._give(self._table.moved(self._id, [self.field.key, *self._keys()[1:]]))

    def _put(self, keys: list[str] | tuple[str, ...]) -> None:
        self._give(self._table.given(self._id, keys))

    def _give(self, own: dict[str, list[str]]) -> None:
        self.field.show_key("")
        self.given.emit(own)
        self.done.emit()


def _named(id: str) -> str:
    return plain(worded(BY_ID[id].words)).rstrip("…")
