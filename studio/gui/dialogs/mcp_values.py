"""Names with their values, a row each: variables of a server's process, headers of its address. A value that looks like a key is offered a
place in the keyring, and then stands as `${NAME}`.

Above: the form of a server. Below: `mcp_reading`, widgets. Keeps nothing by itself: `secrets` is what is to be kept on saving.
"""

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.dialogs.mcp_reading import is_secret, kept_out, variable_for
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill


class ValueRow(QWidget):
    """One name and its value. `keep_wanted`: the value is to go to the keyring, or, where a variable that it names holds nothing, what was
    typed as `secret` for it."""

    edited = Signal()
    removed = Signal()
    keep_wanted = Signal()

    def __init__(self, name: str, value: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name, self.value = QLineEdit(name, self), QLineEdit(value, self)
        self.remove, self.unset = IconButton("close", "", self), ""
        self._offer, self._told = QWidget(self), QLabel(self)
        self.secret = QLineEdit(self._offer)
        self.keep = Button(self.tr("Keep it in the keyring"), self._offer, look="link")
        self._lay_out()
        for field in (self.name, self.value):
            field.setFont(theme().code_font())
            field.setCursorPosition(0)
            field.textChanged.connect(lambda _text: self._changed())
        self.remove.clicked.connect(lambda _on=False: self.removed.emit())
        self.keep.clicked.connect(lambda _on=False: self.keep_wanted.emit())
        self.secret.setEchoMode(QLineEdit.EchoMode.Password)
        self.secret.returnPressed.connect(self.keep.click)
        self._tell()

    def pair(self) -> tuple[str, str]:
        """(name, value) as they stand."""
        return self.name.text().strip(), self.value.text()

    @property
    def is_offered(self) -> bool:
        """Whether the value looks like a key."""
        return is_secret(*self.pair())

    def tell_unset(self, name: str) -> None:
        """Say that the variable `name` holds nothing, where the value names it; empty when nothing is lacking."""
        self.unset = name if name and f"${{{name}}}" in self.value.text() else ""
        self._tell()

    def call_it(self, what: str) -> None:
        """`what` is a variable or a header, for those who hear the fields."""
        self.name.setAccessibleName(fill(self.tr("{what}: name"), what=what))
        self.value.setAccessibleName(fill(self.tr("{what}: value of {name}"), what=what, name=self.pair()[0]))
        self.remove.set_words(fill(self.tr("Remove {name}"), name=self.pair()[0] or what))

    def _lay_out(self) -> None:
        fields = QHBoxLayout()
        fields.setSpacing(theme().px(8))
        fields.addWidget(self.name, 2)
        fields.addWidget(self.value, 3)
        fields.addWidget(self.remove)
        wrap_plainly(self._told)
        self._told.setProperty("role", "warn")
        offer = QHBoxLayout(self._offer)
        offer.setContentsMargins(0, 0, 0, 0)
        offer.setSpacing(theme().px(6))
        offer.addWidget(IconSign("key", "warn", self._offer, size=13))
        offer.addWidget(self._told, 3)
        offer.addWidget(self.secret, 2)
        offer.addWidget(self.keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(3))
        column.addLayout(fields)
        column.addWidget(self._offer)

    def _changed(self) -> None:
        self.tell_unset(self.unset)
        self.edited.emit()

    def _tell(self) -> None:
        self._offer.setVisible(self.is_offered or bool(self.unset))
        self.secret.setVisible(bool(self.unset))
        lacks = fill(self.tr("{name} holds nothing yet."), name=f"${{{self.unset}}}")
        self._told.setText(lacks if self.unset else self.tr("This is a key: it must not stand in the session."))
        self.secret.setAccessibleName(fill(self.tr("Value of {name} for the keyring"), name=self.unset))


class McpValues(QWidget):
    """`edited`: other pairs stand here. `what` is the word for one of them, `add` the words of the button."""

    edited = Signal()

    def __init__(self, what: str, add: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._what, self._secrets = what, dict[str, str]()
        self.rows: list[ValueRow] = []
        self.add = Button(add, self, look="link", icon_name="plus")
        self.add.clicked.connect(lambda _on=False: self._add("", "").name.setFocus())
        self._list = QVBoxLayout()
        self._list.setSpacing(theme().px(8))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(4))
        column.addLayout(self._list)
        column.addWidget(self.add)
        self.setAccessibleName(what)

    def show_pairs(self, pairs: Iterable[tuple[str, str]], secrets: dict[str, str] | None = None) -> None:
        """Show other pairs, without telling; `secrets` are keys that belong to them and are to be kept on saving."""
        for row in tuple(self.rows):
            self._drop(row)
        self._secrets = dict(secrets or {})
        for name, value in pairs:
            self._add(name, value)

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """What stands here, rows without a name and a value left out."""
        return tuple(pair for row in self.rows if any(pair := row.pair()))

    @property
    def secrets(self) -> dict[str, str]:
        """The keys to keep, by the name that stands for them: those that a value here names still."""
        told = " ".join(value for _, value in self.pairs())
        return {name: secret for name, secret in self._secrets.items() if f"${{{name}}}" in told}

    def problem(self) -> str:
        """What is wrong with the names; empty when nothing is."""
        names = [name for name, _ in self.pairs()]
        if "" in names:
            return self.tr("A value has no name.")
        twice = next((name for name in names if names.count(name) > 1), "")
        return fill(self.tr("{name} stands here twice."), name=twice) if twice else ""

    def keep(self, row: ValueRow) -> None:
        """Take a value out of the form, to be kept in the keyring on saving."""
        name, value = row.pair()
        if row.unset:
            self._keep_typed(row)
            return
        stand_in, secret = kept_out(name, value)
        self._secrets[variable_for(name)] = secret
        row.value.setText(stand_in)
        row.value.setFocus()

    def tell_unset(self, name: str) -> None:
        """Say beside the value that names it that a variable holds nothing; one whose key waits to be kept holds it."""
        for row in self.rows:
            row.tell_unset("" if name in self._secrets else name)

    def _keep_typed(self, row: ValueRow) -> None:
        """Take the value that was typed for a variable, to be kept in the keyring on saving."""
        typed = row.secret.text().strip()
        if typed:
            self._secrets[row.unset] = typed
            row.secret.clear()
            row.tell_unset("")
            row.value.setFocus()
            self.edited.emit()
        else:
            row.secret.setFocus()

    def _add(self, name: str, value: str) -> ValueRow:
        row = ValueRow(name, value, self)
        row.call_it(self._what)
        row.edited.connect(lambda: self._edited(row))
        row.removed.connect(lambda: self._removed(row))
        row.keep_wanted.connect(lambda: self.keep(row))
        self.rows.append(row)
        self._list.addWidget(row)
        return row

    def _edited(self, row: ValueRow) -> None:
        row.call_it(self._what)
        self.edited.emit()

    def _removed(self, row: ValueRow) -> None:
        at = self.rows.index(row)
        self._drop(row)
        (self.rows[min(at, len(self.rows) - 1)].name if self.rows else self.add).setFocus()
        self.edited.emit()

    def _drop(self, row: ValueRow) -> None:
        self.rows.remove(row)
        self._list.removeWidget(row)
        row.hide()
        row.deleteLater()
